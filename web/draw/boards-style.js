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

[data-sign="stick"] > .mark > .stick,
[data-sign="block"] > .mark > .block,
[data-sign="disc"] > .mark > .disc {
  display: block;
}

.mark > .stick {
  stroke-width: 14;
}

.mark > .block,
.mark > .disc {
  fill: var(--own);
  stroke: none;
}

.mark > .block {
  opacity: 0.75;
}

/* A disc has the sign of its player in it, for readers who see no colours. */
[data-sign="disc"][data-player="0"] > .mark > .cross {
  display: block;
  stroke: var(--tile);
  stroke-width: 9;
}

[data-sign="disc"][data-player="1"] > .mark > .hole {
  display: block;
  fill: var(--tile);
  stroke: none;
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

.cell[data-value][data-sign="stick"] > .mark {
  opacity: 0.25;
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

/* Where a move leads is not the only thing that a square with a piece says. */
.cell[data-value]:is([data-sign="block"], [data-sign="stick"], [data-sign="disc"], [data-sign="mark"]) > .hint {
  position: absolute;
  inset: auto 0 3%;
}

.cell[data-value]:is([data-sign="block"], [data-sign="stick"], [data-sign="disc"], [data-sign="mark"]) > .hint b {
  display: none;
}

/* Its words have their room below it. */
.cell[data-value][data-sign="disc"] > .mark {
  transform: translateY(-8%) scale(0.85);
}

.cell[data-value][data-sign="block"] > .hint {
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

.choices [data-value="win"] {
  --tint: var(--win-tint);
  --strong: var(--win);
}

.choices [data-value="draw"] {
  --tint: var(--draw-tint);
  --strong: var(--draw);
}

.choices [data-value="loss"] {
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
