// The script of the sandboxed frame. The frame has an origin of its own, and makes no request. First it has the rules read
// by a worker that ends before it runs them: Firefox tells no syntax error of a worker in a worker. Then it starts the outer
// worker, which starts the one of the rules, and passes on its messages. Removing the frame ends all of them.

/** Starts a worker. `onError` is called with an error of its script. */
function started(script, onError) {
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  worker.onerror = (event) => {
    event.preventDefault();
    onError(event);
  };
  return worker;
}

const tell = ({ message, lineno }) => parent.postMessage({ broken: { message: message ?? "the rules cannot be read", line: lineno ?? 0 } }, "*");

addEventListener("message", ({ data: { script, reading, isRead } }) => {
  const reader = started(reading, (event) => {
    reader.terminate();
    if (event.message?.includes(isRead)) started(script, tell).onmessage = ({ data }) => parent.postMessage(data, "*");
    else tell(event);
  });
}, { once: true });
