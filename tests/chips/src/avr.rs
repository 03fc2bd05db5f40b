//! Compiles programs for an ATmega328P and for an Arduino with this chip, and runs them.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::report::text;

/// The size of the chip's flash in bytes.
pub const FLASH: u32 = 32 << 10;
/// The size of the chip's memory in bytes.
pub const RAM: u32 = 2 << 10;

/// The compiler's flags.
const FLAGS: &str =
    "-mmcu=atmega328p -Os -std=c99 -Wall -Wextra -pedantic -Wconversion -Wshadow -Werror";

/// The directory in which Debian installs the Arduino's core library.
const ARDUINO: &str = "/usr/share/arduino/hardware/arduino/avr";
/// The flags for the core library. These flags turn warnings off, because others wrote this
/// library, for an older compiler.
const ARDUINO_FLAGS: &str = "-mmcu=atmega328p -DF_CPU=16000000L -DARDUINO=10819 -DARDUINO_AVR_UNO \
     -DARDUINO_ARCH_AVR -DDECIMAL_DIG=__DECIMAL_DIG__ -DBAUD=1000000 -std=gnu++11 -Os -flto -w \
     -ffunction-sections -fdata-sections -fno-threadsafe-statics -fno-exceptions -Wl,--gc-sections";

/// Compiles a program. The program's headers are in `directories`. The compiled program goes into
/// the first of these directories.
pub fn compile(source: &Path, directories: &[&Path]) -> Result<PathBuf, Box<dyn Error>> {
    let program = directories[0].join("avr.elf");
    let mut command = Command::new("avr-gcc");
    command.args(FLAGS.split(' '));
    for directory in directories {
        command.arg("-I").arg(directory);
    }
    let status = command.arg(source).arg("-o").arg(&program).status()?;
    if status.success() {
        Ok(program)
    } else {
        Err(format!("cannot compile {}", source.display()).into())
    }
}

/// Compiles a sketch with the core library of the Arduino.
pub fn compile_sketch(sketch: &Path, directory: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let core = Path::new(ARDUINO).join("cores/arduino");
    let program = directory.join("sketch.elf");
    let mut command = Command::new("avr-gcc");
    command.args(ARDUINO_FLAGS.split_whitespace());
    command.arg("-I").arg(&core);
    command
        .arg("-I")
        .arg(Path::new(ARDUINO).join("variants/standard"));
    for file in core.read_dir()? {
        let path = file?.path();
        let kind = path.extension().and_then(|kind| kind.to_str());
        if matches!(kind, Some("c" | "cpp" | "S")) {
            command.arg(path);
        }
    }
    command.args(["-x", "c++"]).arg(sketch);
    let status = command.arg("-o").arg(&program).status()?;
    if status.success() {
        Ok(program)
    } else {
        Err(format!("cannot compile {}", sketch.display()).into())
    }
}

/// Returns the number of bytes that a program takes: `.0` in flash and `.1` in memory.
pub fn size(program: &Path) -> Result<(u32, u32), Box<dyn Error>> {
    let output = Command::new("avr-size").arg(program).output()?;
    let text = String::from_utf8(output.stdout)?;
    let numbers = text.lines().nth(1).ok_or("expected sizes")?;
    let numbers: Vec<u32> = numbers
        .split_whitespace()
        .map_while(|number| number.parse().ok())
        .collect();
    match numbers[..] {
        [text, data, bss, ..] => Ok((text + data, data + bss)),
        _ => Err("expected three sizes".into()),
    }
}

/// Runs a program, and returns the text that it writes until it sleeps for ever.
pub fn run(program: &Path) -> Result<String, Box<dyn Error>> {
    let mut command = Command::new("simavr");
    command.args(["-m", "atmega328p", "-f", "16000000"]);
    let output = command.arg(program).stdin(Stdio::null()).output()?;
    Ok(text(&output))
}
