//! Bakes playbooks and compiles them for small chips. The emulated chips play the playbooks against
//! every reply, and report the results. The reported results must equal the results of the
//! library's audit.

mod avr;
mod cortex;
mod report;
mod sketch;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use perfectplay::bake::{self, SourceLanguage, SourceRules, playbook_source};
use perfectplay::game::Hints;
use perfectplay::playbook::{Playbook, PlaybookData};
use perfectplay::table::TableData;
use perfectplay::tictactoe::{State, TicTacToe, records};
use perfectplay::{Player, Solved, audit, lookup, solve};
use perfectplay_games::Listed;
use perfectplay_games::mnk::Connect;
use perfectplay_tablebase::{DenseIndex, Limits, Solver, Tablebase};

use report::{Report, numbers, reports};
use sketch::Sketch;

/// Programs that ask a playbook for one move and do nothing else. Such a program contains only the
/// code that a player needs. `.0` is the name of the playbook; `.1` is the source.
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

/// The limits for a program that asks for a move on an ATmega328P. `flash` and `ram` are sizes in
/// bytes; `cycles` is the time of one move.
struct Limit {
    flash: u32,
    ram: u32,
    cycles: u64,
}

/// The number of games of Connect Four that the sketch plays on each side. It sends and receives
/// the moves over the serial port.
const SERIAL_GAMES: u64 = 40;

/// A playbook that a chip plays.
struct ChosenBook<'s, T> {
    title: &'s str,
    solved: &'s T,
    bytes: Vec<u8>,
    rules: SourceRules,
}

fn main() -> Result<(), Box<dyn Error>> {
    let has = |name| env::args().any(|argument| argument == name);
    let is_written = has("--write");
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/books");
    fs::create_dir_all(&directory)?;
    let small = Limit {
        flash: 1536,
        ram: 64,
        cycles: 2000,
    };
    let playbook = bake::Playbook::new("tictactoe");
    let symmetric = ChosenBook {
        title: "tictactoe",
        solved: &TicTacToe,
        bytes: playbook.symmetry().bytes(&TicTacToe)?,
        rules: SourceRules::TicTacToe,
    };
    symmetric.build_and_play(&small, &directory)?;
    ChosenBook {
        title: "tictactoe, no symmetry",
        bytes: playbook.bytes(&TicTacToe)?,
        ..symmetric
    }
    .build_and_play(&small, &directory)?;

    let large = Limit {
        flash: avr::FLASH,
        ram: avr::RAM,
        cycles: 4000,
    };
    let playbook = bake::Playbook::new("connect").symmetry().steps(1 << 20);
    let of_board = |columns, rows| SourceRules::Connect {
        columns,
        rows,
        length: 4,
    };
    let four = solve(Connect::with_parameters("4x4").ok_or("expected a size of the board")?)?;
    let four = ChosenBook {
        title: "connect:4x4",
        solved: &four,
        bytes: playbook.bytes(&four)?,
        rules: of_board(4, 4),
    };
    four.build_and_play(&large, &directory)?;

    let five = Connect::with_parameters("5x5").ok_or("expected a size of the board")?;
    let path = directory.join("connect.table");
    let _ = fs::remove_file(&path);
    Solver::new(DenseIndex(five), "connect:5x5,4")?.solve_to(&path, &Limits::default())?;
    let five = Tablebase::open(DenseIndex(five), &path)?;
    let five = ChosenBook {
        title: "connect:5x5",
        solved: &five,
        bytes: playbook.bytes(&five)?,
        rules: of_board(5, 5),
    };
    let on_avr = five.build(&large, &directory)?;
    if has("--all") {
        five.play(&large, &on_avr, &directory)?;
        in_rust(&symmetric, &five, &directory)?;
    } else {
        in_rust(&symmetric, &four, &directory)?;
    }
    whole_table(&directory)?;
    real_game(&directory)?;
    over_serial_port(&symmetric, &five, &directory, is_written)
}

