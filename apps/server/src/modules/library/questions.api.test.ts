import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Question } from '@sergak/contract/learning/learning.rules.ts';
import { writeXlsx } from '@sergak/sheets/xlsx-write.ts';
import { expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { storePicture } from '../files/public.ts';
import { readHeadings, readRow, writeTemplate } from './questions-sheet.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

const started = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await learning.course(org);
  return { org, administrator, course, id: course.modules.first, empty: course.modules.second };
};
const option = (text: string, correct: boolean) => ({ text, correct });
const single = (text: string) => ({
  type: 'single' as const,
  text,
  body: { options: [option('да', true), option('нет', false)] },
});
const ordered = async (as: Person, id: string) =>
  (await call('questions.list', as, { id })).data.map((question) => question.text);
const changes = async (as: Person, id: string) => (await call('library.course', as, { id })).has_changes;

/** An uploaded file: text as UTF-8, bytes as they are. */
const upload = async (content: string | Buffer, name = 'questions.csv') => {
  const path = join(tmpdir(), `${randomUUID()}-${name}`);
  await writeFile(path, content);
  return { file: { path, name, type: 'text/csv', size: Buffer.byteLength(content) } };
};
const HEAD = 'Тип;Вопрос;Ответ 1;Ответ 2;Ответ 3;Верные ответы;Баллы;Объяснение';

/** A question without ids and versions: what a spreadsheet holds. */
const plainOf = ({
  id: _,
  version: __,
  image_path: ___,
  image_alt: ____,
  order_id: _____,
  ...q
}: Question & { order_id: number }) =>
  JSON.parse(JSON.stringify(q, (key, value: unknown) => (key === 'id' ? undefined : value))) as unknown;

test('a question is added, read, changed and deleted; the course has unpublished changes', async () => {
  const { org, administrator, course, id } = await started();
  expect(await changes(administrator, course.id)).toBe(false);
  const created = await call('questions.create', administrator, {
    id,
    type: 'multiple',
    text: '  Что делать?\r\n',
    points: 3,
    body: { options: [{ ...option('  Сообщить ', true), explanation: 'Верно' }, option('Нажать', false)] },
    explanation: 'Потому что',
  });
  expect(created).toMatchObject({ text: 'Что делать?', points: 3, version: 1, image_path: null });
  expect(created.body).toMatchObject({
    options: [{ text: 'Сообщить', correct: true, explanation: 'Верно' }, { text: 'Нажать' }],
  });
  expect(await changes(administrator, course.id)).toBe(true);
  const questionId = created.id;
  expect(await call('questions.get', administrator, { id, questionId })).toEqual(created);
  const [first] = 'options' in created.body ? created.body.options : [];
  const changed = await call('questions.update', administrator, {
    id,
    questionId,
    type: 'single',
    text: 'Что сделать?',
    body: { options: [{ id: first!.id, text: 'Сообщить', correct: true }, option('Открыть', false)] },
    version: 1,
  });
  expect(changed).toMatchObject({ type: 'single', version: 2, points: 1 });
  expect('options' in changed.body && changed.body.options[0]!.id).toBe(first!.id);
  await expect(
    call('questions.update', administrator, { id, questionId, ...single('Поздно'), version: 1 }),
  ).rejects.toMatchObject({ code: 'common.stale_version', details: { version: 2 } });
  await call('questions.delete', administrator, { id, questionId });
  await expect(call('questions.get', administrator, { id, questionId })).rejects.toMatchObject({
    code: 'question.not_found',
  });
  const log = await actionLog(org.id);
  expect(log.map((row) => row.action)).toEqual(['question.created', 'question.changed', 'question.deleted']);
  expect(log[1]!.changes).toEqual({
    question: ['Что делать?', 'Что сделать?'],
    type: ['multiple', 'single'],
    points: [3, 1],
    answers: [
      ['+ Сообщить', '− Нажать'],
      ['+ Сообщить', '− Открыть'],
    ],
    explanation: ['Потому что', ''],
  });
});

test('an invalid question is rejected with every faulty field', async () => {
  const { administrator, id } = await started();
  const wrong = {
    id,
    type: 'single' as const,
    text: ' ',
    body: { options: [option('да', false), option('Да', false)] },
  };
  await expect(call('questions.create', administrator, wrong)).rejects.toMatchObject({
    code: 'question.invalid',
    details: [
      { field: 'text', code: 'text_missing' },
      { field: 'body.options.1.text', code: 'part_twice' },
      { field: 'body.options', code: 'right_missing' },
    ],
  });
});

