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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a module with a section of the number `id` before the notices.
    fn module(id: u8, name: &[u8], text: &[u8]) -> Vec<u8> {
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        module.extend([1, 3, 9, 9, 9]);
        let size = (1 + name.len() + text.len()) as u16;
        module.extend([id, (size & 127) as u8 | 128, (size >> 7) as u8]);
        module.push(name.len() as u8);
        module.extend(name);
        module.extend(text);
        module
    }

    #[test]
    fn notices_are_read_from_their_section() {
        let text = "MIT\n".repeat(50);
        assert_eq!(notices(&module(0, SECTION, text.as_bytes())), text);
        for other in [
            module(1, SECTION, b"MIT"),
            module(0, b"name", b"MIT"),
            module(0, SECTION, b"\xff"),
        ] {
            assert_eq!(notices(&other), "");
        }
    }

    #[test]
    fn bytes_that_are_no_module_have_none() {
        let whole = module(0, SECTION, b"MIT");
        for end in 0..whole.len() {
            assert_eq!(notices(&whole[..end]), "");
        }
        assert_eq!(notices(&[255; 100]), "");
    }
}
