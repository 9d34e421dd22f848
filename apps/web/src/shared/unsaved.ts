const held = new Set<object>();
let typedAt: string | null = null;

/** Says that something unsaved would be lost with the page; answers how to take that back. */
export const holdUnsaved = (): (() => void) => {
  const mark = {};
  held.add(mark);
  return () => void held.delete(mark);
};

/** Remembers where somebody typed or ticked something, a search apart: not every small form says that it is unsaved. */
export const watchTyping = (): void =>
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement && target.type === 'search')) typedAt = location.pathname;
    },
    true,
  );

/** Whether loading the page anew by itself could cost somebody work. */
export const hasUnsaved = (): boolean => held.size > 0 || typedAt === location.pathname;
