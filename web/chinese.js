// What `english.js` says of the games that the command knows, in Chinese, and words in the names of moves.

import { texts } from "./texts.js";

/** The players of a board whose pieces are blue and orange. */
const COLOURS = ["蓝方", "橙方"];

/** Where pieces move or take: from a square to another. */
const step = (place) => place.replace(/^([a-z]\d)([-x]?)([a-z]\d)(\+?)$/, (_, from, by, to, more) =>
  `从 ${from} ${by === "x" ? "吃" : "到"} ${to}${more && "，变成鸡"}`);
/** Where pieces are put down, and then move. */
const stone = (place) => (/^x/.test(place) ? `吃掉 ${place.slice(1)}` : /^[a-z]\d$/.test(place) ? `放子 ${place}` : step(place));

/** What pieces with letters are called. */
const LETTERS = { L: "狮子", G: "长颈鹿", E: "大象", C: "小鸡", H: "鸡" };

/** By game: its title, its size by the parameters in its name, its rules by these, the players, and what else `named.js`
 *  takes. */
const GAMES = {
  tictactoe: { title: "井字棋", did: (place) => `落子${place}`, rules: texts.zh.tictactoe },
  mnk: { title: "连线棋", size: ([width, height, length]) => `${length} 子 ${width}×${height}`, rules: ([, , length]) => `横、竖、斜，先连成 ${length} 个者胜。` },
  connect: {
    title: ([, , length = "4"]) => `${length === "4" ? "四" : `${length} `}子棋`, size: ([width, height]) => `${width}×${height}`, players: COLOURS,
    did: (place) => `投入 ${place} 列`,
    rules: ([, , length = "4"]) => `把棋子投入各列，横、竖、斜先连成 ${length} 个者胜。`,
  },
  wild: { title: "随意井字棋", players: COLOURS, did: (place) => `在 ${place.slice(1)} 画 ${place[0]}`, rules: "每一步自选画 X 或 O；先使三个相同的连成一线者胜。" },
  notakto: {
    title: "全叉井字棋", size: ([boards = "1"]) => (boards === "1" ? "" : `${boards} 盘`), players: COLOURS, did: (place) => `在 ${place} 画 X`,
    rules: ([boards = "1"]) => (boards === "1" ? "双方都画 X，连成三个者负。" : "双方都画 X。连成一线的棋盘作废，使最后一盘作废者负。"),
  },
  hexapawn: { title: "小兵棋", size: ([width, height]) => `${width}×${height}`, players: COLOURS, did: step, rules: "兵直走一格、斜吃；到达底线，或使对方无子可动者胜。" },
  chomp: { title: "巧克力棋", size: ([width, height]) => `${width}×${height}`, players: COLOURS, did: (place) => `咬下 ${place}`, things: { "#": "巧克力" }, rules: "吃掉一块，它右方和下方的也一并吃掉。吃到骷髅者负。" },
  nim: {
    title: "尼姆", size: (heaps) => heaps.filter((heap) => heap !== "misere").join("、"), players: COLOURS,
    did: (place) => `从 ${place[0]} 堆取 ${place.slice(1)} 根`,
    square: (_, square, { game }) => `${String.fromCharCode(97 + Math.floor(square / game.columns))} 堆第 ${square % game.columns + 1} 根`,
    rules: "每次从一堆中取任意多根，取走最后一根者胜。",
  },
  subtraction: { title: "取子游戏", size: ([heap]) => `${heap} 根`, players: COLOURS, did: (place) => `取 ${place} 根`, rules: ([, most]) => `每次取 1 至 ${most} 根，取走最后一根者胜。` },
  morris: {
    title: ([pieces, reach]) => (reach === "lines" ? { 3: "塔帕坦", 4: "阿奇棋" }[pieces] : `${pieces} 子直棋`), players: COLOURS, did: stone,
    rules: "先放子，放完后移动；先连成三个者胜。",
  },
  mills: {
    title: ([squares, men]) => ({ "2,6": "六子磨坊棋", "3,9": "九子磨坊棋" }[`${squares},${men}`] ?? "磨坊棋"),
    size: ([squares, men]) => (["2,6", "3,9"].includes(`${squares},${men}`) ? "" : `${squares} 圈，每方 ${men} 子`), players: COLOURS, did: stone,
    rules: "先放子，放完后沿线移动；三子连成一线可吃对方一子。只剩两子或无路可走者负。",
  },
  vanishing: { title: "消失井字棋", rules: "每方只有三个记号：画第四个时，最早的一个消失。先连成三个者胜。" },
  dodgem: { title: "躲车棋", size: ([side]) => `${side}×${side}`, players: COLOURS,
    did: (place) => (place.endsWith("-off") ? `从 ${place.slice(0, 2)} 开出棋盘` : place === "pass" ? undefined : step(place)),
    rules: "把自己的车全部开出对面。车可以前进或横移，不可后退，也不可堵死对方。" },
  hounds: { title: "猎犬与兔", players: ["猎犬", "兔子"], sides: ["三只猎犬", "兔子"], did: step, rules: "三只不能后退的猎犬围捕兔子：兔子无路可走则负，越过猎犬则胜。" },
  dobutsu: {
    title: "动物将棋", size: ([pieces]) => (pieces === "LEGC" ? "" : pieces), players: ["先手", "后手"], letters: LETTERS,
    did: (place) => (place[1] === "*" ? `把${LETTERS[place[0]]}打入 ${place.slice(2)}` : step(place)),
    rules: "捉住对方的狮子（L），或使自己的狮子安全到达底线者胜。吃到的子可以打入任何空格。长颈鹿（G）直走，大象（E）斜走，小鸡（C）前进一格，到底线变成鸡（H）。",
  },
  chess: {
    title: ([men]) => (men ? `国际象棋残局 ${men}` : "国际象棋残局"), size: ([, side]) => (side ? `${side}×${side}` : ""), players: ["白方", "黑方"], did: step,
    rules: "三子或四子的国际象棋残局：将死对方的王者胜；未被将军而无子可动者和。",
  },
  breakthrough: { title: "突围棋", size: ([width, height]) => `${width}×${height}`, players: COLOURS, did: step, rules: "棋子直走或斜走一格，只能斜吃；先到对方底线者胜。" },
  domineering: { title: "多米诺棋", size: ([width, height]) => `${width}×${height}`, players: COLOURS, did: (place) => `把骨牌放在 ${place}`, rules: "放骨牌：蓝方竖放，橙方横放；放不下者负。" },
  dots: { title: "点格棋", size: ([width, height]) => `${width}×${height}`, players: COLOURS, did: (place) => `画线 ${place}`, rules: "在两点之间连线；围成一格者得此格，并再走一步。格多者胜。" },
  kalah: {
    title: "播棋", size: ([pits, seeds]) => `${pits} 坑，每坑 ${seeds} 子`, players: COLOURS,
    did: (place) => `播撒 ${place} 坑`, square: ([owner, pit], _, { players }) => `${players["XO".indexOf(owner)]} ${pit} 坑`, heap: (count) => `${count} 子`,
    rules: "播撒一坑的子：末子落入己方仓则再走一步，落入己方空坑则吃对面的子。子多者胜。",
  },
};

const MISERE = { title: "反胜负", rules: "反胜负：如此者负。" };

export const chinese = { games: GAMES, misere: MISERE, words: { pass: "停一手", off: "出盘" } };
