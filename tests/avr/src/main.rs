//! Bakes playbooks, compiles them for an ATmega328P, lets the emulated chip play them against
//! every reply, and holds what it reports against the library's audit.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use perfectplay::bake::{self, CRules, playbook_c};
use perfectplay::game::Symmetric;
use perfectplay::playbook::Playbook;
use perfectplay::tictactoe::TicTacToe;
use perfectplay::{Player, Solved, audit, solve};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{Jobs, Limits, Table};

/// The chip has so many bytes of flash and of memory.
const FLASH: u32 = 32 << 10;
const RAM: u32 = 2 << 10;

/// What the compiler must not say a word about.
const FLAGS: &str =
    "-mmcu=atmega328p -Os -std=c99 -Wall -Wextra -pedantic -Wconversion -Wshadow -Werror";

/// A program that only asks for a move, and so has nothing but what that takes.
const ASKING: [(&str, &str); 2] = [
    (
        "tictactoe",
        "#include \"tictactoe.h\"
volatile uint16_t x, o;
volatile int8_t chosen;
int main(void) { chosen = tictactoe_choose(x, o); return 0; }
",
    ),
    (
        "connect",
        "#include \"connect.h\"
volatile struct connect_state state;
volatile int8_t chosen;
int main(void)
{
    struct connect_state now;
    now.last = state.last;
    now.occupied = state.occupied;
    chosen = connect_choose(now);
    return 0;
}
",
    ),
];

/// The most that a program which only asks may take, and the most cycles of a move.
struct Limit {
    flash: u32,
    ram: u32,
    cycles: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    println!("flash and RAM of a program that asks for a move, start-up included");
    let small = Limit {
        flash: 1536,
        ram: 64,
        cycles: 2000,
    };
    let playbook = bake::Playbook::new("tictactoe");
    let rules = CRules::TicTacToe;
    chip(
        "tictactoe",
        &TicTacToe,
        playbook.symmetry(),
        rules,
        &small,
        folder.path(),
    )?;
    chip(
        "tictactoe, no symmetry",
        &TicTacToe,
        playbook,
        rules,
        &small,
        folder.path(),
    )?;

    let large = Limit {
        flash: FLASH,
        ram: RAM,
        cycles: 4000,
    };
    let playbook = bake::Playbook::new("connect").symmetry().steps(1 << 20);
    let four = Connect::with_parameters("4x4").ok_or("expected a size of the board")?;
    let of_board = |columns, rows| CRules::Connect {
        columns,
        rows,
        length: 4,
    };
    chip(
        "connect:4x4",
        &solve(four)?,
        playbook,
        of_board(4, 4),
        &large,
        folder.path(),
    )?;

    let five = Connect::with_parameters("5x5").ok_or("expected a size of the board")?;
    let path = folder.path().join("connect.table");
    Jobs::new(&five, "connect:5x5,4")?.solve_to(&path, &Limits::default())?;
    let table = Table::open(five, &path)?;
    chip(
        "connect:5x5",
        &table,
        playbook,
        of_board(5, 5),
        &large,
        folder.path(),
    )
}

/// Runs a book on the chip, on both sides.
fn chip<T: Solved<Game: Symmetric>>(
    title: &str,
    solved: &T,
    playbook: bake::Playbook<'_>,
    rules: CRules,
    limit: &Limit,
    folder: &Path,
) -> Result<(), Box<dyn Error>> {
    let name = if rules == CRules::TicTacToe {
        "tictactoe"
    } else {
        "connect"
    };
    let bytes = playbook.bytes(solved)?;
    let book = Playbook::from_bytes(solved.game(), &bytes)?;
    fs::write(
        folder.join(format!("{name}.h")),
        playbook_c(name, book.data(), rules),
    )?;
    let (_, asking) = ASKING
        .into_iter()
        .find(|&(of, _)| of == name)
        .ok_or("expected a program")?;
    let source = folder.join("asking.c");
    fs::write(&source, asking)?;
    let (flash, ram) = size(&compile(&source, folder)?)?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = compile(&here.join(format!("{name}.c")), folder)?;
    let (all_flash, all_ram) = size(&program)?;
    if flash > limit.flash || ram > limit.ram || all_flash > FLASH || all_ram > RAM {
        return Err(format!("{title}: too large: {flash} bytes of flash, {ram} of RAM").into());
    }

    let output = Command::new("simavr")
        .args(["-m", "atmega328p", "-f", "16000000"])
        .arg(&program)
        .stdin(Stdio::null())
        .output()?;
    let output = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    let mut worst = 0;
    for (number, side) in ["1 ", "2 "].into_iter().zip(Player::BOTH) {
        // The emulator colours each line and writes its end as a full stop.
        let line = output
            .lines()
            .map(|line| line.trim_start_matches("\x1b[0m"));
        let mut line =
            line.filter_map(|line| line.trim_start_matches("\x1b[32m").strip_prefix(number));
        let line = line
            .next()
            .ok_or_else(|| format!("{title}: no report in {output:?}"))?;
        let numbers: Vec<u64> = line
            .trim_end_matches('.')
            .split(' ')
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        let &[won, drawn, lost, faults, cycles] = &numbers[..] else {
            return Err(format!("{title}: expected five numbers, found {line:?}").into());
        };
        let audit = audit(solved, &book, side).map_err(|error| error.to_string())?;
        let games = audit.games().map_err(|error| error.to_string())?;
        let expected = (games.won, games.drawn, games.lost, 0);
        if (won, drawn, lost, faults) != expected || lost > 0 {
            return Err(format!("{title}: {side}: {line:?} is not {expected:?}").into());
        }
        worst = worst.max(cycles);
        println!(
            "{title}, {side}: {} games, {lost} lost, as the audit says; at most {cycles} cycles a move",
            won + drawn + lost
        );
    }
    println!(
        "{title}: {} states, {} bytes of data, {flash} bytes of flash, {ram} of RAM",
        book.data().states(),
        book.data().content_len()
    );
    if worst > limit.cycles.into() {
        return Err(format!("{title}: {worst} cycles are too many").into());
    }
    Ok(())
}

/// Compiles a program for the chip.
fn compile(source: &Path, folder: &Path) -> Result<std::path::PathBuf, Box<dyn Error>> {
    let program = folder.join("program.elf");
    let status = Command::new("avr-gcc")
        .args(FLAGS.split(' '))
        .arg("-I")
        .arg(folder)
        .arg(source)
        .arg("-o")
        .arg(&program)
        .status()?;
    if status.success() {
        Ok(program)
    } else {
        Err(format!("cannot compile {}", source.display()).into())
    }
}

/// The bytes of flash and of memory of a program.
fn size(program: &Path) -> Result<(u32, u32), Box<dyn Error>> {
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
