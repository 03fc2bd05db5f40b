// What the games that the command knows are called in Chinese, their rules in a sentence, and words
// in the names of their moves. A game of somebody else declares its own: `local` in its data.

/** Titles, by the parameters in a game's name, and rules, which may go by them too. */
const GAMES = {
  tictactoe: [() => "井字棋", "轮流在 3×3 的格子里画记号，先连成三个者胜。"],
  mnk: [([width, height, length]) => `${length} 子连线 ${width}×${height}`, ([, , length]) => `轮流在格子里画记号，先连成 ${length} 个者胜。`],
  connect: [([width, height, length]) => `${length === "4" ? "四" : `${length} `}子棋 ${width}×${height}`, ([, , length]) => `轮流把棋子投入各列，先连成 ${length} 个者胜。`],
  wild: [() => "随意井字棋", "井字棋，但每一步可以自选画 X 或 O。"],
  notakto: [([boards]) => `全叉井字棋（${boards} 盘）`, "双方都画 X。连成一线的棋盘作废，使最后一盘作废者负。"],
  hexapawn: [([width, height]) => `小兵棋 ${width}×${height}`, "兵直走一格、斜吃；到达底线，或使对方无子可动者胜。"],
  chomp: [([width, height]) => `巧克力棋 ${width}×${height}`, "轮流吃掉一块及其右方和下方的全部；左上角的一块有毒。"],
  nim: [(heaps) => `尼姆 ${heaps.filter((heap) => heap !== "misere").join("、")}`, "每次从一堆中取任意多根，取走最后一根者胜。"],
  subtraction: [([heap, most]) => `取子游戏 ${heap}（每次至多 ${most}）`, "每次从堆中取一个或几个，取走最后一个者胜。"],
  morris: [([pieces, reach]) => (reach === "lines" ? { 3: "塔帕坦", 4: "阿奇棋" }[pieces] : `${pieces} 子直棋`), "先在 3×3 的棋盘上放子，放完后移动；先连成三个者胜。"],
  vanishing: [([when]) => `消失井字棋${when === "before" ? "（先消失）" : ""}`, "井字棋，但每方只有三个记号：画第四个时，最早的一个消失。"],
  dodgem: [([side]) => `躲车棋 ${side}×${side}`, "把自己的车全部开出棋盘，可以前进或横移，不可后退，也不可堵死对方。"],
  hounds: [() => "猎犬与兔", "三只不能后退的猎犬围捕兔子：兔子无路可走则负，越过猎犬则胜。"],
  breakthrough: [([width, height]) => `突围棋 ${width}×${height}`, "棋子直走或斜走一格，斜吃；先到对方底线者胜。"],
  domineering: [([width, height]) => `多米诺棋 ${width}×${height}`, "轮流在两个空格上放骨牌，先手竖放，后手横放；放不下者负。"],
  dots: [([width, height]) => `点格棋 ${width}×${height}`, "在点之间连线；围成一格者得此格，并再走一步。格多者胜。"],
  kalah: [([pits, seeds]) => `播棋：${pits} 坑，每坑 ${seeds} 子`, "播撒一坑的子：末子落入己方仓则再走一步，落入己方空坑则吃对面的子。子多者胜。"],
};

/** Players who are not called by their marks, and words in the names of moves. */
const WORDS = { First: "先手", Second: "后手", Vertical: "竖放", Horizontal: "横放", pass: "停一手", off: "出盘" };

/** What a game says of itself in Chinese; nothing, if it is none of those that are known. */
export function inChinese(name, players) {
  const [kind, parameters = ""] = name.split(":");
  if (!GAMES[kind]) return {};
  const [title, rules] = GAMES[kind];
  const list = parameters.split(/[,x]/);
  return {
    title: title(list) + (list.includes("misere") ? "（反胜负）" : ""),
    rules: (typeof rules === "string" ? rules : rules(list)) + (list.includes("misere") ? "（反胜负：如此者负。）" : ""),
    players: players.map((player) => WORDS[player] ?? player),
    words: WORDS,
  };
}
