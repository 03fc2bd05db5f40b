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

/** How long a turn may take, in milliseconds: on a slow phone it takes several times as long. */
export const LONGEST = 4;
/** After how many steps the clock is looked at. */
const LOOK = 64;

/** Takes a step for each number below a bound until one gives something other than undefined, which is
 *  then given. The first is taken in another turn. */
export async function inTurns(count, step) {
  let end = 0;
  for (let i = 0; i < count; i += 1) {
    if (i % LOOK === 0 && Date.now() > end) {
      await turn();
      end = Date.now() + LONGEST;
    }
    const found = step(i);
    if (found !== undefined) return found;
  }
  return undefined;
}
