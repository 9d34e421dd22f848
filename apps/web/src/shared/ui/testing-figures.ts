/** Numbers as pages write them, also with a unit or a share. */
const NUMBER = /^[+−-]?\d[\d\s\u00a0\u202f]*([.,]\d+)?[\s\u00a0]*(%|п\. п\.)?$/;

/**
 * The numbers in the document that carry no figure (docs/figures.md). Axes of charts are no figures, and the hidden words of a
 * link name what the link shows.
 */
export const numbersWithoutFigure = (): string[] => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = (node.textContent ?? '').trim();
    const element = node.parentElement!;
    if (NUMBER.test(text) && element.closest('[data-figure], svg, style, script') === null)
      found.push(`${element.parentElement!.textContent}: ${text}`);
  }
  return found;
};

/** The figures in the document. */
export const shownFigures = (): string[] => [
  ...new Set(
    [...document.querySelectorAll('[data-figure]')].flatMap((one) => one.getAttribute('data-figure')!.split(' ')),
  ),
];
