// The page on which any game of the list is solved, of any size; and on which a table of any size is
// opened that stands beside it. Its address says what is played: `?game=connect:5x4`, or
// `?table=connect.table`. The module that solves, and the script of its worker, are in the page.

import "./page.js";
import { register, registerLater } from "./element.js";
import { module, worker } from "./inside.js";
import { named } from "./named.js";
import { FileError, beginning, forecast, games, open, solve } from "./solve.js";
import { grouped, languageOf } from "./texts.js";

const WORDS = {
  en: {
    lang: "en",
    game: "Game", size: "Your own size", solve: "Solve it", stop: "Stop", retry: "Try again",
    loading: "Loading the solver.",
    phases: { checking: "Checking the rules", finding: "Finding all positions", solving: "Solving", writing: "Writing the table", verifying: "Verifying" },
    progress: (phase, done, total) => `${phase}: ${grouped(done)}${total > done ? ` of ${grouped(total)}` : ""}`,
    solved: (size, seconds) => `${grouped(size)} positions solved in ${seconds} s, on this device.`,
    opened: (size, file) => `${grouped(size)} positions in ${file}, of which only what is asked is fetched.`,
    opening: (file) => `Opening ${file}.`,
    stopped: "Stopped.",
    folder: "Browsers read no table of a folder that nobody serves. Serve the folder, as “python3 -m http.server” does.",
    file: {
      network: "The table could not be fetched: the network or the server fails.",
      status: "The table could not be fetched.",
      ranges: "The server sends the table only as a whole: it does not know range requests.",
      changed: "The table is another one now: open the page again.",
      damaged: "The table is damaged.",
      module: "The solver cannot be had.",
      worker: "The solver has failed.",
    },
    counting: "Counting the positions.",
    tooLarge: ({ states, proved }) => `Too large for a browser: ${states} positions.${
      proved ? ` A page of its own proves the moves that you ask about: “perfectplay web --game ${proved} --module perfectplay.wasm -o page.html” writes it.` : ""}`,
    instead: (size) => `Try ${size} instead`,
  },
  zh: {
    lang: "zh",
    game: "游戏", size: "自定大小", solve: "求解", stop: "停止", retry: "重试",
    loading: "正在取求解器。",
    phases: { checking: "检查规则", finding: "寻找全部局面", solving: "求解", writing: "写表", verifying: "验证" },
    progress: (phase, done, total) => `${phase}：${grouped(done)}${total > done ? ` / ${grouped(total)}` : ""}`,
    solved: (size, seconds) => `${grouped(size)} 个局面，本机用时 ${seconds} 秒解出。`,
    opened: (size, file) => `${file} 中有 ${grouped(size)} 个局面，只取所问的部分。`,
    opening: (file) => `正在打开 ${file}。`,
    stopped: "已停止。",
    folder: "浏览器不会从未经服务器的文件夹读取数据表。请用服务器打开此文件夹，例如“python3 -m http.server”。",
    file: {
      network: "无法取得数据表：网络或服务器出错。",
      status: "无法取得数据表。",
      ranges: "服务器只能整份发送数据表：它不支持范围请求。",
      changed: "数据表已更换：请重新打开本页。",
      damaged: "数据表已损坏。",
      module: "无法取得求解器。",
      worker: "求解器出错。",
    },
    counting: "正在估计局面数。",
    tooLarge: ({ states, proved }) => `对浏览器来说太大：${states} 个局面。${
      proved ? `它有自己的页面，能证明你所问的走法，由此命令写出：“perfectplay web --game ${proved} --module perfectplay.wasm -o page.html”。` : ""}`,
    instead: (size) => `改试 ${size}`,
  },
};

/** What cannot be had of a file is told in both languages, by the player, too. */
Object.defineProperty(FileError.prototype, "words", {
  get() {
    return Object.fromEntries(Object.entries(WORDS).map(([name, { file }]) => [name, [file[this.reason], this.message].filter(Boolean).join(" ")]));
  },
});

/** Games of which the module has a table of the opening, so that a page proves them. */
const PROVED = ["connect:7x6"];

const element = document.querySelector("perfect-play");
const [form, said, bar] = ["form.own", ".own-said", ".own-bar"].map((selector) => document.querySelector(selector));
const [list, field, button] = ["select", "input", "button"].map((name) => form.querySelector(name));
const instead = document.querySelector(".own-instead");
let language = languageOf("", navigator.languages);
/** What is said beside the field, by language; and how to stop what is being done. */
let told = () => "";
let stop = null;

/** What the address asks for; null for nothing. */
const asked = (name) => new URLSearchParams(location.search).get(name);

function draw() {
  const words = WORDS[language];
  form.querySelector(".own-game").textContent = words.game;
  form.querySelector(".own-size").textContent = words.size;
  button.textContent = stop ? words.stop : words.solve;
  said.textContent = told(words);
  instead.textContent = words.instead(instead.dataset.size ?? "");
  for (const option of list.options) {
    const [english, ...rest] = option.dataset.titles.split("\n");
    option.textContent = language === "zh" ? rest[0] ?? english : english;
  }
}

function tell(text, progress = null) {
  told = text;
  bar.hidden = !progress;
  if (progress?.total) bar.value = progress.done / progress.total;
  else bar.removeAttribute("value");
  draw();
}

