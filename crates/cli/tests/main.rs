//! All tests of the command are one program, so that their common code is compiled once.

mod cached;
mod completions;
mod corpus;
mod drawing;
mod endless_input;
mod export;
mod forecast;
mod foreign_files;
mod forged_tables;
mod interrupt;
mod large_games;
mod lists;
mod lookup;
mod notices;
mod oracle;
mod output;
mod page_table;
mod playbook;
mod program;
mod published;
mod rank;
mod read_table;
mod registry;
mod report;
mod score;
mod terminal;
