// The script of the sandboxed frame. The frame has an origin of its own, and makes no request. It starts a worker
// with the rules, and passes on the messages of the worker. Removing the frame ends the worker.

addEventListener("message", ({ data: { script } }) => {
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  worker.onmessage = ({ data }) => parent.postMessage(data, "*");
  worker.onerror = (event) => {
    event.preventDefault();
    parent.postMessage({ broken: { message: event.message ?? "the rules cannot be read", line: event.lineno ?? 0 } }, "*");
  };
}, { once: true });