/// Plays two games on a Cortex-M0 in Rust. For tic-tac-toe, the program calls the library. For
/// Connect Four, it contains source code that the library has written. The program also looks up
/// every state of tic-tac-toe in the library's table.
fn in_rust<T: Solved<Game: Hints>>(
    tictactoe: &ChosenBook<'_, TicTacToe>,
    connect: &ChosenBook<'_, T>,
    directory: &Path,
) -> Result<(), Box<dyn Error>> {
    fs::write(directory.join("tictactoe.playbook"), &tictactoe.bytes)?;
    let book = Playbook::from_bytes(connect.solved.game(), &connect.bytes)?;
    let module = playbook_source(SourceLanguage::Rust, "connect", book.data(), connect.rules)?;
    fs::write(directory.join("connect.rs"), module)?;
    let written = cortex::run(&cortex::build(directory)?)?;
    tictactoe.compare("Cortex-M0, Rust", &reports(&written, "tictactoe ")?)?;
    connect.compare("Cortex-M0, Rust", &reports(&written, "connect ")?)?;
    let sum = records().fold(0_u32, |sum, (_, record)| {
        sum.rotate_left(1) ^ record.to_bits()
    });
    let expected = [records().count() as u64, sum.into()];
    if numbers(&written, "table ")? != expected {
        return Err(format!("the table on a Cortex-M0: {written:?}, not {expected:?}").into());
    }
    Ok(())
}

/// Looks up every board in the whole table of tic-tac-toe, in C on a Cortex-M0. The table is too
/// large for the flash of an ATmega328P.
fn whole_table(directory: &Path) -> Result<(), Box<dyn Error>> {
    let bytes = bake::table("tictactoe", &solve(&TicTacToe)?)?;
    let data = TableData::from_bytes(&bytes)?;
    let header = bake::table_c("tictactoe", &data, SourceRules::TicTacToe)?;
    fs::write(directory.join("tictactoe.h"), header)?;
    let (mut states, mut sum) = (0_u64, 0_u32);
    for x in 0..512_u16 {
        let free = 511 & !x;
        let mut o = 0_u16;
        loop {
            if let Some(record) = State::from_masks(x, o).ok().and_then(lookup) {
                let set = |moves: perfectplay::Moves| moves.bits() as u32;
                states += 1;
                sum = sum.rotate_left(1)
                    ^ record.value() as u32
                    ^ u32::from(record.distance()) << 2
                    ^ set(record.winning()) << 6
                    ^ set(record.losing()) << 11
                    ^ set(record.neutral()) << 16
                    ^ set(record.best()) << 21;
            }
            o = o.wrapping_sub(free) & free;
            if o == 0 {
                break;
            }
        }
    }
    let (here, source) = sources_of("table.c");
    let program = cortex::compile(&source, &[directory, &here])?;
    let (flash, ram) = avr::size(&program)?;
    let written = cortex::run(&program)?;
    let [found, sum_found, _] = numbers(&written, "t ")?;
    if (found, sum_found) != (states, sum.into()) {
        return Err(format!("the whole table: {written:?}, not {states} {sum}").into());
    }
    println!("tictactoe, whole table: Cortex-M0: {found} states");
    println!("tictactoe, whole table: {flash} bytes of flash, {ram} of RAM");
    Ok(())
}

