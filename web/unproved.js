// What a page says of a game that is too large to solve, in both languages: it proves values when they are needed.

import { texts } from "./texts.js";

export const unprovedWords = {
  en: {
    about: () => "Your device proves what the moves are worth, while you play.",
    howItWorks: () => [
      "Nobody has room for a table of this game. This page has a table of its first moves, and proves the rest on your device: what you see is never a guess.",
      "With hints, a mark appears as soon as it is proved. In the middle of a game that may take seconds, and near the end it takes none. The computer plays what is proved. It says when it had to choose before.",
    ],
    known: (_, verdict) => `Proved. ${verdict}`,
    sentence: (verdict) => (verdict === null ? "The value of this position is being proved." : texts.en.sentence(verdict)),
    worth: (worth) => (worth.value ? texts.en.worth(worth) : ""),
    proving: (known, all) => `Proved so far: ${known} of ${all} moves.`,
    proves: "It is still proving its move.",
    early: "It had to choose before the proof was done.",
  },
  zh: {
    about: () => "你一边下，你的设备一边证明每步棋的胜负。",
    howItWorks: () => [
      "这个游戏太大，没有谁存得下它的全表。本页有开局几步的表，其余在你的设备上证明：所见绝非猜测。",
      "打开提示后，每个标记一经证明即出现；中局可能要几秒，临近终局则立即出现。电脑按已证明的下；若证明未完就得下，它会说明。",
    ],
    known: (_, verdict) => `已证明。${verdict}`,
    sentence: (verdict) => (verdict === null ? "此局面的胜负正在证明。" : texts.zh.sentence(verdict)),
    worth: (worth) => (worth.value ? texts.zh.worth(worth) : ""),
    proving: (known, all) => `已证明 ${known}/${all} 步。`,
    proves: "它还在证明这一步。",
    early: "它在证明完成之前就得走这一步。",
  },
};
