// @vitest-environment happy-dom
import { Editor } from '@tiptap/core';
import { expect, onTestFinished, test } from 'vitest';
import { slideDoc, type SlideBlock, type SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import { cleanPaste } from './clean-paste.ts';
import { slideExtensions } from './extensions.ts';
import { docFault, plainText, toEditorDoc, toSlideDoc } from './slide-doc.ts';

const path = '/lk/files/0b2ad0de-0000-4000-8000-000000000000';
const words = (text: string): SlideBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const video = {
  title: 'Название',
  transcript: 'Расшифровка',
  captions: 'Добавить',
  captionsReplace: 'Заменить',
  onCaptions: () => undefined,
};
const open = (doc: SlideDoc): Editor => {
  const editor = new Editor({
    extensions: slideExtensions({
      reveal: 'Заголовок',
      scene: { title: 'Что сделать', good: 'Хороший выбор' },
      picture: { label: 'Описание', width: 'Ширина' },
      video,
    }),
    content: toEditorDoc(doc),
  });
  onTestFinished(() => editor.destroy());
  return editor;
};
const doc = (...content: SlideBlock[]): SlideDoc => ({ type: 'doc', content });

const blocks: Record<string, SlideBlock> = {
  'a paragraph with every mark': {
    type: 'paragraph',
    content: [
      { type: 'text', text: 'Обычный ' },
      { type: 'text', text: 'жирный', marks: [{ type: 'bold' }, { type: 'italic' }, { type: 'underline' }] },
      { type: 'hardBreak' },
      { type: 'text', text: 'код', marks: [{ type: 'code' }] },
      { type: 'text', text: 'сайт', marks: [{ type: 'link', attrs: { href: 'https://sergak.test/' } }] },
    ],
  },
  'a heading': { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Глава' }] },
  'a smaller heading': { type: 'heading', attrs: { level: 4 }, content: [{ type: 'text', text: 'Глава' }] },
  'a list in a list': {
    type: 'bulletList',
    content: [
      {
        type: 'listItem',
        content: [words('Раз'), { type: 'orderedList', content: [{ type: 'listItem', content: [words('Два')] }] }],
      },
    ],
  },
  'a list item that begins with a heading': {
    type: 'orderedList',
    content: [{ type: 'listItem', content: [{ type: 'heading', attrs: { level: 4 } }, words('Раз')] }],
  },
  'a quotation': { type: 'blockquote', content: [words('Раз')] },
  'a callout': { type: 'callout', attrs: { tone: 'warning' }, content: [words('Раз'), words('Два')] },
  'a scene': {
    type: 'scene',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'Звонит «банк»' }] },
      { type: 'choice', attrs: { title: 'Положить трубку', good: true }, content: [words('Верно')] },
      { type: 'choice', attrs: { title: 'Назвать код', good: false }, content: [words('Деньги уйдут')] },
    ],
  },
  'a reveal block': { type: 'reveal', attrs: { title: 'Ответ' }, content: [words('Раз')] },
  'two columns': {
    type: 'columns',
    content: [
      { type: 'column', content: [words('Раз')] },
      { type: 'column', content: [{ type: 'image', attrs: { path, alt: 'Схема' } }] },
    ],
  },
  'a table': {
    type: 'table',
    content: [
      { type: 'tableRow', content: [{ type: 'tableHeader', attrs: { colspan: 2 }, content: [words('Раз')] }] },
      {
        type: 'tableRow',
        content: [
          { type: 'tableCell', content: [words('Два')] },
          { type: 'tableCell', content: [words('Три')] },
        ],
      },
    ],
  },
  'a picture': { type: 'image', attrs: { path, alt: 'Схема' } },
  'a resized picture': { type: 'image', attrs: { path, alt: 'Схема', width: 320 } },
  'a video': { type: 'video', attrs: { path, title: 'Ролик' } },
};

test.each(Object.entries(blocks))('%s is the same after the editor has read and written it', (_, block) => {
  const written = toSlideDoc(open(doc(words('До'), block, words('После'))).getJSON());
  expect(written).toEqual(doc(words('До'), block, words('После')));
  expect(slideDoc.parse(written)).toEqual(written);
});

test('a block survives being copied and pasted as HTML', () => {
  for (const block of Object.values(blocks)) {
    const editor = open(doc(block));
    const html = cleanPaste(editor.getHTML());
    editor.commands.setContent(html);
    expect(toSlideDoc(editor.getJSON())).toEqual(doc(block));
  }
});

