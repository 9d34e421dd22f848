// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openHtml } from './html-source.ts';
import { chipsFor } from './variable-chips.ts';

const names = { first_name: 'Имя', department: 'Отдел', tracking: 'Счётчик <открытий>' };
const chip = (variable: string, name: string): string =>
  `<span data-variable="${variable}" contenteditable="false">${name}</span>`;
const parse = (html: string): HTMLElement =>
  new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html').body;
/** The markup with chips, read back. */
const there = (html: string): string => chipsFor(html, names).toChips(html);
const back = (html: string): string => {
  const root = parse(there(html));
  chipsFor(html, names).toText(root);
  return root.innerHTML;
};

test('a known variable in a text becomes a chip with its name', () => {
  expect(there('<p>Привет, {{first_name}}!</p>{{tracking}}')).toBe(
    `<p>Привет, ${chip('first_name', 'Имя')}!</p>${chip('tracking', 'Счётчик &lt;открытий&gt;')}`,
  );
});

test('variables in attributes, comments, style sheets and fields, unknown and misspelt ones stay as they are', () => {
  for (const html of [
    '<a href="{{link}}" title="{{first_name}}">a</a>',
    '<!--[if mso]>{{first_name}}<![endif]--><p>a</p>',
    '<style>/* {{first_name}} */</style><textarea>{{first_name}}</textarea>',
    '<select><option>{{first_name}}</option></select><svg><text>{{first_name}}</text></svg>',
    '<p>{{salary}} {{ first_name }} {first_name} {{constructor}}</p>',
    '<p data-variable="mine">{{first_name}}</p>',
  ])
    expect(there(html)).toBe(html);
});

test('chips become the text that they were, whatever is around them', () => {
  const word = fc.constantFrom('a', ' ', '{{', '}}', '{{first_name}}', '{{department}}', '{{salary}}', '&amp;', 'ё');
  const texts = fc.array(word, { maxLength: 5 }).map((words) => words.join(''));
  const { html: markup } = fc.letrec<{ html: string }>((tie) => ({
    html: fc
      .array(
        fc.oneof(
          { maxDepth: 3 },
          texts,
          fc.constantFrom('<br>', '<!--{{first_name}}-->', '<img alt="{{first_name}}">'),
          fc
            .tuple(fc.constantFrom('b', 'span', 'div', 'a'), texts, tie('html'))
            .map(([tag, title, inner]) => `<${tag} title="${title}">${inner}</${tag}>`),
        ),
        { maxLength: 4 },
      )
      .map((parts) => parts.join('')),
  }));
  fc.assert(
    fc.property(markup, (html) => {
      expect(back(html)).toBe(parse(html).innerHTML);
    }),
  );
});

test('a chip that the editor has dressed and moved is read as its variable; another element of that name is kept', () => {
  const { toText } = chipsFor('', names);
  const root = parse(
    '<b class="gjs-selected" data-gjs-type="variable"><span style="color:red" draggable="false" data-variable="first_name"><i>Имя</i></span></b>' +
      '<span data-variable="salary">Оклад</span>',
  );
  toText(root);
  expect(root.querySelector('b')!.innerHTML).toBe('{{first_name}}');
  expect(root.textContent).toBe('{{first_name}}Оклад');
});

test('what a browser has put into a chip behind its name stays in the text, with the chips in it', () => {
  const { toText } = chipsFor('', names);
  const root = parse(`<p>${chip('first_name', `Имя, да ${chip('first_name', 'Имя')}.<br>Ждём`)}</p>`);
  toText(root);
  expect(root.innerHTML).toBe('<p>{{first_name}}, да {{first_name}}.<br>Ждём</p>');
});

test('a text around chips is restored character by character, and a change stays where it was made', () => {
  const source = '<p>Привет, {{first_name}}&nbsp;&mdash; {{department}}</p>\n<P align=left>{{tracking}}</P>';
  const opened = openHtml(source, names);
  opened.begin(opened.inner);
  expect(opened.inner).toContain('data-variable="department"');
  expect(opened.restore(opened.inner)).toBe(source);
  expect(opened.restore(opened.inner.replace('Привет', 'Здравствуйте'))).toBe(
    source.replace('Привет', 'Здравствуйте').replace('&mdash;', '—'),
  );
});
