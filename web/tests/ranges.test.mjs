// Tables read from a server by range requests: with and without them, slow, cut off, damaged, and
// changed meanwhile. The server is a real one, on this machine, and the table one that the command
// has made.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { isPuzzle, puzzleOf } from "../puzzles.js";
import { FileError, Waiting, open, solve } from "../solve.js";
import { bestLine, options } from "../solved.js";

const { PERFECTPLAY } = process.env;
assert.ok(PERFECTPLAY, "PERFECTPLAY names the command");

let directory;
/** Tables by their names: one with ranks, which is large, and one with sorted keys. */
const tables = new Map();
before(() => {
  directory = mkdtempSync(join(tmpdir(), "perfectplay-"));
  for (const game of ["connect:5x4", "domineering:4x4"]) {
    const file = join(directory, "a.table");
    execFileSync(PERFECTPLAY, ["solve", "--game", game, "-o", file], { stdio: "ignore" });
    tables.set(game, readFileSync(file));
  }
});
after(() => rmSync(directory, { recursive: true }));

/** Answers a request as any static host does. */
function serve({ headers: { range } }, response, bytes, more = {}) {
  const headers = { "Accept-Ranges": "bytes", ETag: '"1"', ...more };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (from === undefined) {
    response.writeHead(200, { ...headers, "Content-Length": bytes.length }).end(bytes);
  } else if (Number(from) >= bytes.length) {
    response.writeHead(416, { ...headers, "Content-Range": `bytes */${bytes.length}` }).end();
  } else {
    const body = bytes.subarray(Number(from), Number(to) + 1);
    const content = `bytes ${from}-${Number(from) + body.length - 1}/${bytes.length}`;
    response.writeHead(206, { ...headers, "Content-Length": body.length, "Content-Range": content }).end(body);
  }
}

