// Long work in short pieces, between which the browser draws, and hears its user.

/** Lets the browser do what waits. */
export const turn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

/** Takes a step for each number below a bound, `most` of them in a row: until one gives something
 *  other than undefined, which is then given. */
export async function inTurns(count, step, most = 1 << 16) {
  for (let from = 0; from < count; from += most) {
    if (from) await turn();
    const end = Math.min(count, from + most);
    for (let i = from; i < end; i += 1) {
      const found = step(i);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
