import { expect, test } from 'vitest';
import { mediaOf } from './slide-doc.rules.ts';
import { slideDocInput, type SlideBlock } from './slide-doc.schema.ts';

const path = '/lk/files/0b2ad0de-0000-4000-8000-000000000000';
const track = '/lk/files/0b2ad0de-0000-4000-8000-000000000001';
const paragraph: SlideBlock = { type: 'paragraph', content: [{ type: 'text', text: 'Текст' }] };
const nested = (depth: number): unknown => {
  let block: unknown = paragraph;
  for (let n = 1; n < depth; n += 1) block = { type: 'blockquote', content: [block] };
  return { type: 'doc', content: [block] };
};
const doc = (...content: unknown[]) => ({ type: 'doc', content });

test('every block is accepted, and the media of a document are found at any depth', () => {
  const image = { type: 'image', attrs: { path, alt: 'Схема' } };
  const full = doc(
    paragraph,
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Глава' }] },
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph] }] },
    { type: 'blockquote', content: [paragraph] },
    { type: 'callout', attrs: { tone: 'warning' }, content: [paragraph, image] },
    { type: 'reveal', attrs: { title: 'Ответ' }, content: [paragraph] },
    {
      type: 'columns',
      content: [
        { type: 'column', content: [paragraph] },
        { type: 'column', content: [image] },
      ],
    },
    {
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableHeader', attrs: { colspan: 2 }, content: [paragraph] }] }],
    },
    { type: 'video', attrs: { path, title: 'Ролик', captions: track } },
  );
  expect(mediaOf(slideDocInput.parse(full))).toEqual([
    ...['image', 'image', 'video'].map((kind) => ({ path, kind })),
    { path: track, kind: 'captions' },
  ]);
});

test.each([
  ['HTML', doc({ type: 'html', content: '<script>' })],
  ['an unknown attribute', doc({ ...paragraph, attrs: { style: 'x' } })],
  [
    'a script as a link',
    doc({
      type: 'paragraph',
      content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
    }),
  ],
  ['a picture from elsewhere', doc({ type: 'image', attrs: { path: 'https://evil.test/x.png', alt: 'x' } })],
  ['three columns', doc({ type: 'columns', content: [1, 2, 3].map(() => ({ type: 'column', content: [paragraph] })) })],
  ['a heading of level 1', doc({ type: 'heading', attrs: { level: 1 } })],
  ['no document', null],
])('%s is rejected', (_, raw) => {
  expect(slideDocInput.safeParse(raw).success).toBe(false);
});

test('a document that is too deep or too large is rejected without a stack overflow', () => {
  expect(slideDocInput.safeParse(nested(9)).success).toBe(true);
  expect(slideDocInput.safeParse(nested(13)).error!.issues[0]).toMatchObject({ params: { code: 'too_deep' } });
  expect(slideDocInput.safeParse(nested(50_000)).success).toBe(false);
  const long = { type: 'paragraph', content: [{ type: 'text', text: 'я'.repeat(50_001) }] };
  expect(slideDocInput.safeParse(doc(long)).error!.issues[0]).toMatchObject({ params: { code: 'too_big' } });
});