/// Plays Connect Four 7x6 with a playbook by rules, in C on a Cortex-M0.
fn real_game(directory: &Path) -> Result<(), Box<dyn Error>> {
    let (here, program) = sources_of("real.c");
    let bytes = fs::read(here.join("../../docs/connect-7x6.playbook"))?;
    let rules = SourceRules::Connect {
        columns: 7,
        rows: 6,
        length: 4,
    };
    let data = PlaybookData::from_bytes(&bytes)?;
    let source = playbook_source(SourceLanguage::C, "connect", &data, rules)?;
    fs::write(directory.join("connect.h"), source)?;
    let program = cortex::compile(&program, &[directory, &here])?;
    let (flash, ram) = avr::size(&program)?;
    let [won, others @ ..] = numbers::<5>(&cortex::run(&program)?, "1 ")?;
    if won == 0 || others != [0; 4] {
        return Err(format!("connect:7x6 on a Cortex-M0: won {won}, {others:?}").into());
    }
    println!(
        "connect:7x6: Cortex-M0, C: {won} games, all won; {flash} bytes of flash, {ram} of RAM"
    );
    Ok(())
}

/// Plays both Arduino sketches in an emulator. The library generates the headers of the sketches.
fn over_serial_port<T: Solved<Game: Hints>>(
    tictactoe: &ChosenBook<'_, TicTacToe>,
    connect: &ChosenBook<'_, T>,
    directory: &Path,
    is_written: bool,
) -> Result<(), Box<dyn Error>> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/arduino");
    let serial = sketch::serial(directory)?;

    let header = examples.join("tictactoe/tictactoe.h");
    checked_in(tictactoe, "tictactoe", &header, is_written)?;
    let mut sketch = start(
        &examples.join("tictactoe/tictactoe.ino"),
        &serial,
        directory,
    )?;
    let book = Playbook::from_bytes(&TicTacToe, &tictactoe.bytes)?;
    for side in Player::BOTH {
        let games = sketch.every_game(&TicTacToe, side.other())?;
        let audit = audit(&TicTacToe, &book, side)?;
        let expected = audit.games()?;
        if games != expected.won + expected.drawn {
            return Err(format!("{games} games are not those of the audit").into());
        }
        println!("tictactoe, {side}: Arduino: {games} games, none lost, as the audit says");
    }
    sketch.end()?;

    let header = examples.join("connect_four/connect_5x5.h");
    checked_in(connect, "connect_5x5", &header, is_written)?;
    let source = examples.join("connect_four/connect_four.ino");
    let mut sketch = start(&source, &serial, directory)?;
    for side in Player::BOTH {
        sketch.some_games(connect.solved, side.other(), SERIAL_GAMES)?;
    }
    sketch.end()?;
    println!(
        "connect:5x5: Arduino: {} games, none lost",
        2 * SERIAL_GAMES
    );
    Ok(())
}

/// Starts a sketch on an Arduino.
fn start(source: &Path, serial: &Path, directory: &Path) -> Result<Sketch, Box<dyn Error>> {
    let program = avr::compile_sketch(source, directory)?;
    let (flash, ram) = avr::size(&program)?;
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    println!("{name}: {flash} bytes of flash, {ram} of RAM, with all that an Arduino brings");
    Sketch::start(serial, &program)
}

/// Compares a header of the examples with the header that the library generates. If `is_written` is
/// true, writes the header instead of comparing it.
fn checked_in<T: Solved<Game: Hints>>(
    chosen: &ChosenBook<'_, T>,
    name: &str,
    path: &Path,
    is_written: bool,
) -> Result<(), Box<dyn Error>> {
    let book = Playbook::from_bytes(chosen.solved.game(), &chosen.bytes)?;
    let source = "/* Made by `tests/chips/run --write`. */\n".to_string()
        + &playbook_source(SourceLanguage::C, name, book.data(), chosen.rules)?;
    if is_written {
        fs::write(path, source)?;
    } else if fs::read_to_string(path)? != source {
        return Err(format!("{} is another: tests/chips/run --write", path.display()).into());
    }
    Ok(())
}

/// Returns the directory of this package, and the path of `file`. `file` is relative to this
/// directory.
fn sources_of(file: &str) -> (PathBuf, PathBuf) {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let source = here.join(file);
    (here, source)
}

