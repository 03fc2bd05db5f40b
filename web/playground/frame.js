// The script of the sandboxed frame. The frame has an origin of its own, and makes no request. It starts the outer worker,
// which starts the one of the rules, and passes on its messages. Removing the frame ends both.

addEventListener("message", ({ data: { script } }) => {
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  worker.onmessage = ({ data }) => parent.postMessage(data, "*");
  worker.onerror = (event) => {
    event.preventDefault();
    parent.postMessage({ broken: { message: event.message ?? "the rules cannot be read", line: event.lineno ?? 0 } }, "*");
  };
}, { once: true });
