// The editor of the playground: CodeMirror 6. It has a bundle of its own, so that other pages do not load it.

import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, undo } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { HighlightStyle, bracketMatching, ensureSyntaxTree, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The time for parsing the text, in milliseconds. */
const PARSING = 200;

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.moduleKeyword, tags.definitionKeyword], color: "var(--first)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--second)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--number)", fontWeight: "600" },
  { tag: [tags.comment, tags.lineComment], color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.function(tags.definition(tags.variableName)), fontWeight: "650" },
]);

const LOOK = EditorView.theme({
  "&": { height: "100%", fontSize: "0.875rem", color: "var(--ink)", backgroundColor: "var(--card)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", lineHeight: "1.55" },
  ".cm-gutters": { color: "var(--soft)", backgroundColor: "transparent", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in oklab, var(--ink) 5%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-wrong": { backgroundColor: "color-mix(in oklab, var(--wrong) 16%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in oklab, var(--first) 25%, transparent)" },
});

/** Marks a line as wrong, or none. A change of the text moves the mark with its line. */
const MARK = StateEffect.define();
const MARKED = StateField.define({
  create: () => Decoration.none,
  update: (marks, { changes, effects }) => effects.filter((effect) => effect.is(MARK)).reduce(
    (_, { value }) => (value === null ? Decoration.none : Decoration.set(Decoration.line({ class: "cm-wrong" }).range(value))), marks.map(changes)),
  provide: (field) => EditorView.decorations.from(field),
});

/** Makes an editor in an element. Returns functions that read its text, change it, and go to a line. Ctrl-Enter calls
 *  `onSolve`. Tab indents; after Escape, Tab leaves the editor. */
export function editor(element, text, { onChange, onSolve }) {
  const root = element.attachShadow({ mode: "open" });
  const place = root.appendChild(document.createElement("div"));
  place.style.height = "100%";
  const names = new Compartment();
  const view = new EditorView({
    root,
    parent: place,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), bracketMatching(), indentOnInput(), highlightActiveLine(), javascript(), MARKED,
        syntaxHighlighting(COLOURS), LOOK, EditorView.lineWrapping, names.of([]),
        keymap.of([{ key: "Mod-Enter", run: () => { onSolve(); return true; } }, indentWithTab, ...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of(({ docChanged }) => { if (docChanged) onChange(); }),
      ],
    }),
  });
  // An area that scrolls must be reached by keys, too.
  view.scrollDOM.tabIndex = 0;
  const isLine = (line) => line >= 1 && line <= view.state.doc.lines;
  return {
    get text() {
      return view.state.doc.toString();
    },
    /** Changes the text where it differs. One undo takes this change back, and nothing else. */
    set text(next) {
      const before = this.text;
      if (next === before) return;
      const room = Math.min(next.length, before.length);
      let from = 0;
      while (from < room && next[from] === before[from]) from += 1;
      let end = 0;
      while (end < room - from && next.at(-1 - end) === before.at(-1 - end)) end += 1;
      view.dispatch({ changes: { from, to: before.length - end, insert: next.slice(from, next.length - end) }, annotations: isolateHistory.of("full") });
    },
    /** Sets the name of the editor and the text about its keys, for screen readers. */
    describe(label, keys) {
      view.dispatch({ effects: names.reconfigure(EditorView.contentAttributes.of({ "aria-label": label, "aria-description": keys })) });
    },
    undo: () => undo(view),
    /** Returns the line of the first error in the syntax of the text, or 0. */
    errorLine() {
      let first = null;
      ensureSyntaxTree(view.state, view.state.doc.length, PARSING)?.iterate({ enter: ({ type, from }) => { if (type.isError) first ??= from; } });
      return first === null ? 0 : view.state.doc.lineAt(first).number;
    },
    mark(line) {
      view.dispatch({ effects: MARK.of(isLine(line) ? view.state.doc.line(line).from : null) });
    },
    goTo(line) {
      if (!isLine(line)) return;
      const { from } = view.state.doc.line(line);
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
  };
}
