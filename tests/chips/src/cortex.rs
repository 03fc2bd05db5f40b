//! Compiles programs for a Cortex-M0, the chip of the board micro:bit, and runs them.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::report::text;

const FLAGS: &str = "-mcpu=cortex-m0 -mthumb -Os -std=c99 -Wall -Wextra -pedantic -Wconversion \
     -Wshadow -Werror -ffreestanding -nostdlib -Wl,--section-start=.vectors=0 -Wl,-Ttext=0x100 \
     -Wl,-Tbss=0x20000000 -Wl,-e,main";
const TARGET: &str = "thumbv6m-none-eabi";

/// Compiles a program in C, with the headers in `directories`.
pub fn compile(source: &Path, directories: &[&Path]) -> Result<PathBuf, Box<dyn Error>> {
    let program = directories[0].join("cortex.elf");
    let mut command = Command::new("arm-none-eabi-gcc");
    command.args(FLAGS.split_whitespace());
    for directory in directories {
        command.arg("-I").arg(directory);
    }
    command.arg(source).args(["-lgcc", "-o"]).arg(&program);
    if command.status()?.success() {
        Ok(program)
    } else {
        Err(format!("cannot compile {}", source.display()).into())
    }
}

/// Builds the program in Rust, with the playbooks in the directory `books`. Also builds `core`.
pub fn build(books: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = here.join("target/cortex");
    let rustc = env::var_os("BARE_RUSTC").ok_or("expected BARE_RUSTC, found nothing")?;
    let status = Command::new("cargo")
        .args([
            "build",
            "--release",
            "--locked",
            "--quiet",
            "-Zbuild-std=core",
        ])
        .args(["--target", TARGET, "--config"])
        .arg(format!("target.{TARGET}.linker=\"arm-none-eabi-ld\""))
        .arg("--target-dir")
        .arg(&target)
        .current_dir(here.join("cortex"))
        .env("RUSTC", rustc)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("BOOKS", books)
        .env_remove("RUSTFLAGS")
        .status()?;
    if status.success() {
        Ok(target.join(TARGET).join("release/cortex"))
    } else {
        Err("cannot build the program in Rust".into())
    }
}

/// Runs a program, and returns the text that it writes to the debugger.
pub fn run(program: &Path) -> Result<String, Box<dyn Error>> {
    let mut command = Command::new("qemu-system-arm");
    command.args(["-machine", "microbit", "-nographic"]);
    command.args(["-semihosting-config", "enable=on,target=native", "-kernel"]);
    let output = command.arg(program).stdin(Stdio::null()).output()?;
    Ok(text(&output))
}