test('questions move; positions stay a permutation, also after a deletion that is undone', async () => {
  const { administrator, empty: id } = await started();
  for (const text of ['A', 'B', 'C', 'D']) await call('questions.create', administrator, { id, ...single(text) });
  const idOf = async (text: string) =>
    (await call('questions.list', administrator, { id })).data.find((q) => q.text === text)!.id;
  const move = async (text: string, order_id: number) =>
    call('questions.swap', administrator, { id, question_id: await idOf(text), order_id });
  await move('D', 0);
  expect(await ordered(administrator, id)).toEqual(['D', 'A', 'B', 'C']);
  await move('D', 2);
  expect(await ordered(administrator, id)).toEqual(['A', 'B', 'D', 'C']);
  await move('A', 99);
  expect(await ordered(administrator, id)).toEqual(['B', 'D', 'C', 'A']);
  await call('questions.delete', administrator, { id, questionId: await idOf('D') });
  await call('questions.create', administrator, { id, ...single('D'), order_id: 1 });
  expect(await ordered(administrator, id)).toEqual(['B', 'D', 'C', 'A']);
  const rows = await stored<{ order_id: number }>('select order_id from questions where module_id = $1 order by 1', [
    id,
  ]);
  expect(rows.map((row) => row.order_id)).toEqual([0, 1, 2, 3]);
  await Promise.all([move('B', 3), move('C', 0), move('A', 1)]);
  const after = await stored<{ order_id: number }>('select order_id from questions where module_id = $1 order by 1', [
    id,
  ]);
  expect(after.map((row) => row.order_id)).toEqual([0, 1, 2, 3]);
});

test('modules, questions and pictures of others are not found', async () => {
  const { administrator, course, id, empty } = await started();
  const other = await started();
  const questionId = course.questions[0]!.id;
  const missing = { code: 'module.not_found' };
  for (const foreign of [other.id, NOWHERE]) {
    await expect(call('questions.list', administrator, { id: foreign })).rejects.toMatchObject(missing);
    await expect(call('questions.create', administrator, { id: foreign, ...single('x') })).rejects.toMatchObject(
      missing,
    );
    await expect(call('questions.export', administrator, { id: foreign })).rejects.toMatchObject(missing);
    await expect(
      call('questions.import-file', administrator, { id: foreign }, await upload(HEAD)),
    ).rejects.toMatchObject(missing);
    await expect(
      call('questions.preview-file', administrator, { id: foreign }, await upload(HEAD)),
    ).rejects.toMatchObject(missing);
  }
  // The question exists, in another module.
  for (const at of [
    { id: empty, questionId },
    { id, questionId: NOWHERE },
    { id, questionId: other.course.questions[0]!.id },
  ]) {
    const lost = { code: 'question.not_found' };
    await expect(call('questions.get', administrator, at)).rejects.toMatchObject(lost);
    await expect(call('questions.update', administrator, { ...at, ...single('x'), version: 1 })).rejects.toMatchObject(
      lost,
    );
    await expect(call('questions.delete', administrator, at)).rejects.toMatchObject(lost);
    await expect(
      call('questions.swap', administrator, { id: at.id, question_id: at.questionId, order_id: 0 }),
    ).rejects.toMatchObject(lost);
  }
});

test('pictures: only those of the organisation that learners may see; the module records their use', async () => {
  const { org, administrator, id } = await started();
  const other = await started();
  const picture = async (of: typeof org, type: string, visibility?: 'owner') =>
    inOrganization(of.id, 'write', async (tx) =>
      storePicture(tx, await platform(), {
        bytes: Buffer.from('picture'),
        name: 'p.webp',
        type,
        createdBy: null,
        ...(visibility && { visibility }),
      }),
    );
  const with_ = (file: string) => ({
    id,
    type: 'single' as const,
    text: 'Что на картинке?',
    image_path: `/lk/files/${file}`,
    image_alt: 'Письмо',
    body: {
      options: [{ ...option('да', true), image_path: `/lk/files/${file}`, image_alt: 'Да' }, option('нет', false)],
    },
  });
  const own = await picture(org, 'image/webp');
  const created = await call('questions.create', administrator, with_(own));
  expect(created).toMatchObject({ image_path: `/lk/files/${own}`, image_alt: 'Письмо' });
  expect(await stored('select module_id from module_files where file_id = $1', [own])).toEqual([{ module_id: id }]);
  for (const file of [await picture(other.org, 'image/webp'), await picture(org, 'image/webp', 'owner'), NOWHERE])
    await expect(call('questions.create', administrator, with_(file))).rejects.toMatchObject({
      code: 'file.not_found',
    });
  await expect(call('questions.create', administrator, with_(await picture(org, 'audio/mpeg')))).rejects.toMatchObject({
    code: 'file.type_rejected',
  });
});

