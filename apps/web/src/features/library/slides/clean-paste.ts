// Word writes lists as paragraphs with the class MsoListParagraph, and the bullet as text in a span of its own.

const LIST = /mso-list:\s*l\d+\s+level(\d+)/i;
const ORDERED = /^\s*(\d+|[a-zа-я]|[ivx]+)[.)]/i;

const levelOf = (element: Element): number => Number(LIST.exec(element.getAttribute('style') ?? '')?.[1] ?? 0);

/** Removes the bullet that Word writes into the text and returns it. */
const takeBullet = (element: Element): string => {
  const bullet = [...element.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  bullet?.remove();
  return bullet?.textContent ?? '';
};

/** Turns a run of Word's list paragraphs into nested lists. */
const listOf = (paragraphs: readonly Element[], from: number): { list: Element; next: number } => {
  const document = paragraphs[from]!.ownerDocument;
  const level = levelOf(paragraphs[from]!);
  let at = from;
  let list: Element | undefined;
  while (at < paragraphs.length && levelOf(paragraphs[at]!) >= level) {
    const paragraph = paragraphs[at]!;
    if (levelOf(paragraph) > level && list?.lastElementChild) {
      const inner = listOf(paragraphs, at);
      list.lastElementChild.append(inner.list);
      at = inner.next;
      continue;
    }
    const bullet = takeBullet(paragraph);
    list ??= document.createElement(ORDERED.test(bullet) ? 'ol' : 'ul');
    const item = document.createElement('li');
    const text = document.createElement('p');
    text.append(...paragraph.childNodes);
    item.append(text);
    list.append(item);
    at += 1;
  }
  return { list: list!, next: at };
};

const wordLists = (body: Element): void => {
  for (const first of body.querySelectorAll('p[style*="mso-list"]')) {
    if (!first.isConnected || levelOf(first) === 0) continue;
    const run = [first];
    for (let next = first.nextElementSibling; next && levelOf(next) > 0; next = next.nextElementSibling) run.push(next);
    const lists: Element[] = [];
    for (let at = 0; at < run.length;) {
      const conversion = listOf(run, at);
      lists.push(conversion.list);
      at = conversion.next;
    }
    first.before(...lists);
    for (const paragraph of run) paragraph.remove();
  }
};

const rename = (element: Element, tag: string): void => {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
};

/**
 * Prepares pasted HTML for the editor, which itself drops all styles and unknown elements: lists of Word become lists,
 * headings get the two levels of a slide, and pictures from elsewhere are dropped because they are not stored.
 */
export const cleanPaste = (html: string): string => {
  const { body } = new DOMParser().parseFromString(html.replace(/<!--[\s\S]*?-->|<!\[[^>]*>/g, ''), 'text/html');
  for (const found of body.querySelectorAll('style, script, meta, link, title, xml')) found.remove();
  for (const found of [...body.querySelectorAll('*')].filter((one) => one.tagName.includes(':')))
    found.replaceWith(...found.childNodes);
  wordLists(body);
  for (const found of body.querySelectorAll('h1, h2')) rename(found, 'h3');
  for (const found of body.querySelectorAll('h5, h6')) rename(found, 'h4');
  for (const found of body.querySelectorAll('img, video'))
    if (!/^\/lk\/files\/[0-9a-f-]{36}$/.test(found.getAttribute('src') ?? '')) found.remove();
  return body.innerHTML;
};