test('an empty document stays empty, and the plain text has no marks', () => {
  expect(toSlideDoc(open(doc()).getJSON())).toEqual(doc());
  expect(plainText(doc(blocks['a paragraph with every mark']!, words('Конец')))).toBe('Обычный жирный кодсайт Конец');
});

test('a picture without a description and a reveal block without a title are found at any depth', () => {
  const inside = (block: SlideBlock): SlideDoc => doc({ type: 'callout', attrs: { tone: 'info' }, content: [block] });
  expect(docFault(doc(...Object.values(blocks)))).toBeUndefined();
  expect(docFault(inside({ type: 'image', attrs: { path, alt: ' ' } }))).toBe('media.no_alt');
  expect(docFault(inside({ type: 'reveal', attrs: { title: '' }, content: [words('Раз')] }))).toBe('text.no_title');
});

test('a scene begins with two choices, takes a third, and each choice needs a name', () => {
  const editor = open(doc());
  editor.commands.insertScene();
  const sceneOf = () => toSlideDoc(editor.getJSON()).content.find(({ type }) => type === 'scene')!;
  expect(sceneOf()).toMatchObject({
    content: [
      { type: 'paragraph' },
      { type: 'choice', attrs: { good: true } },
      { type: 'choice', attrs: { good: false } },
    ],
  });
  expect(docFault(toSlideDoc(editor.getJSON()))).toBe('text.no_choice');
  expect(editor.commands.addChoice()).toBe(true);
  expect((sceneOf() as { content: unknown[] }).content).toHaveLength(4);
  expect(editor.commands.addChoice()).toBe(false);
});

test('commands make callouts, reveal blocks, columns and tables, and take callouts apart', () => {
  const editor = open(doc(words('Текст')));
  editor.commands.setCallout('info');
  editor.commands.setCallout('example');
  expect(toSlideDoc(editor.getJSON()).content[0]).toEqual({
    type: 'callout',
    attrs: { tone: 'example' },
    content: [words('Текст')],
  });
  editor.commands.unwrapBlock('callout');
  editor.commands.setReveal('Ответ');
  expect(toSlideDoc(editor.getJSON()).content[0]).toMatchObject({ type: 'reveal', attrs: { title: 'Ответ' } });
  editor.commands.unwrapBlock('reveal');
  expect(toSlideDoc(editor.getJSON())).toEqual(doc(words('Текст')));
  editor.chain().focus('end').insertColumns().insertContent('Слева').run();
  editor.commands.unwrapColumns();
  expect(toSlideDoc(editor.getJSON())).toEqual(doc(words('Текст'), words('Слева')));
  editor.chain().focus('end').insertColumns().run();
  editor.chain().focus('end').insertTable({ rows: 2, cols: 2 }).run();
  const written = toSlideDoc(editor.getJSON());
  expect(slideDoc.parse(written)).toEqual(written);
  expect(written.content.map((block) => block.type)).toEqual(expect.arrayContaining(['columns', 'table']));
});

test('text from Word keeps headings, lists, bold and tables, and loses everything else', () => {
  const word = `<html><head><style>p.MsoNormal {color:red}</style></head><body><!--StartFragment-->
    <h1 style='mso-x:1'>Глава<o:p></o:p></h1>
    <p class=MsoNormal style='color:red'>Обычный <b>жирный</b><o:p></o:p></p>
    <p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>Раз</p>
    <p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>Вложенный</p>
    <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Два</p>
    <table class=MsoTableGrid><tr><td><p class=MsoNormal>Ячейка</p></td></tr></table>
    <img src="file:///C:/x.png"><img src="https://evil.test/pixel.png"><script>alert(1)</script>
    <p><a href="javascript:alert(1)">Ссылка</a></p><!--EndFragment--></body></html>`;
  const editor = open(doc());
  editor.commands.setContent(cleanPaste(word));
  const { content } = toSlideDoc(editor.getJSON());
  expect(content).toMatchObject([
    { type: 'heading', attrs: { level: 3 }, content: [{ text: 'Глава' }] },
    { type: 'paragraph', content: [{ text: 'Обычный ' }, { text: 'жирный', marks: [{ type: 'bold' }] }] },
    {
      type: 'bulletList',
      content: [
        {
          content: [
            words('Раз'),
            { type: 'orderedList', content: [{ type: 'listItem', content: [words('Вложенный')] }] },
          ],
        },
        { content: [words('Два')] },
      ],
    },
    { type: 'table', content: [{ content: [{ type: 'tableCell', content: [words('Ячейка')] }] }] },
    words('Ссылка'),
  ]);
});
