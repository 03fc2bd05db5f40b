// A file on a server, read by HTTP range requests. Any static host will do.

/** Of a host that only sends whole files, a file of so many bytes is taken as it comes. */
const WHOLE = 64 * 2 ** 20;
/** How often a request is made that fails, and how long to wait before another, in milliseconds. */
const TRIES = 3;
const PAUSE = 400;
/** For how long nothing may come before a request has failed, in milliseconds. */
const PATIENCE = 20_000;
/** How long a request may take in all, in milliseconds, and how many bytes give it a millisecond more: so
 *  a server that sends a byte now and then does not hold it for ever. */
const LIMIT = 60_000;
const PACE = 16;

/** Why a game cannot be had. Of a file, `reason` is "network" (no answer, or one that was cut off), "status"
 *  (the server refuses), "ranges" (it sends large files only as a whole), "changed" (the file is
 *  another one now) or "damaged" (what it holds is no table). Of a game that is solved here it is "module" (what
 *  solves cannot be had), "worker" (it has failed) or "game" (there is no such game, or it is too large). */
export class FileError extends Error {
  constructor(reason, message) {
    super(message);
    this.name = "FileError";
    this.reason = reason;
  }
}

const size = (bytes) => `${Math.ceil(bytes / 1e6)} MB`;

/** A file, of which more is known after the first range. */
export class RangeFile {
  #url;
  #signal;
  #pause;
  #patience;
  #limit;
  /** What the server calls this version of the file. */
  #version = null;
  /** All of it, if the host sends no less. */
  whole = null;
  /** How many bytes it has. */
  length = null;
  /** How many requests were made, and how many bytes they brought. */
  requests = 0;
  bytes = 0;

  constructor(url, { signal, pause = PAUSE, patience = PATIENCE, limit = LIMIT } = {}) {
    this.#url = String(url);
    this.#signal = signal;
    this.#pause = pause;
    this.#patience = patience;
    this.#limit = limit;
  }

  /** The bytes of a range that ends before `end`, or with the file. */
  async read(from, end) {
    for (let tries = 1; ; tries += 1) {
      if (this.whole) return this.whole.subarray(from, end);
      try {
        return await this.#request(from, end);
      } catch (error) {
        this.#signal?.throwIfAborted();
        if (!(error instanceof FileError)) throw error;
        if (!error.again || tries === TRIES) throw error;
      }
      await new Promise((resolve) => { setTimeout(resolve, this.#pause * tries ** 2); });
    }
  }

  async #request(from, end) {
    const stopped = new AbortController();
    const signal = AbortSignal.any([stopped.signal, ...(this.#signal ? [this.#signal] : [])]);
    const again = (message) => Object.assign(new FileError("network", `${this.#url}: ${message}`), { again: true });
    this.requests += 1;
    const began = Date.now();
    let timer = setTimeout(() => stopped.abort(), Math.min(this.#patience, this.#limit));
    const response = await fetch(this.#url, { headers: { Range: `bytes=${from}-${end - 1}` }, signal })
      .catch(() => { throw again(stopped.signal.aborted ? "the server does not answer" : "the server cannot be reached"); })
      .finally(() => clearTimeout(timer));
    try {
      const most = this.#accepted(response, from, end, again);
      const body = await this.#body(response, most, (length) => {
        clearTimeout(timer);
        const left = began + this.#limit + length / PACE - Date.now();
        timer = setTimeout(() => stopped.abort(), Math.min(this.#patience, left));
      }, (message) => again(stopped.signal.aborted ? "the answer takes too long" : message));
      if (response.status === 206) {
        const expected = Math.min(end, this.length) - from;
        if (body.length !== expected) throw again(`expected ${expected} bytes, found ${body.length}`);
        return body;
      }
      this.whole = body;
      this.length = body.length;
      return body.subarray(from, end);
    } finally {
      clearTimeout(timer);
      stopped.abort();
    }
  }

  /** Holds what a response says of itself against what is known, and gives how many bytes it may
   *  have. */
  #accepted(response, from, end, again) {
    const { status, headers } = response;
    if (status >= 500 || status === 429) throw again(`the server says ${status}`);
    const version = headers.get("etag") ?? headers.get("last-modified");
    const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get("content-range") ?? "") ?? [];
    const isOther = (known, now) => known !== null && now !== null && known !== now;
    if (status === 206) {
      if (total === undefined) throw new FileError("ranges", `${this.#url}: expected Content-Range in the answer to a range request, found none that can be read`);
      if (isOther(this.#version, version) || isOther(this.length, Number(total))) throw new FileError("changed", `${this.#url}: the file has changed`);
      if (Number(first) !== from) throw again(`expected the bytes from ${from} on, found those from ${first}`);
      this.#version = version;
      this.length = Number(total);
      return end - from;
    }
    if (status === 416 && this.length !== null) throw new FileError("changed", `${this.#url}: the file has changed`);
    if (status !== 200) throw new FileError("status", `${this.#url}: the server says ${status}`);
    if (this.length !== null) throw new FileError("ranges", `${this.#url}: the server no longer answers range requests`);
    const length = Number(headers.get("content-length") ?? 0);
    if (length > WHOLE) throw this.#unranged(length);
    return WHOLE;
  }

  #unranged(length) {
    return new FileError("ranges", `${this.#url}: the server does not know range requests, and the file has ${length ? size(length) : `more than ${size(WHOLE)}`}`);
  }

  /** The bytes of a response. `came` is told how many there are, whenever more have come. */
  async #body(response, most, came, again) {
    const reader = response.body.getReader();
    const pieces = [];
    let length = 0;
    came(length);
    for (;;) {
      const { done, value } = await reader.read().catch(() => { throw again("the answer was cut off"); });
      if (done) break;
      length += value.length;
      came(length);
      this.bytes += value.length;
      if (length > most) throw response.status === 206 ? again("more bytes than were asked for") : this.#unranged(0);
      pieces.push(value);
    }
    const body = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      body.set(piece, at);
      at += piece.length;
    }
    const told = Number(response.headers.get("content-length") ?? length);
    if (length < told && !response.headers.get("content-encoding")) throw again(`expected ${told} bytes, found ${length}`);
    return body;
  }
}