/** Does something with the address of a server, which answers so. */
async function served(answer, work) {
  const server = createServer((request, response) => answer(request, response));
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  try {
    return await work(`http://127.0.0.1:${server.address().port}/a.table`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Tries that take no time. */
const QUICK = { pause: 1, patience: 300 };

/** What a table tells of a line of play: all moves of each state with their worth. */
async function told(game, plies = 64) {
  const list = [];
  for (let state = game.start; list.length < plies;) {
    await game.ready(state);
    const all = options(game, state);
    list.push([state, game.worth(state), all.map(({ text, value, distance, best }) => [text, value, distance, best])]);
    if (!all.length) break;
    state = all.find(({ best }) => best).to;
  }
  return list;
}

test("a puzzle is found without the whole table, the same for the same bits", async () => {
  const bytes = tables.get("connect:5x4");
  await served((request, response) => serve(request, response, bytes), async (url) => {
    const found = [];
    for (let time = 0; time < 2; time += 1) {
      const game = await open(url, QUICK);
      // What is fetched for the card of the day would be fetched by everybody.
      assert.equal(await puzzleOf(game, 20_000, false), undefined);
      found.push(await puzzleOf(game, 20_000));
      assert.ok(isPuzzle(game, found[time]), found[time]);
      assert.ok(game.file.bytes < bytes.length / 2, `${game.file.bytes} of ${bytes.length} bytes`);
    }
    assert.equal(found[0], found[1]);
  });
});

describe("a table on a server", () => {
  for (const name of ["connect:5x4", "domineering:4x4"]) {
    test(`of ${name} answers as one in memory`, () => served((request, response) => serve(request, response, tables.get(name)), async (url) => {
      const game = await open(url);
      const whole = await solve(name);
      assert.equal(game.size, whole.size);
      const line = await told(game);
      assert.deepEqual(line, await told(whole));
      assert.ok(line.length > 5);
      // And so do states that best play does not meet.
      for (let i = 0; i < 200; i += 1) {
        const state = whole.at(i);
        await game.ready(state);
        assert.deepEqual(options(game, state), options(whole, state));
        assert.deepEqual(game.lookup(state), whole.lookup(state));
      }
    }));
  }

  test("is asked little: three requests until the first answer", () => served((request, response) => serve(request, response, tables.get("connect:5x4")), async (url) => {
    const { file, ready, start, moves, ...game } = await open(url);
    assert.ok(file.requests <= 3, `${file.requests} requests`);
    assert.ok(file.bytes <= 300_000, `${file.bytes} bytes`);
    assert.equal(game.worth(start).value, "draw");
    let { requests, bytes } = file;
    for (let state = start; moves(state).length;) {
      state = moves(state)[0].to;
      await ready(state);
      assert.ok(file.bytes - bytes <= 200_000, `${file.bytes - bytes} bytes`);
      ({ requests, bytes } = file);
      moves(state);
      assert.equal(file.requests, requests);
    }
    assert.ok(file.bytes < tables.get("connect:5x4").length);
  }));

  test("says that an answer is on its way", () => served((request, response) => serve(request, response, tables.get("connect:5x4")), async (url) => {
    const game = await open(url);
    let state = "O...O/X...X/O...O/X...X";
    let waited = 0;
    const line = [];
    while (line.length < 3) {
      try {
        line.push(game.worth(state));
        state = game.moves(state)[0].to;
      } catch (error) {
        assert.ok(error instanceof Waiting, error.message);
        waited += 1;
        await error.ready;
      }
    }
    assert.ok(waited > 0);
  }));
});

describe("a host", () => {
  test("that knows no ranges is given a small file whole", () => served((request, response) => {
    response.writeHead(200).end(tables.get("connect:5x4"));
  }, async (url) => {
    const game = await open(url);
    assert.equal(game.file.requests, 1);
    assert.equal(bestLine(game, game.start).length, 20);
  }));

  test("that knows no ranges is not given a large one", () => served((request, response) => {
    response.writeHead(200, { "Content-Length": 400_000_000 }).write(tables.get("connect:5x4"));
  }, (url) => assert.rejects(open(url), { name: "FileError", reason: "ranges", message: /does not know range requests, and the file has 400 MB$/ })));

  test("that is slow is waited for as long as something comes", () => served((request, response) => {
    const [, from, to] = /(\d+)-(\d+)/.exec(request.headers.range).map(Number);
    const bytes = tables.get("connect:5x4");
    const body = bytes.subarray(from, to + 1);
    response.writeHead(206, { "Content-Range": `bytes ${from}-${from + body.length - 1}/${bytes.length}`, ETag: '"1"' });
    const timer = setInterval((pieces) => {
      const piece = pieces.shift();
      if (piece) response.write(piece);
      else response.end(clearInterval(timer));
    }, 50, Array.from({ length: 8 }, (_, i) => body.subarray(i * body.length / 8, (i + 1) * body.length / 8)));
  }, async (url) => assert.equal((await open(url, QUICK)).size, 3_945_711)));

  test("that says nothing any more has failed", () => served((request, response) => {
    response.writeHead(206, { "Content-Range": "bytes 0-32767/40000" }).write("perfectplay");
  }, (url) => assert.rejects(open(url, QUICK), { name: "FileError", reason: "network", message: /takes too long$/ })));

  test("that sends a byte now and then has failed", async () => {
    let timer;
    await served((request, response) => {
      response.writeHead(206, { "Content-Range": "bytes 0-32767/40000" });
      clearInterval(timer);
      timer = setInterval(() => response.write("p"), 10);
    }, (url) => assert.rejects(open(url, { ...QUICK, limit: 200 }), { name: "FileError", reason: "network", message: /takes too long$/ }));
    clearInterval(timer);
  });

  for (const [what, fail] of [
    ["cuts an answer off", (request, response, bytes) => {
      response.writeHead(206, { "Content-Range": `bytes 0-32767/${bytes.length}`, "Content-Length": 32_768 });
      response.write(bytes.subarray(0, 99), () => response.destroy());
    }],
    ["ends an answer too soon", (request, response, bytes) => {
      response.writeHead(206, { "Content-Range": `bytes 0-32767/${bytes.length}` }).end(bytes.subarray(0, 99));
    }],
    ["sends more than was asked for", (request, response, bytes) => {
      response.writeHead(206, { "Content-Range": `bytes 0-32767/${bytes.length}` }).end(bytes.subarray(0, 99_999));
    }],
    ["sends another part", (request, response, bytes) => {
      response.writeHead(206, { "Content-Range": `bytes 1-32768/${bytes.length}` }).end(bytes.subarray(1, 32_769));
    }],
    ["drops the connection", (request, response) => response.destroy()],
    ["is overloaded", (request, response) => response.writeHead(503).end()],
  ]) {
    test(`that ${what} is asked again, and not for ever`, async () => {
      const bytes = tables.get("connect:5x4");
      for (const failures of [2, 3]) {
        let left = failures;
        await served((request, response) => {
          left -= 1;
          if (left >= 0) fail(request, response, bytes);
          else serve(request, response, bytes);
        }, async (url) => {
          if (failures === 2) assert.equal((await open(url, QUICK)).size, 3_945_711);
          else await assert.rejects(open(url, QUICK), (error) => error instanceof FileError && error.reason === "network" && error.message.startsWith(url));
        });
      }
    });
  }

  test("that has no such file says so", () => served((request, response) => {
    response.writeHead(404).end();
  }, (url) => assert.rejects(open(url, QUICK), { name: "FileError", reason: "status", message: /the server says 404$/ })));

  test("that is not there", async () => {
    const gone = await served(() => {}, (url) => url);
    await assert.rejects(open(gone, QUICK), { name: "FileError", reason: "network", message: /cannot be reached$/ });
  });

  test("that is left is not asked any more", () => served(() => {}, async (url) => {
    const stop = new AbortController();
    const opened = open(url, { signal: stop.signal });
    stop.abort();
    await assert.rejects(opened, { name: "AbortError" });
  }));
});

describe("a file", () => {
  for (const [what, changed] of [
    ["has another version", { ETag: '"2"' }],
    ["was written later", { ETag: undefined, "Last-Modified": "Tue, 24 Nov 2026 00:00:00 GMT" }],
  ]) {
    test(`that ${what} is not mixed with the other`, () => {
      let more = { ...changed, ETag: changed.ETag && '"1"', "Last-Modified": "Mon, 23 Nov 2026 00:00:00 GMT" };
      const headers = () => Object.fromEntries(Object.entries(more).filter(([, value]) => value));
      const bytes = tables.get("connect:5x4");
      return served((request, response) => {
        const given = headers();
        if (!given.ETag) given.ETag = "";
        if (!given.ETag) delete given.ETag;
        const [, from, to] = /(\d+)-(\d+)/.exec(request.headers.range).map(Number);
        const body = bytes.subarray(from, to + 1);
        response.writeHead(206, { ...given, "Content-Range": `bytes ${from}-${from + body.length - 1}/${bytes.length}` }).end(body);
      }, async (url) => {
        const game = await open(url);
        more = changed;
        await assert.rejects(told(game), { name: "FileError", reason: "changed", message: /the file has changed$/ });
      });
    });
  }

  test("that has another length is another one", () => {
    let bytes = tables.get("connect:5x4");
    return served((request, response) => serve(request, response, bytes), async (url) => {
      const game = await open(url);
      bytes = bytes.subarray(0, 40_000);
      await assert.rejects(told(game), { name: "FileError", reason: "changed" });
    });
  });

  test("that is damaged is refused wherever it is, or answers as it should", async () => {
    const bytes = tables.get("domineering:4x4");
    const right = await served((request, response) => serve(request, response, bytes), async (url) => told(await open(url)));
    let refused = 0;
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      const damaged = Buffer.from(bytes);
      damaged[at] ^= 16;
      await served((request, response) => serve(request, response, damaged), async (url) => {
        try {
          assert.deepEqual(await told(await open(url)), right);
        } catch (error) {
          assert.ok(error instanceof FileError && error.reason === "damaged", `${at}: ${error}`);
          refused += 1;
        }
      });
    }
    assert.ok(refused > 5, `${refused} refused`);
  });

  test("that ends too soon, or is something else, is refused", async () => {
    const whole = tables.get("connect:5x4");
    for (const bytes of [whole.subarray(0, whole.length - 1), whole.subarray(0, 50_000), whole.subarray(0, 20), Buffer.from("<!doctype html>"), Buffer.alloc(70_000)]) {
      await served((request, response) => serve(request, response, bytes), (url) =>
        assert.rejects(open(url, QUICK), (error) => error instanceof FileError && error.reason === "damaged" && error.message.includes(url), `${bytes.length}`));
    }
  });
});
