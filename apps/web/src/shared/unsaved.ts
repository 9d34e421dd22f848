const marks = new Set<object>();
let typedAt: string | null = null;

/** Marks unsaved work that a reload would lose. Returns a function that removes the mark. */
export const markUnsaved = (): (() => void) => {
  const mark = {};
  marks.add(mark);
  return () => void marks.delete(mark);
};

/**
 * Remembers the page on which a person last changed an input other than a search, because not every small form marks
 * unsaved work. Returns a function that ends this and forgets the page.
 */
export const trackTyping = (): (() => void) => {
  const onInput = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement && target.type === 'search')) typedAt = location.pathname;
  };
  document.addEventListener('input', onInput, true);
  return () => {
    document.removeEventListener('input', onInput, true);
    typedAt = null;
  };
};

/** Whether an automatic reload of the page could lose unsaved work. */
export const hasUnsaved = (): boolean => marks.size > 0 || typedAt === location.pathname;