const valid = (n: number) => `Один ответ;Вопрос ${n};да;нет;;1;${n % 5};`.replace(';0;', ';;');
test('40 rows with 3 bad ones: the preview names line, column and reason; 37 are added', async () => {
  const { administrator, empty: id } = await started();
  const rows = Array.from({ length: 37 }, (_, n) => valid(n + 1));
  rows.splice(4, 0, 'Один ответ;Без верного;да;нет;;;1;');
  rows.splice(10, 0, 'Угадай;Вопрос;да;нет;;1;1;');
  rows.splice(20, 0, 'Пары;Соедините;Москва;Ташкент = Узбекистан;;;сто;');
  const file = await upload(`\ufeff${[HEAD, ...rows].join('\r\n')}`);
  const preview = await call('questions.preview-file', administrator, { id }, file);
  expect(preview).toMatchObject({ lines: 40, accepted: 37, rejected: 3 });
  expect(preview.rejections).toEqual([
    { line: 6, column: 'Верные ответы', reason: 'right_missing', value: '' },
    { line: 12, column: 'Тип', reason: 'type_unknown', value: 'Угадай' },
    { line: 22, column: 'Ответ 1', reason: 'pair_broken', value: 'Москва' },
  ]);
  expect(await ordered(administrator, id)).toEqual([]);
  expect(await call('questions.import-file', administrator, { id }, file)).toEqual({ added: 37, rejected: 3 });
  expect(await ordered(administrator, id)).toHaveLength(37);
  const bad = await upload([HEAD, 'Один ответ;Без верного;да;нет;;;1;'].join('\r\n'));
  await expect(call('questions.import-file', administrator, { id }, bad)).rejects.toMatchObject({
    code: 'import.nothing_to_do',
  });
  const log = await actionLog(administrator.organization_id);
  expect(log.at(-1)).toMatchObject({ action: 'question.imported', details: { added: 37, rejected: 3 } });
});

/** «Тип;Вопрос;Ответ 1;…» in windows-1251. */
const cp1251 = (text: string) =>
  Buffer.from(
    [...text].map((sign) => {
      const code = sign.codePointAt(0)!;
      return code < 128 ? code : sign === 'ё' ? 0xb8 : code - 0x410 + 0xc0;
    }),
  );

test('types, several right answers, pairs, orders, formulas and markup are read as people write them', async () => {
  const { administrator, empty: id } = await started();
  const rows = [
    'несколько ответов;Что выдаёт обман?;Адрес;Спешка;Логотип;1, 2;2;',
    'Несколько ответов;По словам;Адрес;Спешка;Логотип;Спешка;;',
    'По порядку;Порядок;раз;два;три;;;',
    'По порядку;Порядок по номерам;раз;два;три;3 1 2;;',
    'Пары;Соедините;a == b = в;Ташкент = Узбекистан;;;;',
    'Свой ответ;Слово;L;клавиша L;;;;',
    "Один ответ;<b>Жирный</b>;'=1+1;=2+2;;1;;<script>",
    'Один ответ;Нет такого ответа;да;нет;;7;;',
    'Один ответ;Дробь;да;нет;;1;1,5;',
    'Один ответ;Длинная;да;нет;;1;1;;;лишнее',
  ];
  const file = await upload(cp1251([HEAD, ...rows].join('\r\n')));
  expect((await call('questions.preview-file', administrator, { id }, file)).rejections).toEqual([
    { line: 9, column: 'Верные ответы', reason: 'right_unknown', value: '7' },
    { line: 10, column: 'Баллы', reason: 'points_wrong', value: '1,5' },
    { line: 11, column: '', reason: 'row_long', value: '' },
  ]);
  await call('questions.import-file', administrator, { id }, file);
  const { data } = await call('questions.list', administrator, { id });
  expect(data.map((question) => plainOf(question)).map((one) => (one as { body: unknown }).body)).toEqual([
    { options: [option('Адрес', true), option('Спешка', true), option('Логотип', false)] },
    { options: [option('Адрес', false), option('Спешка', true), option('Логотип', false)] },
    { items: [{ text: 'раз' }, { text: 'два' }, { text: 'три' }] },
    { items: [{ text: 'три' }, { text: 'раз' }, { text: 'два' }] },
    {
      pairs: [
        { left: { text: 'a = b' }, right: { text: 'в' } },
        { left: { text: 'Ташкент' }, right: { text: 'Узбекистан' } },
      ],
    },
    { accepted: ['L', 'клавиша L'] },
    { options: [option('=1+1', true), option('=2+2', false)] },
  ]);
  expect(data.at(-1)).toMatchObject({ text: '<b>Жирный</b>', explanation: '<script>' });
});

