// How elements are written: only what differs, so that text keeps its selection, rows keep the
// focus, and nothing is announced twice.

export function write(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

/** Sets data attributes; null removes one. */
export function setData(element, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) delete element.dataset[name];
    else element.dataset[name] = value;
  }
}

export function setCurrent(element, isCurrent) {
  if (isCurrent) element.setAttribute("aria-current", "step");
  else element.removeAttribute("aria-current");
}

/** Makes a list have so many rows, and gives them. */
export function rows(list, count, make) {
  while (list.children.length > count) list.lastElementChild.remove();
  while (list.children.length < count) list.append(make());
  return [...list.children];
}

/** An element in a list's item, or an item alone. */
export function item(name) {
  const li = document.createElement("li");
  if (name) li.append(document.createElement(name));
  if (name === "button") li.firstChild.type = "button";
  return li;
}

/** What reaches the elements of a player. */
export function partsOf(root) {
  const one = (selector, from = root) => from.querySelector(selector);
  const control = (name) => one(`[data-control="${name}"]`);
  return {
    root,
    one,
    all: (selector) => [...root.querySelectorAll(selector)],
    control,
    copyOf: (name) => one(`.${name}-template`).content.firstElementChild.cloneNode(true),

    /** A button that does nothing now keeps the focus, and says that it is disabled. */
    enable: (name, enabled) => control(name).setAttribute("aria-disabled", String(!enabled)),

    /** Gives a select its options, value and text, and what is chosen. */
    choices(name, entries, chosen) {
      const select = control(name);
      rows(select, entries.length, () => document.createElement("option")).forEach((option, i) => {
        option.value = entries[i][0];
        write(option, entries[i][1]);
      });
      select.value = chosen;
    },
  };
}
