//! Reads the notices of third parties from a WebAssembly module, for pages that contain the module.

/// The name of the custom section with the notices. The script `web/build-module` appends this section.
const SECTION: &[u8] = b"third-party";

/// The length of a module's header in bytes. The first section follows the header.
const HEADER: usize = 8;

/// Returns the notices of third parties in a module; empty if the module has no notices.
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

/// Splits off a field that begins with its length. Returns the bytes of the field, and the bytes after it.
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
