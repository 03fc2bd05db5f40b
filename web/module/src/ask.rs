//! What a module is asked.

use serde::Deserialize;

/// What a module is asked. What a page does with the answers stands in `web/answers.js`.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum Ask {
    /// Which games there are.
    Games,
    /// To solve a game, and keep its table.
    Solve {
        /// Its name and parameters.
        game: String,
        /// The most states that are tried; as many as the command solves whenever it is asked,
        /// unless given.
        limit: Option<u64>,
    },
    /// To forecast how many states a game has, and whether it is too large to solve here.
    Forecast {
        /// Its name and parameters.
        game: String,
    },
    /// The game of a name, not solved: what is the same in all states, and how it begins.
    Start {
        /// Its name and parameters.
        game: String,
    },
    /// To solve the graph of states behind this, which rules in JavaScript have told. The answer is the
    /// values and the distances, and no JSON.
    Rules {
        /// How many states there are.
        states: usize,
    },
    /// The bytes of the table: the answer is these, and no JSON.
    Bytes,
    /// To open the table whose bytes are behind this.
    Load {
        /// What errors call it.
        name: String,
    },
    /// To open a table that is far away.
    Open {
        /// What errors call it.
        name: String,
        /// How many bytes it has.
        length: u64,
    },
    /// To keep the bytes behind this, which are a piece of a table that is far away. Those may come
    /// before it is opened.
    Supply {
        /// Where they begin.
        offset: u64,
    },
    /// What is the same in all states, as far as they have been seen.
    About,
    /// What a state is worth, how it looks, and where its moves lead.
    State {
        /// As [`State`](Self::State) gives those that moves lead to.
        state: String,
    },
    /// What `perfectplay lookup --json` says of a state.
    Lookup {
        /// As the game writes it.
        state: String,
    },
    /// A state that is met by chance, by moves of the rules.
    Draw {
        /// What chance is.
        bits: u64,
    },
}
