//! Tests the manual pages. Tests that there is a manual page for the command, and a manual page for each subcommand.

use std::fs;

use perfectplay_cli::Program;

#[test]
fn each_subcommand_has_a_manual_page() {
    let place = tempfile::tempdir().expect("a directory");
    let program = Program::new("heap", "1.0.0").games_that_ship();
    clap_mangen::generate_to(program.command(), place.path()).expect("manual pages");

    let page = |name: &str| fs::read_to_string(place.path().join(name)).expect("a page");
    let whole = page("heap.1");
    for subcommand in program.command().get_subcommands() {
        let name = format!("heap-{}.1", subcommand.get_name());
        let about = subcommand.get_about().expect("its help").to_string();
        assert!(page(&name).contains(".SH OPTIONS"), "{name}");
        assert!(whole.contains(&about.replace('-', "\\-")), "{about}");
    }
}
