// The editor of the playground: CodeMirror 6. It has a bundle of its own, so that other pages do not load it.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

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
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in oklab, var(--first) 25%, transparent)" },
});

/** Makes an editor in an element. Returns functions that read its text, change it, and go to a line. `label` is its
 *  name for screen readers. Ctrl-Enter calls `onSolve`. After Escape, Tab leaves the editor. */
export function editor(element, text, label, { onChange, onSolve }) {
  const root = element.attachShadow({ mode: "open" });
  const place = root.appendChild(document.createElement("div"));
  place.style.height = "100%";
  const view = new EditorView({
    root,
    parent: place,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), bracketMatching(), indentOnInput(), highlightActiveLine(), javascript(),
        syntaxHighlighting(COLOURS), LOOK, EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label }),
        keymap.of([{ key: "Mod-Enter", run: () => { onSolve(); return true; } }, indentWithTab, ...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of(({ docChanged }) => { if (docChanged) onChange(); }),
      ],
    }),
  });
  // An area that scrolls must be reached by keys, too.
  view.scrollDOM.tabIndex = 0;
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(next) {
      if (next !== this.text) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    goTo(line) {
      if (line < 1 || line > view.state.doc.lines) return;
      const { from } = view.state.doc.line(line);
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
  };
}
