// Every word of the page, in English and Chinese. Both have the same entries: a text, or
// a function that makes one. `mark` is X or O, `place` one of `places`.
"use strict";

const texts = (() => {
  const en = {
    lang: "en",
    name: "English",
    title: "Perfect play",
    tagline: "Tic-tac-toe, solved. Every answer is read from a table; nothing is searched.",
    noScript: "This page plays in JavaScript, which is turned off.",
    language: "Language",
    space: " ",
    comma: ", ",

    // The board and what is said of it.
    board: "Board",
    places: [
      "top left", "top", "top right",
      "left", "centre", "right",
      "bottom left", "bottom", "bottom right",
    ],
    cell: (place, content) => `${place}: ${content}`,
    empty: "empty",
    last: (mark) => `${mark}, last move`,
    verdicts: { win: "wins", draw: "draws", loss: "loses" },
    worth: ({ verdict, distance, best }) =>
      `${en.verdicts[verdict]} in ${en.plies(distance)}${best ? ", best" : ""}`,
    better: "better move",
    plies: (count) => (count === 1 ? "1 ply" : `${count} plies`),
    you: "You",
    computer: "Computer",
    moved: (who, place) => `${who}: ${place}.`,
    yourTurn: (mark) => `Your turn: ${mark}.`,
    computersTurn: "The computer is to move.",
    turn: (mark) => `${mark} is to move.`,
    youWin: "You win!",
    computerWins: "The computer wins.",
    wins: (mark) => `${mark} wins.`,
    draw: "A draw.",
    taken: (place) => `Taken: ${place}.`,
    over: "The game is over.",
    waits: "The computer is to move here: press “Play on”.",
    point: (played, known) => `After move ${played} of ${known}.`,
    later: "From the next game on.",
    strangeAddress: "The address names no board.",

    // Controls.
    new: "New game",
    undo: "Undo",
    redo: "Redo",
    hints: "Hints",
    setUp: "Set up",
    settings: "Game",
    players: "Players",
    playersChoices: { 1: "One", 2: "Two" },
    mark: "You play",
    first: "First move",
    firstChoices: { you: "You", computer: "Computer", alternate: "In turn" },
    level: "Level",
    levels: { perfect: "Perfect", invincible: "Invincible", casual: "Casual", random: "Random" },
    levelNotes: {
      perfect: "Wins as fast as can be, and sets traps in a draw.",
      invincible: "Never loses what is not lost, but takes its time.",
      casual: "Takes a win at hand; else errs at the rate you choose.",
      random: "Any legal move.",
    },
    errorRate: "Errors",
    percent: (rate) => `${rate}%`,
    keys: "Keys",
    keyList: {
      move: "choose a cell",
      play: "play there",
      digits: "play in a cell",
      undo: "undo",
      redo: "redo",
      hints: "hints",
      new: "new game",
    },

    // Scores and the end.
    scores: "Scores",
    draws: "Draws",
    reset: "Reset scores",
    again: "Play again",
    close: "Close",
    yourMistakes: (count) =>
      count === 0 ? "You made no mistake."
      : count === 1 ? "You made one mistake. The review shows it."
      : `You made ${count} mistakes. The review shows them.`,
    theirMistakes: (x, o) => `Mistakes: X ${x}, O ${o}.`,

    // The review.
    review: "Review",
    start: "Start",
    kinds: { best: "Best", slower: "Slower", mistake: "Mistake" },
    remark: ({ kind, could, did }) =>
      kind === "mistake" ? `${did.verdict === "draw" ? "a win thrown away for a draw" : `a ${could.verdict} thrown away`}`
      : kind === "best" ? `${en.verdicts[did.verdict]} in ${did.distance}`
      : did.verdict === "win" ? `wins in ${did.distance}, could in ${could.distance}`
      : `loses in ${did.distance}, could last ${could.distance}`,
    betterMoves: (places) => `Better: ${places.join(", ")}`,
    retry: "Try again",
    retryMove: (number) => `Try again from before move ${number}`,
    playOn: "Play on",

    // The line of best play, and boards set up by hand.
    bestPlay: "Best play",
    verdict: (mark, { value, distance }) =>
      `${mark} to move ${en.verdicts[value]} in ${en.plies(distance)}.`,
    back: "Step back",
    forward: "Step forward",
    step: (step, steps, mark, place) => `Step ${step} of ${steps}: ${mark}, ${place}.`,
    setUpTitle: "Set up a board",
    setUpHelp: "Choose a cell to change its mark. The table answers for every board that a game can reach.",
    firstMark: "First move",
    clear: "Clear",
    playFromHere: "Play from here",
    cancel: "Cancel",
    unreachable: (reason) => `No game reaches this board: ${reason}.`,
    counts: (first, second, firsts, seconds) =>
      `expected as many ${first} as ${second} or one ${first} more, found ${firsts} ${first} and ${seconds} ${second}`,
    bothWon: "expected at most one winner, found a line of each",
    playedOn: (winner, loser) =>
      `expected no move after the end, found one of ${loser} after ${winner} had won`,
  };

  const zh = {
    lang: "zh-Hans",
    name: "中文",
    title: "完美对弈",
    tagline: "井字棋已被彻底解开：每个答案都查自一张表，不作任何搜索。",
    noScript: "本页需要 JavaScript，而它已被关闭。",
    language: "语言",
    space: "",
    comma: "，",

    board: "棋盘",
    places: ["左上", "上中", "右上", "左中", "中心", "右中", "左下", "下中", "右下"],
    cell: (place, content) => `${place}：${content}`,
    empty: "空",
    last: (mark) => `${mark}，最后一步`,
    verdicts: { win: "胜", draw: "和", loss: "负" },
    worth: ({ verdict, distance, best }) =>
      `${zh.plies(distance)}${zh.verdicts[verdict]}${best ? "，最佳" : ""}`,
    better: "更好的一步",
    plies: (count) => `${count} 步`,
    you: "你",
    computer: "电脑",
    moved: (who, place) => `${who}：${place}。`,
    yourTurn: (mark) => `轮到你：${mark}。`,
    computersTurn: "轮到电脑。",
    turn: (mark) => `轮到 ${mark}。`,
    youWin: "你赢了！",
    computerWins: "电脑获胜。",
    wins: (mark) => `${mark} 获胜。`,
    draw: "和棋。",
    taken: (place) => `已有棋子：${place}。`,
    over: "本局已结束。",
    waits: "这里轮到电脑：请按“接着下”。",
    point: (played, known) => `第 ${played} 步之后，共 ${known} 步。`,
    later: "下一局起生效。",
    strangeAddress: "地址中没有可读的局面。",

    new: "新的一局",
    undo: "悔棋",
    redo: "重走",
    hints: "提示",
    setUp: "摆棋",
    settings: "对局",
    players: "人数",
    playersChoices: { 1: "一人", 2: "两人" },
    mark: "你执",
    first: "先手",
    firstChoices: { you: "你", computer: "电脑", alternate: "轮流" },
    level: "水平",
    levels: { perfect: "完美", invincible: "不败", casual: "随意", random: "随机" },
    levelNotes: {
      perfect: "以最快的方式取胜，和局中设下陷阱。",
      invincible: "从不输掉未输之局，但不着急。",
      casual: "能赢就赢；否则按你选的比率犯错。",
      random: "任何合法的一步。",
    },
    errorRate: "失误率",
    percent: (rate) => `${rate}%`,
    keys: "按键",
    keyList: {
      move: "选择格子",
      play: "落子",
      digits: "直接落子",
      undo: "悔棋",
      redo: "重走",
      hints: "提示",
      new: "新的一局",
    },

    scores: "比分",
    draws: "和棋",
    reset: "比分清零",
    again: "再来一局",
    close: "关闭",
    yourMistakes: (count) =>
      count === 0 ? "你没有失误。" : `你有 ${count} 次失误，复盘中可见。`,
    theirMistakes: (x, o) => `失误：X ${x} 次，O ${o} 次。`,

    review: "复盘",
    start: "开局",
    kinds: { best: "最佳", slower: "较慢", mistake: "失误" },
    remark: ({ kind, could, did }) =>
      kind === "mistake" ? `${could.verdict === "win" ? "胜势" : "和势"}变为${did.verdict === "draw" ? "和势" : "败势"}`
      : kind === "best" ? `${did.distance} 步${zh.verdicts[did.verdict]}`
      : did.verdict === "win" ? `${did.distance} 步胜，本可 ${could.distance} 步`
      : `${did.distance} 步负，本可撑 ${could.distance} 步`,
    betterMoves: (places) => `更好：${places.join("、")}`,
    retry: "重试",
    retryMove: (number) => `回到第 ${number} 步之前重试`,
    playOn: "接着下",

    bestPlay: "最佳走法",
    verdict: (mark, { value, distance }) =>
      `轮到 ${mark}，${zh.plies(distance)}${zh.verdicts[value]}。`,
    back: "退一步",
    forward: "进一步",
    step: (step, steps, mark, place) => `第 ${step} 步，共 ${steps} 步：${mark}，${place}。`,
    setUpTitle: "摆出局面",
    setUpHelp: "点击格子更换棋子。凡对局能走到的局面，表中都有答案。",
    firstMark: "先手",
    clear: "清空",
    playFromHere: "从这里下起",
    cancel: "取消",
    unreachable: (reason) => `没有哪局棋会走到这个局面：${reason}。`,
    counts: (first, second, firsts, seconds) =>
      `${first} 应与 ${second} 一样多或恰好多一个，现有 ${firsts} 个 ${first}、${seconds} 个 ${second}`,
    bothWon: "至多一方能连成线，而双方都已连成线",
    playedOn: (winner, loser) => `终局后不应再走，而 ${winner} 获胜后 ${loser} 又走了一步`,
  };

  return { en, zh };
})();

if (typeof module === "object") module.exports = texts;
