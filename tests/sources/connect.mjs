// Plays Connect Four by the book against every reply, on both sides. The argument is the module.
import { argv } from 'node:process';

const { START, choose, legal, over, play } = await import(argv[2]);

function games(state, own, tally) {
  const ended = over(state);
  if (ended) {
    tally[ended === 'draw' ? 1 : own ? 2 : 0] += 1;
    return;
  }
  const chosen = own ? choose(state) : null;
  if (own && !legal(state).includes(chosen)) {
    tally[3] += 1;
    return;
  }
  for (const column of own ? [chosen] : legal(state)) games(play(state, column), !own, tally);
}

for (const [name, own] of [['1', true], ['2', false]]) {
  const tally = [0, 0, 0, 0, 0];
  games(START, own, tally);
  console.log(name, ...tally);
}
