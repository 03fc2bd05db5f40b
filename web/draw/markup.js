// The elements of the player, empty of words: data-text and data-name say which of the texts go
// where. Its words are of languages that are read from left to right, wherever it stands.

/** The board, and what each of its squares is copied from. */
export const boardMarkup = `
<div class="frame">
  <div class="bar" aria-hidden="true"></div>
  <div class="board" role="group" data-name="board">
    <svg class="strike" aria-hidden="true"></svg>
    <p class="text" hidden></p>
  </div>
  <div class="choices" role="group" data-name="choices" hidden></div>
</div>

<template class="cell-template">
  <button type="button" class="cell">
    <svg class="mark" viewBox="0 0 100 100" aria-hidden="true">
      <path class="x" d="M23 23 77 77" pathLength="1"></path>
      <path class="x second" d="M77 23 23 77" pathLength="1"></path>
      <path class="o" d="M50 23a27 27 0 1 1-.01 0" pathLength="1"></path>
      <!--shapes-->
    </svg>
    <span class="label" aria-hidden="true"></span>
    <span class="hint" aria-hidden="true"><b></b><i></i></span>
  </button>
</template>
`;

export const markup = `
<div class="table" dir="ltr" hidden>
<p class="about"><span></span> <span></span></p>

<section class="head">
  <div class="turn" role="status">
    <p class="said"></p>
    <p class="standing"></p>
    <p class="problem" hidden><span></span> <button type="button" data-control="load" data-text="retry"></button></p>
  </div>
  <p class="points" hidden></p>
  <p class="says"></p>
</section>

<!--board-->

<div class="tools">
  <button type="button" data-control="new"></button>
  <button type="button" data-control="values" data-text="proved" aria-keyshortcuts="V" aria-pressed="false"></button>
  <button type="button" data-control="puzzle"></button>
  <button type="button" data-control="undo" data-text="undo" aria-keyshortcuts="U"></button>
  <button type="button" data-control="redo" data-text="redo" aria-keyshortcuts="R"></button>
  <button type="button" data-control="share" data-text="share"></button>
  <dl class="scores">
    <div data-side="0"><dt></dt><dd data-score="0">0</dd></div>
    <div data-side="draw"><dt data-text="draws"></dt><dd data-score="draw">0</dd></div>
    <div data-side="1"><dt></dt><dd data-score="1">0</dd></div>
  </dl>
  <p class="streak" hidden></p>
</div>

<div class="side">
  <section class="card setup" aria-labelledby="setup-title" hidden>
    <h2 id="setup-title" data-text="setUp"></h2>
    <p class="note" data-text="setUpHelp"></p>
    <p class="wrong" role="status"></p>
    <label class="field">
      <span data-text="firstMark"></span>
      <select data-control="setup-first"></select>
    </label>
    <div class="row">
      <button type="button" class="main" data-control="play-from-here" data-text="playFromHere"></button>
      <button type="button" data-control="clear" data-text="clear"></button>
      <button type="button" data-control="cancel" data-text="cancel"></button>
    </div>
  </section>

  <section class="card erred" aria-labelledby="erred-title" hidden>
    <h2 id="erred-title"></h2>
    <p></p>
    <ol class="steps"></ol>
  </section>

  <section class="card puzzle" aria-labelledby="puzzle-title">
    <h2 id="puzzle-title"></h2>
    <p class="task"></p>
    <div class="row">
      <button type="button" class="main" data-control="solve" data-text="solve"></button>
      <button type="button" class="main" data-control="copy" data-text="copyResult"></button>
      <button type="button" data-control="another" data-text="another"></button>
      <button type="button" data-control="leave" data-text="leave"></button>
    </div>
  </section>

  <section class="card played" aria-labelledby="played-title">
    <header>
      <h2 id="played-title" data-text="played" tabindex="-1"></h2>
      <button type="button" data-control="play-on" data-text="playOn"></button>
    </header>
    <ol class="remarks"></ol>
    <div class="line">
      <header>
        <h3 data-text="bestPlay"></h3>
        <button type="button" class="step" data-control="back" data-name="back">‹</button>
        <button type="button" class="step" data-control="forward" data-name="forward">›</button>
      </header>
      <ol class="steps best"></ol>
    </div>
  </section>

  <details class="card settings">
    <summary data-text="settings"></summary>
    <div class="fields">
      <label class="field"><span data-text="level"></span><select data-control="level"></select></label>
      <label class="field"><span data-text="players"></span><select data-control="players"></select></label>
      <label class="field"><span data-text="mark"></span><select data-control="mark"></select></label>
      <label class="field"><span data-text="first"></span><select data-control="first"></select></label>
    </div>
    <p class="note level-note"></p>
    <label class="field range" hidden>
      <span data-text="errorRate"></span>
      <input type="range" min="0" max="100" step="5" data-control="error-rate">
      <span class="percent" aria-hidden="true"></span>
    </label>
    <p class="later" hidden data-text="later"></p>
    <label class="field"><span data-text="language"></span><select data-control="language"></select></label>
    <div class="row">
      <button type="button" data-control="setup" data-text="setUp" aria-pressed="false"></button>
      <button type="button" class="quiet" data-control="reset" data-text="reset"></button>
    </div>
  </details>

  <details class="card how">
    <summary data-text="how"></summary>
    <p class="rules"></p>
    <div></div>
    <p class="entry"></p>
    <section class="keys" aria-labelledby="keys-title">
      <h3 id="keys-title" data-text="keys"></h3>
      <dl>
        <div><dt><kbd>←</kbd><kbd>↑</kbd><kbd>→</kbd><kbd>↓</kbd></dt><dd data-text="keyList.move"></dd></div>
        <div><dt><kbd>Enter</kbd></dt><dd data-text="keyList.play"></dd></div>
        <div class="digits"><dt><kbd>1</kbd>–<kbd>9</kbd></dt><dd data-text="keyList.digits"></dd></div>
        <div><dt><kbd>U</kbd></dt><dd data-text="keyList.undo"></dd></div>
        <div><dt><kbd>R</kbd></dt><dd data-text="keyList.redo"></dd></div>
        <div><dt><kbd>V</kbd></dt><dd data-text="keyList.proved"></dd></div>
        <div><dt><kbd>N</kbd></dt><dd data-text="keyList.new"></dd></div>
        <div><dt><kbd>,</kbd><kbd>.</kbd></dt><dd data-text="keyList.step"></dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd data-text="keyList.leave"></dd></div>
      </dl>
    </section>
    <p><slot></slot></p>
  </details>

  <section class="card proof" aria-labelledby="why-title">
    <h2 id="why-title" data-text="why"></h2>
    <p class="note" data-text="whyHelp"></p>
    <ul class="why"></ul>
    <label class="check" hidden><input type="checkbox" data-control="mirrors"> <span data-text="mirrors"></span></label>
  </section>
</div>

<ol class="printed"></ol>
</div>

<template class="remark-template">
  <li>
    <button type="button" class="go"><span class="number"></span><span class="place"><b class="who"></b><span class="where"></span></span><span class="worth"></span><em class="kind"></em></button>
    <p><span class="what"></span> <span class="better"></span></p>
    <button type="button" class="retry" hidden></button>
  </li>
</template>
`;
