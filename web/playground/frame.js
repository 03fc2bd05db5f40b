// The script of the sandboxed frame, whose origin is its own and which reaches nothing: it starts a worker
// with the rules, and passes on what that says. Removing the frame ends the worker.

addEventListener("message", ({ data: { script } }) => {
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  worker.onmessage = ({ data }) => parent.postMessage(data, "*");
  worker.onerror = (event) => {
    event.preventDefault();
    parent.postMessage({ broken: { message: event.message ?? "the rules cannot be read", line: event.lineno ?? 0 } }, "*");
  };
}, { once: true });
