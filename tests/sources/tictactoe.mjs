// Plays tic-tac-toe by the book against every reply, on both sides. The argument is the module.
import { argv } from 'node:process';

const { choose, legal, over, play } = await import(argv[2]);

function games(x, o, isX, own, tally) {
  const ended = over(x, o);
  if (ended) {
    tally[ended === 'draw' ? 1 : own ? 2 : 0] += 1;
    return;
  }
  const chosen = own ? choose(x, o) : null;
  if (own && !(chosen !== null && (legal(x, o) >> chosen) & 1)) {
    tally[3] += 1;
    return;
  }
  for (let cell = 0; cell < 9; cell += 1) {
    if (own ? cell !== chosen : !((legal(x, o) >> cell) & 1)) continue;
    if (isX) games(play(x, cell), o, false, !own, tally);
    else games(x, play(o, cell), true, !own, tally);
  }
}

for (const [name, own] of [['1', true], ['2', false]]) {
  const tally = [0, 0, 0, 0, 0];
  games(0, 0, true, own, tally);
  console.log(name, ...tally);
}