impl<T: Solved<Game: Hints>> ChosenBook<'_, T> {
    /// Compiles the playbook's source in C for every chip, and plays the playbook there.
    fn build_and_play(&self, limit: &Limit, directory: &Path) -> Result<(), Box<dyn Error>> {
        let on_avr = self.build(limit, directory)?;
        self.play(limit, &on_avr, directory)
    }

    /// Builds the C program that plays the playbook on an ATmega328P. Also checks the size of this
    /// program, and of a program that only asks for a move.
    fn build(&self, limit: &Limit, directory: &Path) -> Result<PathBuf, Box<dyn Error>> {
        let title = self.title;
        let name = self.name();
        let book = Playbook::from_bytes(self.solved.game(), &self.bytes)?;
        let source = playbook_source(SourceLanguage::C, name, book.data(), self.rules)?;
        fs::write(directory.join(format!("{name}.h")), source)?;
        let (_, asking) = ASKING
            .into_iter()
            .find(|&(of, _)| of == name)
            .ok_or("expected a program")?;
        let source = directory.join("asking.c");
        fs::write(&source, asking)?;
        let (flash, ram) = avr::size(&avr::compile(&source, &[directory])?)?;
        let (here, program) = sources_of(&format!("../sources/{name}.c"));
        let on_avr = avr::compile(&program, &[directory, &here])?;
        let (all_flash, all_ram) = avr::size(&on_avr)?;
        if flash > limit.flash || ram > limit.ram || all_flash > avr::FLASH || all_ram > avr::RAM {
            return Err(format!("{title}: too large: {flash} bytes of flash, {ram} of RAM").into());
        }
        println!(
            "{title}: {} states, {} bytes of data; a program that asks for a move has {flash} bytes of \
             flash and {ram} of RAM, start-up included",
            book.data().states(),
            book.data().content_len()
        );
        Ok(on_avr)
    }

    /// Plays the playbook's source in C against every reply, on both sides and on both chips.
    /// `on_avr` is the program for the ATmega328P. `play` itself compiles the program for the
    /// Cortex-M0.
    fn play(&self, limit: &Limit, on_avr: &Path, directory: &Path) -> Result<(), Box<dyn Error>> {
        let title = self.title;
        let played = reports(&avr::run(on_avr)?, "")?;
        self.compare("ATmega328P, C", &played)?;
        let (here, program) = sources_of(&format!("../sources/{}.c", self.name()));
        let on_cortex = cortex::compile(&program, &[directory, &here])?;
        self.compare("Cortex-M0, C", &reports(&cortex::run(&on_cortex)?, "")?)?;
        let cycles = played[0].cycles.max(played[1].cycles);
        println!("{title}: at most {cycles} cycles a move");
        if cycles > limit.cycles {
            return Err(format!("{title}: {cycles} cycles are too many").into());
        }
        Ok(())
    }

    /// Returns the name of the C program that plays the playbook. The header with the playbook has
    /// the same name.
    fn name(&self) -> &'static str {
        if self.rules == SourceRules::TicTacToe {
            "tictactoe"
        } else {
            "connect"
        }
    }

    /// Compares the results of a chip's games with the results in the library's audit.
    fn compare(&self, chip: &str, played: &[Report; 2]) -> Result<(), Box<dyn Error>> {
        let book = Playbook::from_bytes(self.solved.game(), &self.bytes)?;
        for (played, side) in played.iter().zip(Player::BOTH) {
            let audit = audit(self.solved, &book, side).map_err(|error| error.to_string())?;
            let games = audit.games().map_err(|error| error.to_string())?;
            let expected = Report {
                won: games.won,
                drawn: games.drawn,
                lost: games.lost,
                faults: 0,
                cycles: 0,
            };
            let title = self.title;
            if !played.has_games_of(&expected) || games.lost > 0 {
                return Err(format!("{title}: {chip}: {played:?} is not {expected:?}").into());
            }
            println!(
                "{title}, {side}: {chip}: {} games, none lost, as the audit says",
                games.won + games.drawn
            );
        }
        Ok(())
    }
}
