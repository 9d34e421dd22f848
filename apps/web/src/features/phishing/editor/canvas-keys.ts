import type { Component, Editor } from 'grapesjs';

const canBeChosen = (part: Component): boolean =>
  part.get('selectable') !== false && !part.is('textnode') && !part.is('comment');
/** The parts of the content in reading order. */
const partsIn = (whole: Component): Component[] =>
  whole.components().models.flatMap((part) => [...(canBeChosen(part) ? [part] : []), ...partsIn(part)]);

const isText = (part: Component): boolean => part.is('text') || part.is('own-text');

/** What a part says, for those who cannot see which one is chosen. */
export const partWords = (part: Component): string => {
  const words = ((part.getEl() as HTMLElement | undefined)?.textContent ?? '').replace(/\s+/g, ' ').trim();
  return [part.getName(), words.slice(0, 80)].filter(Boolean).join(': ');
};

/**
 * The keys of the canvas, which itself takes no focus: the arrows choose the next and the previous part, Enter opens its text, Delete
 * removes it. Returns whether the key means something here.
 */
export const pressInCanvas = (editor: Editor, key: string): boolean => {
  const parts = partsIn(editor.getWrapper()!);
  const chosen = editor.getSelected();
  const at = chosen === undefined ? -1 : parts.indexOf(chosen);
  const choose = (next: Component | undefined): void => {
    if (next === undefined) return;
    editor.select(next);
    editor.Canvas.scrollTo(next);
  };
  if (key === 'ArrowDown') choose(parts[at + 1]);
  else if (key === 'ArrowUp') choose(parts[at < 0 ? parts.length - 1 : at - 1]);
  else if (key === 'Enter' && at >= 0 && isText(chosen!)) {
    editor.once('rte:enable', () => (chosen!.getEl() as HTMLElement | undefined)?.focus());
    chosen!.trigger('active');
  } else if (key === 'Delete' && at >= 0) {
    const next = parts.slice(at + 1).find((part) => !part.parents().includes(chosen!)) ?? parts[at - 1];
    chosen!.remove();
    choose(next);
  } else return false;
  return true;
};

/** Esc in a text of the canvas closes it, and the focus is back outside. */
export const closeTextByKey = (editor: Editor, onClose: () => void): void =>
  editor.Canvas.getDocument()?.addEventListener('keydown', (event) => {
    const open = editor.getEditing();
    if (event.key !== 'Escape' || open === undefined) return;
    event.preventDefault();
    open.trigger('disable');
    onClose();
  });