// ---------------------------------------------------------------------------- what is done

/** An error that is told in both languages. */
function inWords(name, detail) {
  const said = ({ [name]: text }) => (typeof text === "function" ? text(detail) : text);
  return Object.assign(new Error(said(WORDS.en)), { words: { en: said(WORDS.en), zh: said(WORDS.zh) } });
}

/** Does something that can be stopped, and says what went wrong. */
async function busy(what) {
  stop?.();
  const stopped = new AbortController();
  const mine = () => stopped.abort(inWords("stopped"));
  stop = mine;
  tell((words) => words.loading);
  let wrong = null;
  try {
    return await what(stopped.signal);
  } catch (error) {
    wrong = (words) => error.words?.[words.lang] ?? error.message;
    throw error;
  } finally {
    // Somebody else may have begun meanwhile.
    if (stop === mine) {
      stop = null;
      tell(wrong ?? told);
    }
  }
}

/** Plays a game in the place of the one before. */
function play(game, name, value) {
  try {
    // The rest of an address is the round, which is one of that game.
    if (asked(name) !== value) history.replaceState(null, "", `?${name}=${encodeURIComponent(value).replace(/%(3A|2C)/g, decodeURIComponent)}`);
  } catch {
    // Denied, as in some frames: the game is played, and is not in the address.
  }
  game.name = value;
  register(game);
  element.game = value;
  return game;
}

/** Returns a smaller size that is not too large: the greatest number is decreased until one is found. */
async function smaller(name, how) {
  const [kind, parameters = ""] = name.split(/:(.*)/s);
  let size = parameters;
  for (let tries = 0; tries < 12; tries += 1) {
    const most = Math.max(...(size.match(/\d+/g) ?? [0]).map(Number));
    if (most < 2) return null;
    size = size.replace(new RegExp(`(?<!\\d)${most}(?!\\d)`), String(most - 1));
    const found = await forecast(`${kind}:${size}`, how).catch(() => null);
    if (found && !found.isTooLarge) return size;
  }
  return null;
}

/** Offers a size that can be solved instead of one that cannot. */
function offer(size) {
  instead.hidden = !size;
  instead.dataset.size = size ?? "";
  draw();
}

instead.addEventListener("click", () => {
  field.value = instead.dataset.size;
  form.requestSubmit();
});

/** The game that was asked for last. */
let latest = "";

const solved = (name) => busy(async (signal) => {
  const how = { module: await module(), worker, signal };
  latest = name;
  offer(null);
  tell((words) => words.counting);
  const { states, isTooLarge } = await forecast(name, how);
  if (isTooLarge) {
    smaller(name, { ...how, signal: undefined }).then((size) => { if (latest === name) offer(size); });
    throw Object.assign(inWords("tooLarge", { states, proved: PROVED.includes(name) && name }), { final: true });
  }
  // The board of the game is shown while it is solved.
  const before = element.game;
  const start = performance.now();
  register(Object.assign(await beginning(name, how), { name: `${name} at its start` }));
  element.game = `${name} at its start`;
  const game = await solve(name, {
    ...how,
    onProgress: ({ phase, done, total }) => tell((words) => words.progress(words.phases[phase], done, total), { done, total }),
  }).catch((error) => {
    element.game = before;
    throw error;
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  tell((words) => words.solved(game.size, seconds));
  return play(game, "game", name);
});

const opened = (file) => busy(async (signal) => {
  tell((words) => words.opening(file));
  if (location.protocol === "file:") throw inWords("folder");
  const game = await open(file, { module: await module(), signal });
  tell((words) => words.opened(game.size, file));
  return play(game, "table", file);
});

async function fill() {
  for (const { name, title, samples } of await games({ module: await module() })) {
    const option = document.createElement("option");
    option.value = name;
    const { en, zh } = named([name, samples[0]].filter(Boolean).join(":"));
    option.dataset.titles = [en.kind ?? title, zh.kind].filter(Boolean).join("\n");
    option.dataset.sample = samples[0];
    list.append(option);
  }
  const [kind, parameters] = (asked("game") ?? "connect:5x4").split(/:(.*)/s);
  list.value = kind;
  field.value = parameters ?? "";
  if (list.selectedIndex < 0) {
    list.selectedIndex = 0;
    field.value = list.value && list.selectedOptions[0].dataset.sample;
  }
  field.disabled = list.selectedOptions[0]?.dataset.sample === "";
  draw();
}

list.addEventListener("change", () => {
  const { sample } = list.selectedOptions[0].dataset;
  field.value = sample;
  field.disabled = !sample;
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (stop) stop();
  else solved([list.value, field.value.trim()].filter(Boolean).join(":")).catch(() => {});
});
element.addEventListener("change", ({ detail }) => {
  const spoken = detail.language.startsWith("zh") ? "zh" : "en";
  if (spoken === language) return;
  language = spoken;
  draw();
});

/** Has what the address asks for, in the place of the game that the page begins with. */
function begin(name, had) {
  element.game = name;
  registerLater(name, () => had(name));
}

draw();
if (asked("table")) begin(asked("table"), opened);
else if (asked("game")) begin(asked("game"), solved);
fill().catch((error) => tell(() => error.message));
