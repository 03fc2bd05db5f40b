//! The notices of third parties that a module carries, for pages that contain the module.

/// The name of the custom section with the notices. `web/build-module` appends the section.
const SECTION: &[u8] = b"third-party";

/// The bytes before the first section of a module.
const HEADER: usize = 8;

/// Returns the notices of third parties in a module, which are empty if it has none.
pub(super) fn notices(module: &[u8]) -> &str {
    let mut rest = module.get(HEADER..).unwrap_or_default();
    while let Some((&id, after)) = rest.split_first() {
        let Some((section, next)) = sized(after) else {
            break;
        };
        if let Some((SECTION, text)) = sized(section).filter(|_| id == 0) {
            return std::str::from_utf8(text).unwrap_or_default();
        }
        rest = next;
    }
    ""
}

/// Splits off bytes whose number stands before them. Also returns the bytes after them.
fn sized(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut size = 0u32;
    for (place, &byte) in bytes.iter().enumerate().take(5) {
        size |= u32::from(byte & 127) << (7 * place);
        if byte < 128 {
            return bytes[place + 1..].split_at_checked(size as usize);
        }
    }
    None
}
