//! A WebAssembly module contains the licence notices of third parties. Tests that a page which `perfectplay web` writes
//! with such a module shows these notices.

use std::fs;
use std::process::Command;

/// Returns the bytes of a small WebAssembly module. Its last section has the section id `id`, the name `name` and the
/// content `text`.
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

/// Runs `perfectplay web` with `module`, and returns the licence notices in the page.
fn notices(module: &[u8]) -> Option<String> {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("module");
    fs::write(&file, module).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfectplay"));
    let output = command.args(["web", "--module"]).arg(&file).output();
    let output = output.expect("the command");
    assert!(output.status.success(), "{output:?}");
    let page = String::from_utf8(output.stdout).expect("a page");
    let (_, after) = page.split_once("class=\"third-party\">")?;
    let (notices, _) = after.split_once("</script>").expect("an end");
    Some(notices.to_owned())
}

#[test]
fn a_page_has_those_of_its_module() {
    let text = "MIT <x@example.org>\n".repeat(50);
    let whole = module(0, b"third-party", text.as_bytes());
    assert_eq!(notices(&whole), Some(text));
    let ending = module(0, b"third-party", b"</script><!--");
    assert_eq!(notices(&ending).as_deref(), Some("< /script>< !--"));
}

#[test]
fn a_page_has_none_if_the_module_has_none() {
    let whole = module(0, b"third-party", b"MIT");
    for other in [
        module(1, b"third-party", b"MIT"),
        module(0, b"name", b"MIT"),
        module(0, b"third-party", b"\xff"),
        [b"\0asm\x01\0\0\0".as_slice(), &[255; 40]].concat(),
    ] {
        assert_eq!(notices(&other), None);
    }
    for end in [4, 9, 13, 14, 16, 20, whole.len() - 1] {
        assert_eq!(notices(&whole[..end]), None, "{end}");
    }
}
