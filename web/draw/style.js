// How the player looks. Paper and ink by day, slate by night: colours are variables, and dark
// ones replace them in one place. Text has a contrast of 4.5 or more to its ground, the border
// of a square 3 or more. Sizes are in rem, so that the reader's size of text counts.

export const style = `
:host {
  color-scheme: light dark;
  --ground: #f6f4ef;
  --card: #fffefb;
  --tile: #fffefb;
  --tile-over: #f0ede5;
  --edge: #ddd8cc;
  --edge-strong: #857f70;
  --ink: #23262f;
  --soft: #5a5d65;
  --first: #4257c9;
  --second: #b84a24;
  --focus: #1f6feb;
  --win: #17703c;
  --win-tint: #58b97c;
  --draw: #6b5a14;
  --draw-tint: #f0e2a8;
  --loss: #ad1f45;
  --loss-tint: #f0a9b8;
  --on-tint: #1d2027;
  --columns: 3;
  --rows: 3;
  /* Room above and below the board when it stands alone over its tools; beside them, above. */
  --room: 14.2rem;
  --room-beside: 6.4rem;
  display: block;
  container-type: inline-size;
  color: var(--ink);
  font: 100%/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif;
}

@media (prefers-color-scheme: dark) {
  :host {
    --ground: #15171d;
    --card: #1d2028;
    --tile: #20242d;
    --tile-over: #2a2f3a;
    --edge: #333846;
    --edge-strong: #7b8294;
    --ink: #eceef3;
    --soft: #a5acba;
    --first: #93a6ff;
    --second: #ff9c72;
    --focus: #7db0ff;
    --win: #74d99b;
    --win-tint: #2f7a4d;
    --draw: #e2c468;
    --draw-tint: #4f4722;
    --loss: #ff93a6;
    --loss-tint: #6b2236;
    --on-tint: #f4f5f8;
  }
}

* {
  box-sizing: border-box;
}

[hidden] {
  display: none !important;
}

h2,
h3,
p,
dl,
dd,
ol,
ul {
  margin: 0;
  padding: 0;
}

ol,
ul {
  list-style: none;
}

h2 {
  font-size: 1rem;
  font-weight: 650;
}

h3 {
  margin-top: 0.9rem;
  font-size: 0.9375rem;
  font-weight: 650;
}

/* Controls */

button,
select {
  min-height: 2.5rem;
  border: 1px solid var(--edge);
  border-radius: 0.6rem;
  background: var(--card);
  color: inherit;
  font: inherit;
}

button {
  padding: 0.3rem 0.7rem;
  cursor: pointer;
  touch-action: manipulation;
  -webkit-tap-highlight-color: transparent;
}

select {
  padding: 0.3rem 1.6rem 0.3rem 0.7rem;
  appearance: none;
  background-image: linear-gradient(45deg, transparent 50%, var(--edge-strong) 50%),
    linear-gradient(-45deg, transparent 50%, var(--edge-strong) 50%);
  background-position: right 0.9rem center, right 0.55rem center;
  background-repeat: no-repeat;
  background-size: 0.35rem 0.35rem;
  text-overflow: ellipsis;
  cursor: pointer;
}

select option {
  background: var(--card);
  color: var(--ink);
}

@media (hover: hover) {
  button:not([aria-disabled="true"]):hover,
  select:enabled:hover {
    border-color: var(--edge-strong);
  }
}

:focus-visible {
  outline: 3px solid var(--focus);
  outline-offset: 2px;
}

select:disabled,
button[aria-disabled="true"] {
  background-color: transparent;
  color: var(--soft);
  opacity: 0.75;
  cursor: default;
}

button[aria-pressed="true"],
button.main {
  border-color: var(--ink);
  background: var(--ink);
  color: var(--ground);
}

button.quiet {
  padding-inline: 0.2rem;
  border-color: transparent;
  background: none;
  color: var(--soft);
  text-decoration: underline;
  text-decoration-color: var(--edge-strong);
  text-underline-offset: 0.25em;
}

input[type="range"] {
  width: 100%;
  margin: 0;
  accent-color: var(--first);
}

kbd {
  display: inline-block;
  min-width: 1.6em;
  padding: 0 0.4em;
  border: 1px solid var(--edge);
  border-bottom-width: 2px;
  border-radius: 0.35rem;
  background: var(--card);
  font: inherit;
  text-align: center;
}

.row {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
}

.note {
  color: var(--soft);
  font-size: 0.875rem;
}

.note:empty {
  display: none;
}

/* The whole: the turn, the board, its tools, and all else. Beside each other where there is room. */

.table {
  --board: clamp(13rem, (100svh - var(--room) - var(--extra, 0rem)) * var(--columns) / var(--rows), 34rem);
}

.about,
.head,
.frame,
.tools,
.side {
  width: 100%;
  max-width: 34rem;
  margin-inline: auto;
}

/* What stands beside the board is seen when all of it is drawn, so that nothing in it moves, and laid
   out in a turn of its own; what stands below it is out of sight then as well. */
.table:not(.drawn) > .side {
  content-visibility: hidden;
  min-height: 60rem;
}

.frame {
  position: relative;
  container: board / inline-size;
  max-width: var(--board);
}

.head {
  padding-bottom: 0.5rem;
}

.tools {
  margin-top: 0.6rem;
}

.side {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.9rem;
  align-content: start;
  margin-top: 1rem;
}

.turn {
  display: grid;
}

.standing {
  min-height: 1.3em;
  font-size: 1.125rem;
  font-weight: 650;
  line-height: 1.3;
}

/* Each line keeps its place, whatever it says. */

.about,
.said,
.points,
.says {
  min-height: 1.4em;
  color: var(--soft);
  font-size: 0.875rem;
  line-height: 1.4;
}

.about > :empty {
  display: none;
}

.problem {
  color: var(--loss);
}

/* How the game stands: the first player's part from the left, the second's from the right. */

.bar {
  height: 0.5rem;
  margin-bottom: 0.5rem;
  overflow: hidden;
  border-radius: 0.25rem;
  background: var(--second);
  forced-color-adjust: none;
}

.bar::before {
  display: block;
  height: 100%;
  transform: translateX(calc(100% * var(--share) - 100%));
  box-shadow: 0.15rem 0 var(--ground);
  background: var(--first);
  content: "";
}

.bar[data-off] {
  visibility: hidden;
}

.head[data-result="0"] .standing {
  color: var(--first);
}

.head[data-result="1"] .standing {
  color: var(--second);
}

@container (min-width: 34rem) {
  .table {
    --board: clamp(13rem, (100svh - var(--room-beside) - var(--extra, 0rem)) * var(--columns) / var(--rows), min(64rem, 60cqi));
    display: grid;
    grid-template-columns: var(--board) minmax(0, 1fr);
    grid-template-rows: auto auto auto 1fr;
    gap: 0 clamp(1rem, 4cqi, 3rem);
  }

  .about {
    grid-column: 1 / 3;
    max-width: none;
    margin-bottom: 0.4rem;
  }

  .frame {
    position: sticky;
    top: 0.75rem;
    grid-row: 2 / 5;
    grid-column: 1;
    align-self: start;
  }

  .head,
  .tools,
  .side {
    grid-column: 2;
    max-width: none;
  }
}

.card {
  padding: 0.9rem 1rem;
  border: 1px solid var(--edge);
  border-radius: 0.8rem;
  background: var(--card);
}

.card header {
  display: flex;
  align-items: center;
  gap: 0.5rem;
}

.card header h2 {
  flex: 1;
}

.erred,
.puzzle {
  min-height: 8.6rem;
}

/* What is folded away takes one row. */
.card.settings,
.card.how {
  padding-block: 0.6rem;
}

@container (min-width: 18rem) {
  .side {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  .side > :not(details:not([open])) {
    grid-column: 1 / -1;
  }
}

@container (max-width: 28rem) {
  .about span + span {
    display: none;
  }
}

/* The board */


.board {
  display: grid;
  grid-template-columns: repeat(var(--columns), minmax(0, 1fr));
  gap: calc(6cqi / var(--columns));
  position: relative;
}

.cell {
  position: relative;
  display: grid;
  place-items: center;
  aspect-ratio: 1;
  min-height: 0;
  padding: 0;
  border: 1.5px solid var(--edge-strong);
  border-radius: calc(9cqi / var(--columns));
  background: var(--tile);
}

/* A piece that slides passes over other squares. A click there is theirs: pressed on a square
   and released on a piece above it would be no click at all. */
.cell > * {
  grid-area: 1 / 1;
  pointer-events: none;
}

@media (hover: hover) {
  .cell[data-mark=""]:not([data-value]):hover {
    background: var(--tile-over);
  }
}

.mark {
  display: none;
  width: 100%;
  fill: none;
  stroke-width: 11;
  stroke-linecap: round;
}

/* What belongs to nobody has the colour of whoever put it there, if somebody has. */
.cell {
  --own: var(--ink);
}

.cell[data-player="0"] {
  --own: var(--first);
}

.cell[data-player="1"] {
  --own: var(--second);
}

.mark > * {
  display: none;
  stroke: var(--own);
}

.mark > :is(.x, .o) {
  stroke-dasharray: 1;
}

[data-sign] > .mark {
  display: block;
}

[data-sign="mark"][data-player="0"] > .mark > .x,
[data-sign="mark"][data-player="1"] > .mark > .o,
[data-sign="x"] > .mark > .x,
[data-sign="o"] > .mark > .o {
  display: block;
}

.cell[data-last]::after {
  position: absolute;
  bottom: 5%;
  width: clamp(4px, 6%, 0.4rem);
  aspect-ratio: 1;
  border-radius: 50%;
  background: var(--edge-strong);
  content: "";
}

.cell[data-chosen] {
  outline: 3px solid var(--first);
  outline-offset: -3px;
}

/* Pieces of the loser stay as they are; those of the winner stand out. */
.cell[data-won] {
  border-color: var(--own);
  background: color-mix(in oklab, var(--own) 18%, var(--tile));
}

/* What is pointed at in a list. */
.cell[data-lit] {
  outline: 4px solid var(--focus);
  outline-offset: -2px;
}

.strike {
  position: absolute;
  z-index: 2;
  inset: 0;
  width: 100%;
  height: 100%;
  pointer-events: none;
}

.strike path {
  fill: none;
  stroke: var(--ink);
  stroke-width: 4;
  stroke-linecap: round;
  stroke-dasharray: 1;
}

/* Hints: a sign, and the verdict in words, on a tile whose tint is the stronger the nearer
   the end is. By day wins are the darkest
   and draws the palest, by night wins are the lightest and losses the darkest. */

.hint {
  display: none;
  justify-items: center;
  line-height: 1.15;
}

.hint [data-shown]::before {
  content: attr(data-shown);
}

.cell[data-value] > .hint,
.cell[data-preview] > .hint {
  display: grid;
}

.hint b {
  font-size: calc(27cqi / var(--columns));
  font-weight: 600;
  line-height: 1;
}

.hint i {
  font-size: clamp(0.6875rem, 11cqi / var(--columns), 1.0625rem);
  font-style: normal;
}

@container board (max-width: 18rem) {
  .hint i {
    font-size: clamp(0.6875rem, 14cqi / var(--columns), 1.0625rem);
  }
}

.cell[data-value="win"] {
  --tint: var(--win-tint);
  --strong: var(--win);
}

.cell[data-value="draw"] {
  --tint: var(--draw-tint);
  --strong: var(--draw);
}

.cell[data-value="loss"] {
  --tint: var(--loss-tint);
  --strong: var(--loss);
}

.cell[data-value] {
  background: color-mix(in oklab, var(--tint) calc(55% + 45% * var(--near)), var(--tile));
  color: var(--on-tint);
}

.cell[data-value="draw"] {
  background: var(--draw-tint);
}

.cell[data-best] {
  border: 3px solid var(--strong);
}

.cell[data-best] .hint i {
  font-weight: 700;
}

/* What is not played yet: thinner marks, with the number of the move. */

.cell[data-preview] > .mark {
  stroke-width: 4;
}

.cell[data-preview] > .hint {
  position: absolute;
  top: 6%;
  left: 9%;
  color: var(--soft);
}

.cell[data-preview] > .hint b {
  font-size: clamp(0.8125rem, 12cqi / var(--columns), 1.125rem);
}

/* What the review says of a move. */

.cell[data-better] {
  border: 3px dashed var(--win);
}

.cell[data-remark] {
  box-shadow: inset 0 0 0 3px var(--tile), inset 0 0 0 6px var(--ink);
}

/* Tools */

.tools {
  display: grid;
  grid-template-columns: repeat(12, minmax(0, 1fr));
  gap: 0.5rem;
}

.tools button {
  grid-column: span 4;
  padding-inline: 0.2rem;
  font-size: 0.9375rem;
}

/* Large text on a small screen. */
@container (max-width: 15rem) {
  .tools button {
    grid-column: span 6;
  }

  .scores {
    flex-wrap: wrap;
  }

  .settings .fields {
    grid-template-columns: minmax(0, 1fr);
  }
}

.scores {
  grid-column: 1 / -1;
  display: flex;
  justify-content: space-between;
  gap: 0.5rem;
  color: var(--soft);
  font-size: 0.875rem;
}

.scores > div {
  display: flex;
  gap: 0.4em;
  padding-bottom: 0.1rem;
  border-bottom: 2px solid transparent;
}

.scores dd {
  color: var(--ink);
  font-variant-numeric: tabular-nums;
  font-weight: 650;
}

[data-side="0"] dd {
  color: var(--first);
}

[data-side="1"] dd {
  color: var(--second);
}

[data-side="0"][data-turn="on"] {
  border-color: var(--first);
}

[data-side="1"][data-turn="on"] {
  border-color: var(--second);
}

.streak {
  grid-column: 1 / -1;
  font-size: 0.875rem;
}

/* Best play and its proof */

.step {
  width: 2.75rem;
  padding: 0;
  font-size: 1.25rem;
  line-height: 1;
}

.line {
  margin-top: 0.4rem;
}

.line h3 {
  flex: 1;
  margin: 0;
}

/* A line scrolls within its room, which is there also when it is empty. */
.steps {
  display: flex;
  gap: 0.4rem;
  min-height: 2.8rem;
  padding: 0.4rem 0.2rem;
  overflow-x: auto;
  overscroll-behavior-x: contain;
}

.steps button {
  white-space: nowrap;
  min-height: 2rem;
  padding: 0.1rem 0.6rem;
  border-radius: 1rem;
  font-size: 0.875rem;
}

[aria-current="step"] {
  border-color: var(--ink) !important;
  box-shadow: inset 0 0 0 1px var(--ink);
}

.steps [data-player="0"],
[data-player="0"] .who,
.why [data-player="0"] > b {
  color: var(--first);
}

.steps [data-player="1"],
[data-player="1"] .who,
.why [data-player="1"] > b {
  color: var(--second);
}

.why {
  margin-top: 0.3rem;
  font-size: 0.9375rem;
}

.why ul {
  margin-inline-start: 0.45rem;
  padding-inline-start: 0.7rem;
  border-inline-start: 1px solid var(--edge);
}

.why li > span,
.why summary {
  display: block;
  padding: 0.15rem 0 0.15rem 1.1rem;
  line-height: 1.5rem;
}

.why summary {
  position: relative;
  align-content: center;
  border-radius: 0.3rem;
  cursor: pointer;
}

.why summary::before {
  position: absolute;
  left: 0.1rem;
  color: var(--soft);
  content: "▸";
}

.why details[open] > summary::before {
  content: "▾";
}

.check {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  margin-top: 0.6rem;
  color: var(--soft);
  font-size: 0.875rem;
}

/* The moves that were played: a list that scrolls by itself, and opens for a review. */

.remarks {
  display: grid;
  align-content: start;
  height: 9.5rem;
  margin-top: 0.4rem;
  overflow-y: auto;
  overscroll-behavior-y: contain;
}

.played[data-over="on"] > .remarks {
  height: 24rem;
}

.remarks li {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 0.5rem;
}

.go {
  display: flex;
  grid-column: 1 / -1;
  gap: 0.4rem;
  align-items: center;
  min-height: 2rem;
  padding: 0.15rem 0.4rem;
  border-color: transparent;
  background: transparent;
  text-align: start;
}

.go .number {
  min-width: 1.6em;
}

.go .place {
  flex: 1;
}

.go > :is(.number, .worth) {
  color: var(--soft);
  font-size: 0.875rem;
}

.go .kind {
  min-width: 4.4em;
  font-size: 0.875rem;
  font-style: normal;
  font-weight: 600;
  text-align: end;
}

[data-review="best"] .kind {
  color: var(--win);
}

[data-review="slower"] .kind {
  color: var(--draw);
}

[data-review="mistake"] .kind {
  color: var(--loss);
}

.remarks p {
  padding: 0 0.6rem 0.3rem;
  color: var(--soft);
  font-size: 0.875rem;
}

.better {
  display: block;
}

.remarks p:not(:has(:not(:empty))) {
  display: none;
}

.retry {
  min-height: 2rem;
  padding: 0.1rem 0.6rem;
  font-size: 0.875rem;
}

/* Puzzles, boards set up, settings */

:is(.puzzle, .erred) > :is(h2, p) {
  min-height: 1.5em;
}

.puzzle .row,
.setup .row {
  margin-top: 0.7rem;
}

.wrong {
  color: var(--loss);
}

details > :not(summary, section) {
  margin-top: 0.7rem;
}

.fields {
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 0.7rem;
}

.field {
  display: grid;
  gap: 0.2rem;
  color: var(--soft);
  font-size: 0.875rem;
}

.field select {
  width: 100%;
  color: var(--ink);
  font-size: 1rem;
}

.field select:disabled {
  color: var(--soft);
}

.range {
  grid-template-columns: auto minmax(0, 1fr) 3em;
  align-items: center;
  gap: 0.6rem;
}

.percent {
  color: var(--ink);
  font-variant-numeric: tabular-nums;
  text-align: end;
}

.settings .row {
  justify-content: space-between;
}

.card > summary {
  align-content: center;
  font-weight: 650;
  cursor: pointer;
}

/* Keys: for those who have some. */

.keys {
  display: none;
  font-size: 0.8125rem;
}

@media (hover: hover) {
  @container (min-width: 34rem) {
    .keys {
      display: block;
    }
  }
}

.keys dl {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr));
  gap: 0.4rem 1rem;
  margin-top: 0.5rem;
}

.keys dl > div {
  display: flex;
  gap: 0.5rem;
  align-items: center;
}

.keys dt {
  display: flex;
  gap: 3px;
  align-items: center;
}

.printed {
  display: none;
}

/* Targets for thumbs */

@media (pointer: coarse) {
  button,
  select,
  summary,
  .check,
  .steps button,
  .go,
  .retry {
    min-height: 44px;
  }

  input[type="range"] {
    min-height: 44px;
  }

  .remarks {
    height: 11.5rem;
  }
}

/* Motion, for those who like it */

@media (prefers-reduced-motion: no-preference) {
  button,
  select {
    transition: border-color 120ms, background-color 120ms;
  }

  .cell:not([data-preview]) > .mark > :is(.x, .o) {
    animation: draw 220ms ease-out both;
  }

  .cell:not([data-preview]) > .mark > .second {
    animation-delay: 90ms;
  }

  .strike path {
    animation: draw 420ms 250ms ease-out both;
  }

  .bar::before {
    transition: transform 400ms ease-out;
  }
}

@keyframes draw {
  from {
    stroke-dashoffset: 1;
    opacity: 0;
  }

  20% {
    opacity: 1;
  }
}

/* Colours of the system: what a colour said, a line says. */

@media (forced-colors: active) {
  .mark > *,
  .strike path {
    stroke: CanvasText;
  }

  .scores > div {
    border-color: Canvas;
  }

  .scores > [data-turn="on"] {
    border-color: Highlight;
  }

  button[aria-pressed="true"],
  button.main,
  [aria-current="step"] {
    border: 3px solid Highlight !important;
  }

  button[aria-disabled="true"] {
    color: GrayText;
  }

  .cell[data-best] {
    border: 4px double CanvasText;
  }

  .cell[data-better] {
    border: 4px dashed Highlight;
  }

  .cell[data-remark] {
    outline: 3px solid Highlight;
    outline-offset: -8px;
  }

  .cell[data-last]::after {
    background: CanvasText;
  }

  .cell[data-lit] {
    outline-color: Highlight;
  }
}

/* On paper: the board and the moves. */

@media print {
  .tools,
  .side,
  .about,
  .says,
  .bar,
  .hint {
    display: none !important;
  }

  .table {
    display: block;
  }

  .frame {
    position: relative;
    top: 0;
    max-width: 12cm;
    margin: 0;
  }

  .cell {
    background: none !important;
    box-shadow: none !important;
  }

  .printed {
    display: block;
    margin-top: 1rem;
    padding-inline-start: 2rem;
    list-style: decimal;
  }
}
`;
