// How the boards of other games look: discs, pits, lattices, lists of moves.

export const boardsStyle = `
.text {
  grid-column: 1 / -1;
  padding: 2rem 0;
  font-size: 3rem;
  font-weight: 650;
  line-height: 1.2;
  text-align: center;
}

.mark > .stick {
  stroke-width: 15;
}

.mark > :is(.block, .disc, .pawn, .car, .hound, .hare) {
  fill: var(--own);
  stroke: none;
}

[data-sign="stick"] > .mark > .stick,
[data-sign="block"] > .mark > .block,
[data-sign="disc"] > .mark > .disc,
[data-sign="pawn"] > .mark > .pawn,
[data-sign="car"] > .mark > .car,
[data-sign="hound"] > .mark > .hound,
[data-sign="hare"] > .mark > .hare {
  display: block;
}

.mark > .block {
  opacity: 0.75;
}

/* A thing has the sign of its player in it, for readers who see no colours. */
[data-player="0"]:is([data-sign="disc"], [data-sign="pawn"], [data-sign="car"], [data-sign="hound"], [data-sign="hare"]) > .mark > .cross {
  display: block;
  stroke: var(--tile);
  stroke-width: 8;
}

[data-player="1"]:is([data-sign="disc"], [data-sign="pawn"], [data-sign="car"], [data-sign="hound"], [data-sign="hare"]) > .mark > .hole {
  display: block;
  fill: var(--tile);
  stroke: none;
}

[data-sign="pawn"] > .mark > :is(.cross, .hole) {
  transform: translate(24px, 36px) scale(0.52);
}

[data-sign="car"] > .mark > :is(.cross, .hole) {
  transform: translate(22px, 33px) scale(0.56);
}

[data-sign="hound"] > .mark > :is(.cross, .hole) {
  transform: translate(28px, 20px) scale(0.56);
}

[data-sign="hare"] > .mark > :is(.cross, .hole) {
  transform: translate(18px, 31px) scale(0.64);
}

/* What is poisoned: a skull. */
[data-poisoned][data-sign] > .mark > .poison {
  display: block;
  fill: var(--tile);
  stroke: none;
}

.cell[data-poisoned] > .mark > .poison {
  transform: translateY(-8px);
}

.cell[data-poisoned][data-value][data-sign][data-kind] > .hint {
  align-content: end;
  padding-bottom: 9%;
}

.poison > :not(:first-child) {
  fill: var(--loss);
  stroke: var(--loss);
  stroke-width: 4;
}

.cell[data-preview]:not([data-sign="mark"]) > .mark {
  opacity: 0.55;
}

.label {
  font-weight: 650;
  font-size: calc(30cqi / var(--columns));
  line-height: 1;
  pointer-events: none;
}

.label::before {
  content: attr(data-shown);
}

/* The age of a mark. */
[data-sign="mark"] > .label {
  position: absolute;
  right: 8%;
  bottom: 6%;
  color: var(--soft);
  font-size: calc(15cqi / var(--columns));
}

.cell[data-sign="heap"] {
  border: 3px solid var(--own);
  border-radius: 50%;
}

.cell[data-sign="heap"]:not([data-value]) {
  background: color-mix(in oklab, var(--own) 12%, var(--tile));
}

/* Sticks lie on the table, and stay sticks: what taking them is worth is written on them. */

.cell[data-sign="stick"] {
  border-color: transparent;
  background: none;
}

.cell[data-value][data-sign="stick"] {
  color: var(--strong);
}

.cell[data-value][data-sign="stick"] > .mark > .stick {
  stroke: var(--tint);
}

.cell[data-best][data-sign="stick"] > .mark > .stick {
  stroke: var(--strong);
}

.cell[data-sign="heap"] > .hint {
  align-self: end;
  padding-bottom: 6%;
  font-size: 0.8em;
}

.cell[data-sign="heap"] > .hint b {
  display: none;
}

.cell[data-kind="absent"] {
  visibility: hidden;
}

/* What the move that is looked at takes away. */
.cell[data-gone] > .mark {
  opacity: 0.25 !important;
}

/* Where a move leads is not the only thing that a square with a piece says. */
.cell[data-value][data-sign]:not([data-sign="heap"]) > .hint {
  position: absolute;
  inset: auto 0 3%;
}

.cell[data-value][data-sign]:not([data-sign="heap"]) > .hint b {
  display: none;
}

/* Its words have their room below it. */
.cell[data-value]:is([data-sign="stick"], [data-sign="disc"], [data-sign="pawn"], [data-sign="car"], [data-sign="hound"], [data-sign="hare"]) > .mark {
  transform: translateY(-8%) scale(0.85);
}

.cell[data-value][data-sign="block"][data-kind] > .hint {
  inset: 0;
  align-content: center;
  color: var(--tile);
}

/* A lattice: points, lines between them, and faces, which are not chosen. */

.frame[data-lattice] .board {
  grid-template: var(--lines) / var(--tracks);
  gap: 0;
  aspect-ratio: var(--columns) / var(--rows);
}

.board,
.tops,
.letters:is(.top, .bottom) {
  grid-template-columns: var(--tracks);
}

.cell[data-part] {
  min-width: 0;
  aspect-ratio: auto;
  border: 0 solid transparent;
  border-radius: 0.3rem;
  background: none;
}

.cell[data-part]::before {
  position: absolute;
  background: var(--own);
  content: "";
}

.cell[data-part="point"]::before {
  inset: 27%;
  border-radius: 50%;
}

.cell[data-part="across"]::before {
  inset: calc(50% - 1px) 4%;
}

.cell[data-part="down"]::before {
  inset: 4% calc(50% - 1px);
}

.cell:is([data-part="across"], [data-part="down"]):not([data-sign])::before {
  background: var(--edge-strong);
}

/* Widths are parts of a face, not of the line, which is wider for thumbs. */

.cell[data-part="across"][data-sign]::before {
  inset: calc(50% - 5.8cqi / var(--columns)) -3%;
  border-radius: 1rem;
}

.cell[data-part="down"][data-sign]::before {
  inset: -3% calc(50% - 5.8cqi / var(--columns));
  border-radius: 1rem;
}

.cell[data-part="face"]::before {
  inset: 0;
  background: none;
}

/* A line with a hint is as wide as its sign, and has the tint that a square would have. */
.cell[data-value]:is([data-part="across"], [data-part="down"]):not([data-sign])::before {
  border-radius: 1rem;
  background: color-mix(in oklab, var(--tint) calc(55% + 45% * var(--near)), var(--tile));
}

.cell[data-value][data-part="across"]:not([data-sign])::before {
  inset: calc(50% - 9.6cqi / var(--columns)) 2%;
}

.cell[data-value][data-part="down"]:not([data-sign])::before {
  inset: 2% calc(50% - 9.6cqi / var(--columns));
}

.cell[data-best][data-part]:not([data-sign])::before {
  border: 2px solid var(--strong);
}

.cell[data-part="face"][data-sign]::before {
  background: color-mix(in oklab, var(--own) 22%, var(--tile));
}

.cell[data-part] > .mark > * {
  display: none !important;
}

.cell[data-part="face"][data-sign][data-player="0"] > .mark > .x,
.cell[data-part="face"][data-sign][data-player="1"] > .mark > .o {
  display: block !important;
}

.cell[data-part="face"] > .mark {
  z-index: 1;
  width: 70%;
}

.cell[data-part] .hint {
  z-index: 1;
}

.cell[data-part] .hint b {
  font-size: calc(13cqi / var(--columns));
}

.frame[data-lattice] .cell[data-part] .hint i {
  display: none;
}

.cell[data-part][data-last]::after {
  bottom: calc(50% - 0.2rem);
  background: var(--tile);
}

@media (hover: hover) {
  .cell[data-part]:not([data-sign], [data-still], [data-value]):hover {
    background: var(--tile-over);
  }
}

/* A line is as wide as a thumb. It takes the room from faces and points, which nobody presses. */

.cell[data-still] {
  pointer-events: none;
}

@media (pointer: coarse) {
  .frame[data-lattice] .board {
    padding: max(0px, 22px - 14cqi / var(--columns));
  }

  .cell[data-part="across"] {
    align-self: center;
    height: max(100%, 44px);
  }

  .cell[data-part="down"] {
    justify-self: center;
    width: max(100%, 44px);
  }
}

/* Round the board: letters, stores, and what stands over columns. */

.frame[data-look] {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
}

.frame[data-look] > :is(.bar, .choices) {
  grid-column: 1 / -1;
}

.frame[data-look] > .choices {
  grid-row: 5;
}

.frame[data-look] > .board {
  grid-row: 3;
  grid-column: 2;
}

.letters {
  display: grid;
  gap: calc(6cqi / var(--columns));
  justify-items: center;
  color: var(--soft);
  font-size: 0.8125rem;
  line-height: 1.2rem;
  pointer-events: none;
}

.letters:is(.top, .bottom) {
  grid-row: 4;
  grid-column: 2;
}

.letters.top {
  grid-row: 2;
}

.frame[data-drops] > .letters.bottom {
  gap: calc(8cqi / var(--columns));
  padding-inline: calc(6cqi / var(--columns));
}

.letters:is(.left, .right) {
  grid-row: 3;
  grid-column: 1;
  grid-template-rows: var(--lines);
  align-items: center;
  width: 1.1rem;
  justify-items: start;
}

.letters.right {
  grid-column: 3;
  justify-items: end;
}

.frame[data-lattice] > .letters,
.frame[data-edges] > .letters,
.frame[data-edges] > .board {
  gap: 0;
}

.store {
  display: grid;
  grid-row: 3;
  place-items: center;
  width: calc(76cqi / var(--columns));
  border: 3px solid var(--own);
  border-radius: calc(38cqi / var(--columns));
  font-weight: 650;
  font-size: calc(30cqi / var(--columns));
}

.store::before {
  content: attr(data-shown);
}

.store[data-player="0"] {
  --own: var(--first);
}

.store[data-player="1"] {
  --own: var(--second);
}

.store[data-side="left"] {
  grid-column: 1;
  margin-inline-end: calc(6cqi / var(--columns));
}

.store[data-side="right"] {
  grid-column: 3;
  margin-inline-start: calc(6cqi / var(--columns));
}

/* Points with lines between them: pieces stand on the points. */

.edges,
.covers {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  overflow: visible;
  pointer-events: none;
}

.edges path {
  fill: none;
  stroke: var(--edge-strong);
  stroke-width: 0.035;
}

.cell[data-spot] {
  border-color: transparent;
  border-radius: 50%;
  background: radial-gradient(circle, var(--edge-strong) 11%, transparent 12%);
}

.cell[data-spot]:is([data-value], [data-sign], [data-won]) {
  background: none;
}

.cell[data-spot][data-value]::before,
.cell[data-spot][data-won]::before {
  position: absolute;
  inset: 7%;
  border-radius: 50%;
  background: color-mix(in oklab, var(--tint, var(--own)) calc(55% + 45% * var(--near)), var(--tile));
  content: "";
}

.cell[data-spot]:is([data-best], :hover) {
  border-color: transparent;
}

.cell[data-spot][data-best]::before {
  box-shadow: 0 0 0 3px var(--strong);
}

.cell[data-spot] > * {
  z-index: 1;
}

/* Whole dominoes, and what moves that cover several squares are worth, on all of them. */

.covers {
  z-index: 1;
}

.covers rect {
  fill: var(--ink);
  fill-opacity: 0.8;
}

.covers [data-player="0"] {
  fill: var(--first);
}

.covers [data-player="1"] {
  fill: var(--second);
}

.covers [data-step] {
  fill-opacity: 0.4;
  stroke: var(--ink);
  stroke-width: 0.03;
  stroke-dasharray: 0.1;
}

.cell[data-covered] > .mark,
.frame[data-covers] .cell > .hint {
  display: none !important;
}

.frame[data-covers] .cell[data-value] {
  border: 1.5px solid var(--edge-strong);
  background: var(--tile);
}

.frame[data-covers] .cell[data-last]::after {
  content: none;
}

.chips {
  position: absolute;
  z-index: 2;
  inset: 0;
  pointer-events: none;
}

.chips span {
  position: absolute;
  padding: 0.1em 0.45em;
  border: 2px solid transparent;
  border-radius: 1em;
  background: color-mix(in oklab, var(--tint) calc(55% + 45% * var(--near)), var(--tile));
  color: var(--on-tint);
  font-size: clamp(0.625rem, 11.5cqi / var(--columns), 1rem);
  line-height: 1.3;
  white-space: nowrap;
  transform: translate(-50%, -50%);
}

.chips [data-best] {
  border-color: var(--strong);
  font-weight: 700;
}

/* A frame into which pieces fall, the one that would fall, and what each column is worth. */

.frame[data-drops] .board {
  --frame: color-mix(in oklab, var(--edge-strong) 45%, var(--ground));
  gap: calc(8cqi / var(--columns));
  padding: calc(6cqi / var(--columns));
  border-radius: calc(14cqi / var(--columns));
  background: var(--frame);
}

.frame[data-drops] .cell {
  border-radius: 50%;
}

.frame[data-drops] .cell .hint {
  display: none;
}

.frame[data-drops] .cell[data-preview] .hint {
  display: grid;
  top: 0;
}

.frame[data-drops] .cell[data-sign="disc"] > .mark {
  transform: scale(1.36);
}

.tops {
  display: grid;
  grid-row: 2;
  grid-column: 2;
  gap: calc(8cqi / var(--columns));
  height: 2.75rem;
  margin-bottom: 0.25rem;
  padding-inline: calc(6cqi / var(--columns));
}

.tops button {
  display: grid;
  place-items: center;
  min-height: 0;
  padding: 0;
  border: 2px solid transparent;
  border-radius: 0.6rem;
  background: none;
  color: var(--on-tint);
  line-height: 1.15;
}

.tops i {
  font-style: normal;
  font-size: clamp(0.625rem, 11.5cqi / var(--columns), 1rem);
}

.tops [data-value] {
  background: color-mix(in oklab, var(--tint) calc(55% + 45% * var(--near)), var(--tile));
}

.tops [data-best] {
  border-color: var(--strong);
  font-weight: 700;
}

.tops [data-over][data-player]::before {
  width: 1.25rem;
  aspect-ratio: 1;
  border-radius: 50%;
  background: var(--first);
  content: "";
}

.tops [data-over][data-player="1"]::before {
  background: var(--second);
}

.tops [data-over][data-value] {
  grid-template-columns: auto auto;
  align-content: center;
  justify-content: center;
  gap: 0.25rem;
}

/* Moves that no square stands for. Their room stays, however many there are. */

.choices {
  display: flex;
  flex-wrap: wrap;
  gap: 0.4rem;
  justify-content: center;
  min-height: 2.75rem;
  margin-top: 0.5rem;
}

.choices button {
  min-width: 2.75rem;
}

.choices [data-value] {
  background: color-mix(in oklab, var(--tint) 55%, var(--tile));
  color: var(--on-tint);
}

.choices [data-best] {
  border: 3px solid var(--strong);
}

.choices i {
  font-style: normal;
  font-size: 0.8125rem;
}

[data-choices] {
  --room: 16.6rem;
  --room-beside: 8.5rem;
}

:is(.choices, .chips, .tops) [data-value="win"] {
  --tint: var(--win-tint);
  --strong: var(--win);
}

:is(.choices, .chips, .tops) [data-value="draw"] {
  --tint: var(--draw-tint);
  --strong: var(--draw);
}

:is(.choices, .chips, .tops) [data-value="loss"] {
  --tint: var(--loss-tint);
  --strong: var(--loss);
}

/* Of small squares only the sign fits; what it means is in the label. */
.frame:not([data-shape="marks"]) .hint i {
  font-size: clamp(0.625rem, 11.5cqi / var(--columns), 1.0625rem);
}

@media (prefers-reduced-motion: no-preference) {
  .cell[data-sign="block"]:not([data-preview]) > .mark > .block,
  .cell[data-part][data-sign]:not([data-part="point"])::before {
    animation: appear 240ms ease-out both;
  }

  .cell[data-changed="0"] > .label {
    animation: count-even 320ms ease-out;
  }

  .cell[data-changed="1"] > .label {
    animation: count-odd 320ms ease-out;
  }

  .cell[data-moved] {
    z-index: 1;
  }

  .cell[data-moved] > .mark {
    animation: slide 260ms ease-in;
  }
}

@keyframes slide {
  from {
    transform: translate(calc(var(--dx) * 106%), calc(var(--dy) * 106%));
  }
}

@keyframes appear {
  from {
    opacity: 0;
    transform: scale(0.5);
  }
}

/* Two of the same name would not begin again. */
@keyframes count-even {
  from {
    transform: scale(1.7);
  }
}

@keyframes count-odd {
  from {
    transform: scale(1.7);
  }
}

@media (forced-colors: active) {
  .mark > :is(.disc, .block) {
    fill: CanvasText;
  }

  .mark > .hole {
    fill: Canvas;
  }

  [data-sign="disc"] > .mark > .cross {
    stroke: Canvas !important;
  }

  .cell[data-part]::before {
    background: CanvasText;
    forced-color-adjust: none;
  }
}
`;
