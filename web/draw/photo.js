// A picture of a board to send to others: the board as a page draws it, and words below it.

import { drawPicture, sheetsText } from "./draw.js";

/** The size of the picture, and of the page that is drawn in it. */
const PIXELS = 1080;
const SIZE = 540;

/** How the board and the words stand on it. */
const STYLE = `
.host { box-sizing: border-box; width: ${SIZE}px; height: ${SIZE}px; padding: 22px 28px; background: var(--ground); }
.host > div { height: 100%; display: grid; grid-template-rows: 1fr auto auto; gap: 4px; }
.table { --board: 100%; display: grid; align-content: center; min-height: 0; grid-template-columns: 1fr; }
.frame { position: static; margin-inline: auto; max-width: min(100%, 300px * var(--columns) / var(--rows)); }
.bar, .tops, .choices, .hint, .result { display: none !important; }
.title { font-size: 22px; font-weight: 700; }
.line { font-size: 17px; color: var(--soft); white-space: pre-line; }
* { animation: none !important; transition: none !important; }
`;

const paragraph = (className, text) => Object.assign(document.createElement("p"), { className, textContent: text });

/** Gives a picture in PNG of the board of a view, with a title and lines below it. */
export async function photograph(view, title, lines) {
  const host = Object.assign(document.createElement("div"), { className: "host" });
  const inner = document.createElement("div");
  host.append(Object.assign(document.createElement("style"), { textContent: sheetsText(view.game).replaceAll(":host", ".host") + STYLE }), inner);
  drawPicture(inner, view);
  for (const template of inner.querySelectorAll("template")) template.remove();
  inner.append(paragraph("title", title), paragraph("line", lines.filter(Boolean).join("\n")));
  const page = new XMLSerializer().serializeToString(host);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PIXELS}" height="${PIXELS}" viewBox="0 0 ${SIZE} ${SIZE}"><foreignObject width="${SIZE}" height="${SIZE}">${page}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: PIXELS, height: PIXELS });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("expected a picture, found none"))), "image/png");
  });
}
