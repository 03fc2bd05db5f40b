//! An instance of the WebAssembly module, which reads questions and writes answers.

use std::path::Path;
use std::sync::Arc;

use perfectplay::forecast::Effort;
use perfectplay_any::{Capacity, Catalogue, Error, OracleOptions, Solve, open};
use perfectplay_present::scene::Unsolved;
use serde::Serialize;
use serde_json::json;

use crate::ask::Ask;
use crate::far::Pages;
use crate::game::GameSession;
use crate::rules::RulesGraph;
use crate::watch;

/// The memory that a module may use to solve a game, in bytes. A module can address 4 × 2^30 bytes, but
/// browsers allow less.
const MEMORY: u64 = 3 << 30;

/// An instance of the WebAssembly module, with its games, a table, a buffer for the question and a buffer for the
/// answer.
pub struct ModuleSession {
    games: Catalogue,
    game: Option<GameSession>,
    far: Pages,
    input: Vec<u8>,
    output: Vec<u8>,
}

enum Answered {
    Json(serde_json::Value),
    Bytes(Vec<u8>),
}

impl ModuleSession {
    /// Creates an instance with the given games, and without a table.
    #[must_use]
    pub fn new(games: Catalogue) -> Self {
        Self {
            games,
            game: None,
            far: Pages::default(),
            input: Vec::new(),
            output: Vec::new(),
        }
    }

    /// Returns the buffer for a question of `len` bytes.
    pub fn input(&mut self, len: usize) -> &mut [u8] {
        self.input.clear();
        self.input.resize(len, 0);
        &mut self.input
    }

    /// Answers the question in the buffer. The question is a JSON text of `len` bytes. Data for the question, such as a
    /// table, may follow the text in the buffer.
    pub fn call(&mut self, len: usize) {
        let input = std::mem::take(&mut self.input);
        let (ask, bytes) = input.split_at(len.min(input.len()));
        let answered = match serde_json::from_slice(ask) {
            Ok(ask) => self.answer(ask, bytes),
            Err(error) => Err(Error::Flaw(format!(
                "this is not a question to the module: {error}"
            ))),
        };
        // A question fails if bytes of the table are missing. The page asks the question again when these bytes
        // have arrived.
        let missing = self.far.take_missing();
        let answered = answered.unwrap_or_else(|error| {
            let ranges = missing.iter().map(|range| [range.start, range.end]);
            Answered::Json(match missing[..] {
                [] => json!({ "error": error.to_string() }),
                _ => json!({ "missing": ranges.collect::<Vec<_>>() }),
            })
        });
        self.output = match answered {
            Answered::Bytes(bytes) => bytes,
            Answered::Json(json) => json.to_string().into_bytes(),
        };
    }

    /// Returns the answer.
    #[must_use]
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    fn answer(&mut self, ask: Ask, bytes: &[u8]) -> Result<Answered, Error> {
        match ask {
            Ask::Version => told(&json!({ "version": env!("CARGO_PKG_VERSION") })),
            Ask::Games => {
                let listings = self.games.listings().map(|listing| {
                    let usual = self.games.find(listing.name).ok();
                    json!({
                        "name": listing.name,
                        "title": usual.map(|game| game.info().title.clone()),
                        "rules": listing.rules,
                        "parameters": listing.parameters,
                        "samples": listing.samples,
                    })
                });
                Ok(Answered::Json(listings.collect()))
            }
            Ask::Solve { game, limit } => {
                let table = self.games.find(&game)?.solve(&Solve {
                    limit: limit.or(Some(Solve::LIMIT)),
                    memory: Some(MEMORY),
                    watch: &watch::tell,
                    ..Solve::default()
                })?;
                self.keep(GameSession::new(table))
            }
            Ask::Forecast { game } => {
                let estimate = self
                    .games
                    .find(&game)?
                    .estimate(Effort::default(), &watch::tell)?;
                let capacity = Capacity {
                    memory: Some(MEMORY),
                    disk: None,
                };
                Ok(Answered::Json(json!({
                    "states": estimate.states().to_string(),
                    "isTooLarge": estimate.states().rounded() > Solve::LIMIT || estimate.missing(capacity).is_some(),
                })))
            }
            Ask::Start { game } => {
                let game = self.games.find(&game)?;
                told(&Unsolved::new(&game.without_table()))
            }
            Ask::Rules { states } => Ok(Answered::Bytes(RulesGraph::read(states, bytes)?.solve()?)),
            Ask::RulesTable {
                states,
                name,
                declared,
            } => {
                let (graph, keys) = RulesGraph::read_keyed(states, bytes)?;
                Ok(Answered::Bytes(graph.table(&name, &keys, &declared)?))
            }
            Ask::Bytes => {
                let bytes = self.game()?.table.bytes(&watch::tell);
                let far = || {
                    Error::Flaw(
                        "expected a table in memory, found one that is read from a server"
                            .to_owned(),
                    )
                };
                Ok(Answered::Bytes(bytes.ok_or_else(far)??))
            }
            Ask::Load { name } => {
                let table = open(Box::new(bytes.to_vec()), Path::new(&name), &self.games)?;
                self.keep(GameSession::new(table))
            }
            Ask::Playbook { game } => {
                let table = self.games.find(&game)?.without_table();
                let book = table.open_playbook(bytes.to_vec());
                let book = book.map_err(|error| Error::Format(error.to_string()))?;
                self.keep(GameSession::by_the_book(table, book))
            }
            Ask::Unsolved { game } => {
                let table = self.games.find(&game)?.without_table();
                self.keep(GameSession::unsolved(table))
            }
            Ask::Oracle { game, memory } => {
                let oracle = self.games.find(&game)?.oracle(OracleOptions {
                    memory: Some(memory),
                    watch: Arc::new(watch::tell),
                    ..OracleOptions::default()
                })?;
                self.keep(GameSession::new(oracle))
            }
            Ask::Prove { state } => told(&self.game()?.prove(&state)?),
            Ask::Open { name, length } => {
                self.far.set_len(length);
                let table = open(Box::new(self.far.clone()), Path::new(&name), &self.games)?;
                self.keep(GameSession::new(table))
            }
            Ask::Supply { offset } => {
                self.far.supply(offset, bytes);
                Ok(Answered::Json(json!({})))
            }
            Ask::About => told(&self.game()?.about()),
            Ask::State { state } => told(&self.game()?.state(&state)?),
            Ask::Lookup { state } => {
                let table = &self.game()?.table;
                told(&table.parse(&state)?.answer()?)
            }
            Ask::Draw { bits } => told(&self.game()?.draw(bits)),
        }
    }

    fn keep(&mut self, game: GameSession) -> Result<Answered, Error> {
        let about = told(&game.about());
        self.game = Some(game);
        about
    }

    fn game(&mut self) -> Result<&mut GameSession, Error> {
        let missing = || Error::Flaw("the module has no table yet".to_owned());
        self.game.as_mut().ok_or_else(missing)
    }
}

fn told(answer: &impl Serialize) -> Result<Answered, Error> {
    let json = serde_json::to_value(answer).map_err(|error| Error::Format(error.to_string()))?;
    Ok(Answered::Json(json))
}
