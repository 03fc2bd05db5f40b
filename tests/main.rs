//! Contains all tests of the library in one program, so that shared code is compiled once.

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Second solvers and second implementations of rules, which share no code with the code under
/// test.
mod oracles {
    pub(crate) mod any_game;
    pub(crate) mod drawn_graph;
    pub(crate) mod extra_turns;
    pub(crate) mod line;
    pub(crate) mod loopy_solutions;
    pub(crate) mod repeated_states;
    pub(crate) mod tictactoe;
}

/// Tests of what the library promises for every game.
mod engine {
    mod agreement;
    mod baking;
    mod by_rules;
    mod counts;
    mod dense_indexes;
    mod evaluated;
    mod extremes;
    mod fingerprint;
    pub(crate) mod forecasts;
    mod index_checker;
    mod levels;
    mod lying_rules;
    mod mistakes;
    mod moves;
    mod odds;
    mod oracle;
    mod perft;
    mod playbooks;
    mod players;
    pub(crate) mod proofs;
    mod rounds;
    mod rule_checker;
    mod scores;
    mod solve;
    mod state_graph;
    mod strategies;
    mod tables;
    mod turns;
    mod unreadable_tables;
    mod variation;
    mod verifier;
    pub(crate) mod wdl;
}

/// Tests of the games that ship. These tests compare the games with published results and with
/// second implementations of the rules.
mod games {
    mod breakthrough;
    mod chess;
    mod dobutsu;
    mod domineering;
    mod dots;
    mod heaps;
    mod hounds;
    mod kalah;
    mod keys;
    mod loopy_games;
    mod marks;
    mod mills;
    mod notation;
    mod pawns;
    pub(crate) mod registry;
    pub(crate) mod showing;
    mod symmetry;
    mod tictactoe_rules;
}

/// Tests of the bytes and sources that the library writes and reads.
mod formats {
    mod corpus;
    mod files;
    mod forged_tables;
    mod golden;
    mod playbook_sources;
    mod table_layout;
    mod table_sources;
    mod wdl_layout;
}

/// Tests of packages that use the library in the same way as a user's package.
mod packaging {
    pub(crate) mod cargo;
    mod linking;
    mod packages;
    mod tutorial;
}