test('a workbook with an empty first sheet is read; a file without our columns, or that is no table, is rejected', async () => {
  const { administrator, empty: id } = await started();
  const path = join(tmpdir(), `${randomUUID()}.xlsx`);
  const columns = HEAD.split(';').map((title) => ({ title }));
  await writeXlsx(path, [
    { name: 'Пусто', columns: [], rows: [] },
    { name: 'Вопросы', columns, rows: [['Один ответ', 'Вопрос', 'да', 'нет', '', 1, 5, '']] },
  ]);
  const file = await upload(await readFile(path), 'q.xlsx');
  expect(await call('questions.import-file', administrator, { id }, file)).toEqual({ added: 1, rejected: 0 });
  const rejection = (content: string | Buffer) =>
    upload(content).then((one) => call('questions.preview-file', administrator, { id }, one));
  await expect(rejection('Фамилия;Имя\r\nКаримова;Нигора')).rejects.toMatchObject({
    code: 'import.columns_missing',
    details: { required: ['Тип', 'Вопрос', 'Ответ 1'] },
  });
  await expect(rejection('')).rejects.toMatchObject({ code: 'import.unreadable' });
  await expect(rejection(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).rejects.toMatchObject({
    code: 'import.unreadable',
  });
  const long = [HEAD, ...Array.from({ length: 2_001 }, (_, n) => valid(n))].join('\n');
  await expect(rejection(long)).rejects.toMatchObject({ code: 'import.too_large' });
});

test('exported questions can be imported again and are the same, as XLSX and as CSV', async () => {
  const { administrator, id, empty } = await started();
  await call('questions.create', administrator, {
    id,
    type: 'multiple',
    text: 'Строка первая\nвторая; "кавычки"',
    points: 7,
    body: {
      options: [
        { ...option('=СУММ(A1)', true), explanation: 'Формула' },
        option('-1', true),
        { ...option('ноль', false), explanation: 'Нет' },
      ],
    },
    explanation: '@кто',
  });
  await call('questions.create', administrator, {
    id,
    type: 'matching',
    text: 'Знаки',
    body: {
      pairs: [
        { left: { text: 'a=' }, right: { text: '=b' } },
        { left: { text: 'x==y' }, right: { text: 'z' } },
      ],
    },
  });
  const before = (await call('questions.list', administrator, { id })).data;
  expect(before).toHaveLength(7);
  for (const format of ['xlsx', 'csv'] as const) {
    const answer = await call('questions.export', administrator, { id, format });
    expect(answer.name).toBe(`Вопросы - Первый модуль.${format}`);
    const bytes = await buffer(answer.stream);
    if (format === 'csv') expect(bytes.toString()).toContain(";'=СУММ(A1);'-1;");
    const file = await upload(bytes, `questions.${format}`);
    expect(await call('questions.import-file', administrator, { id: empty }, file)).toEqual({ added: 7, rejected: 0 });
    const { data } = await call('questions.list', administrator, { id: empty });
    expect(data.slice(-7).map(plainOf)).toEqual(before.map(plainOf));
  }
});

test('the template can be imported as it is', async () => {
  const { org, administrator, empty: id } = await started();
  for (const format of ['xlsx', 'csv'] as const) {
    const template = await call('questions.template', administrator, { format });
    const file = await upload(await buffer(template.stream), `t.${format}`);
    expect(await call('questions.preview-file', administrator, { id }, file)).toMatchObject({
      accepted: 5,
      rejected: 0,
    });
  }
  expect(await actionLog(org.id)).toEqual([]);
  for (const language of ['ru', 'en', 'uz'] as const) {
    const { headings, rows } = writeTemplate(language);
    const read = rows.map((cells, i) => readRow(readHeadings(headings)!, { line: i + 2, cells }));
    expect(read.filter((one) => 'rejections' in one)).toEqual([]);
  }
});
