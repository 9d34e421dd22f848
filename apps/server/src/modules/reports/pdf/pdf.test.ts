import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { closePdf, PdfError, renderPdf } from './pdf.ts';
import { lineChart } from './line-chart.ts';
import { toDocument } from './report-kit.ts';
import { styleOf } from './report-style.ts';
import { pdfPages, squeezed } from './pdf.fixture.ts';
import type { PdfSpec, ReportBlock } from './report-blocks.ts';

afterAll(closePdf);

/** A block without the ids of its figures, which the layout does not use. */
type Block = { readonly type: ReportBlock['type'] } & Readonly<Record<string, unknown>>;

const report = (blocks: readonly Block[], more: Partial<PdfSpec> = {}): PdfSpec => ({
  title: 'Отчёт',
  language: 'ru',
  created_at: '2026-11-21T09:00:00Z',
  uncompressed: true,
  labels: { page: 'Стр. {page} из {pages}', no_data: 'Нет данных' },
  blocks: blocks as unknown as ReportBlock[],
  ...more,
});
const pagesOf = async (blocks: readonly Block[], more?: Partial<PdfSpec>) =>
  pdfPages(await renderPdf(report(blocks, more))).map(squeezed);

describe('the content of the document', () => {
  test('cover, headings, figures and charts, with page numbers after the cover', async () => {
    const pages = await pagesOf(
      [
        { type: 'heading', level: 1, text: 'Главное' },
        { type: 'text', text: 'Из 1240 получателей 236 перешли.' },
        {
          type: 'tiles',
          tiles: ['а', 'б', 'в', 'г', 'д'].map((name) => ({ label: `Плитка ${name}`, value: '4,2', hint: '−0,6' })),
        },
        {
          type: 'funnel',
          title: 'Воронка',
          steps: [
            { label: 'Отправлено', value: 1240 },
            { label: 'Перешли', value: 236, tone: 'bad' },
          ],
        },
        {
          type: 'line',
          title: 'Динамика',
          labels: ['01.11', '02.11', '03.11'],
          series: [{ name: 'Риск', values: [1, null, 3] }],
          target: { name: 'Цель', value: 2 },
        },
        {
          type: 'columns',
          columns: [
            [
              {
                type: 'donut',
                title: 'Группы',
                parts: [
                  { label: 'Низкий', value: 3 },
                  { label: 'Высокий', value: 1 },
                ],
                center: '4',
                caption: 'человека',
              },
            ],
            [
              {
                type: 'bars',
                title: 'Отделы',
                items: [
                  { label: 'Склад', value: 12.5 },
                  { label: 'Цех', value: 30, text: '30 %' },
                ],
              },
            ],
          ],
        },
        { type: 'list', items: ['Повторить курс'], ordered: true },
        { type: 'facts', items: [{ label: 'Вектор', value: 'Ссылка' }] },
      ],
      {
        cover: {
          title: 'Отчёт по рассылке',
          subtitle: 'Осень',
          organization: 'ООО «Ромашка»',
          facts: [{ label: 'Период', value: 'ноябрь 2026 г.' }],
          note: 'Для служебного пользования',
        },
      },
    );
    expect(pages[0]).toBe('ОтчётпорассылкеОсеньООО«Ромашка»Периодноябрь2026г.Дляслужебногопользования');
    const rest = pages.slice(1).join('');
    for (const text of [
      'Главное',
      'Из1240получателей',
      'Плиткад',
      '−0,6',
      'Отправлено',
      '1240',
      '19%',
      'Динамика',
      '01.11',
      'Цель',
      'Низкий',
      '75%',
      'человека',
      '12,5',
      '30%',
      'Повторитькурс',
      'ВекторСсылка',
      `Стр.2из${pages.length}`,
    ])
      expect(rest).toContain(text);
  });

  test('emails of all three languages have glyphs', async () => {
    const [text] = await pagesOf([
      { type: 'text', text: 'Ёж ё № «кавычки» — тире… ₽ Oʻzbekiston gʻalaba maʼno “quote” ✓ → 1\u202f234' },
    ]);
    expect(text).toContain('Ёжё№«кавычки»—тире…₽O‘zbekistong‘alabamaʼno“quote”√›1234');
    expect(text).not.toContain('?');
  });

  test('user texts are plain text: no markup, no control characters, no reordering', async () => {
    const evil = '<b>&amp;"\'</b>{"text":1}\u0007\u202e]]><svg/onload=1>';
    const shown = squeezed('<b>&amp;"\'</b>{"text":1} ]]><svg/onload=1>');
    const pages = await pagesOf([
      { type: 'text', text: evil },
      { type: 'funnel', steps: [{ label: '<a&b>', value: 1 }] },
      { type: 'donut', parts: [{ label: '"<i>\'', value: 1 }], center: '<&>' },
      { type: 'line', labels: ['<1>'], series: [{ name: '</svg>', values: [1] }] },
      { type: 'table', columns: [{ title: '<th>' }], rows: [[evil]] },
      { type: 'qr', text: evil },
    ]);
    const text = pages.join('');
    expect(text.split(shown).length).toBe(3);
    for (const part of ['<a&b>', '"<i>\'', '<&>', '<1>', '</svg>', '<th>']) expect(text).toContain(part);
  });

  test('a table breaks over pages, repeats heading and head on each, and loses no row', async () => {
    const rows = Array.from({ length: 150 }, (_, i) => [
      `Сотрудник №${i}.`,
      i + 0.5,
      i % 9 ? 'Chrome' : 'Mozilla'.repeat(40),
    ]);
    const pages = await pagesOf([
      { type: 'heading', text: 'Получатели' },
      { type: 'table', columns: [{ title: 'ФИО' }, { title: 'Баллы', type: 'number' }, { title: 'Программа' }], rows },
    ]);
    expect(pages.length).toBeGreaterThan(3);
    pages.forEach((text, i) => {
      expect(text).toContain('ПолучателиФИОБаллыПрограмма');
      expect(text).toContain(`Стр.${i + 1}из${pages.length}`);
    });
    const all = pages.join('');
    for (let i = 0; i < 150; i++) expect(all).toContain(`Сотрудник№${i}.${i},5`);
  });

  test('usual words of cells are not broken in columns with given widths', async () => {
    const words = ['Бухгалтерия', 'Информационные', 'технологии', 'Сопровождение'];
    const rows = words.map((word) => [word, 'Обычный текст', word]);
    const columns = [
      { title: 'Отдел', width: 8 },
      { title: 'Комментарий', width: 84 },
      { title: 'Тема', width: 8 },
    ];
    const [page] = pdfPages(await renderPdf(report([{ type: 'table', columns, rows }])));
    for (const word of words) expect(page!.split(word), word).toHaveLength(3);
  });

  test('a short table is not divided, and a long one begins with at least three rows', async () => {
    const filler = Array.from({ length: 40 }, (_, i): Block => ({ type: 'text', text: `Строка ${i}` }));
    const table = (count: number): Block => ({
      type: 'table',
      columns: [{ title: 'Имя' }, { title: 'Число', type: 'number' }],
      rows: Array.from({ length: count }, (_, i) => [`Ряд ${i}.`, i]),
    });
    const heading: Block = { type: 'heading', text: 'Таблица' };
    // Between no and all lines of filler, the place of the table on the page is every possible one.
    for (let lines = 26; lines <= filler.length; lines += 1) {
      const short = await pagesOf([...filler.slice(0, lines), heading, table(10)]);
      expect(
        short.filter((text) => text.includes('Таблица')),
        `${lines}`,
      ).toHaveLength(1);
      const long = await pagesOf([...filler.slice(0, lines), heading, table(60)]);
      const first = long.find((text) => text.includes('Таблица'))!;
      expect(first, `${lines}`).toContain('Ряд2.2');
    }
  });

  test('the contents show the page where each section begins, also for tables over several pages', async () => {
    const rows = (name: string) => Array.from({ length: 120 }, (_, i) => [`${name} ${i}.`]);
    const table = (name: string): Block[] => [
      { type: 'heading', level: 1, text: `Таблица ${name}` },
      { type: 'table', columns: [{ title: 'Имя' }], rows: name === 'Г' ? [] : rows(name) },
    ];
    const labels = { page: '{page}', contents: 'Содержание', no_data: 'Нет данных' };
    const pages = await pagesOf(
      [
        { type: 'heading', level: 1, text: 'Главное' },
        { type: 'text', text: 'Текст.' },
        ...table('А'),
        ...table('Б'),
        ...table('В'),
        ...table('Г'),
      ],
      { labels, cover: { title: 'Обложка' } },
    );
    const firstPage = (text: string) => pages.findIndex((page) => page.includes(text)) + 1;
    const begins = { А: firstPage('А0.'), Б: firstPage('Б0.'), В: firstPage('В0.'), Г: firstPage('Нетданных') };
    expect(new Set([begins.А, begins.Б, begins.В]).size).toBe(3);
    expect(pages[1]).toContain(
      `СодержаниеГлавное2${Object.entries(begins)
        .map(([name, page]) => `Таблица${name}${page}`)
        .join('')}`,
    );
  });

  test('no word of a table header is broken', async () => {
    const titles = [
      'Рассылка',
      'Начало',
      'Доставлено',
      'Сообщили',
      'Перешли',
      'Ввели данные',
      'Инцидент',
      'По организации',
    ];
    const columns = titles.map((title, i) => ({ title, width: [26, 15, 11, 11, 10, 10, 10, 12][i]! }));
    const [text] = pdfPages(await renderPdf(report([{ type: 'table', columns, rows: [titles.map(() => '1')] }])));
    for (const word of titles.flatMap((title) => title.split(' '))) expect(text).toMatch(new RegExp(`${word}\\s`));
  });

  test('a cell taller than a page continues on the next', async () => {
    const words = Array.from({ length: 280 }, (_, i) => `с${i}`).join('\n');
    const pages = await pagesOf([{ type: 'table', columns: [{ title: 'Текст' }], rows: [[words], ['после']] }]);
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.join('')).toContain('с279');
    expect(pages.join('')).toContain('после');
  });

  test('missing data is stated', async () => {
    const [text] = await pagesOf([
      { type: 'table', columns: [{ title: 'ФИО' }], rows: [] },
      { type: 'funnel', steps: [] },
      { type: 'donut', parts: [] },
      { type: 'bars', items: [] },
      { type: 'line', labels: [], series: [] },
      { type: 'facts', items: [] },
      { type: 'tiles', tiles: [] },
      { type: 'list', items: [] },
      { type: 'columns', columns: [] },
      { type: 'table', columns: [], rows: [] },
    ]);
    expect(text!.split('Нетданных').length - 1).toBe(5);
  });

  test.each<[string, Block]>([
    [
      'zeros',
      {
        type: 'funnel',
        steps: [
          { label: 'a', value: 0 },
          { label: 'b', value: 0 },
        ],
      },
    ],
    [
      'a step that grows',
      {
        type: 'funnel',
        steps: [
          { label: 'a', value: 1 },
          { label: 'b', value: 5 },
        ],
      },
    ],
    ['an empty ring', { type: 'donut', parts: [{ label: 'a', value: 0 }] }],
    [
      'a full ring',
      {
        type: 'donut',
        parts: [
          { label: 'a', value: 5 },
          { label: 'b', value: 0 },
        ],
      },
    ],
    [
      'a slip of a ring',
      {
        type: 'donut',
        parts: [
          { label: 'a', value: 100_000 },
          { label: 'b', value: 1 },
        ],
      },
    ],
    ['one point', { type: 'line', labels: ['x'], series: [{ name: 's', values: [0] }] }],
    ['only gaps', { type: 'line', labels: ['x', 'y'], series: [{ name: 's', values: [null, null] }] }],
    ['below zero and tiny', { type: 'line', labels: ['x', 'y'], series: [{ name: 's', values: [-5, 0.001] }] }],
    [
      'a flat line out of bounds',
      { type: 'line', labels: ['x', 'y'], series: [{ name: 's', values: [7, 7] }], min: 0, max: 0 },
    ],
    ['large numbers', { type: 'line', labels: ['x', 'y'], series: [{ name: 's'.repeat(300), values: [1e12, 3e12] }] }],
    [
      'negative bars',
      {
        type: 'bars',
        items: [
          { label: 'x'.repeat(500), value: -3 },
          { label: 'y', value: 0 },
        ],
      },
    ],
  ])('a chart of %s is drawn', async (_name, block) => {
    expect(JSON.stringify(toDocument(report([block])).content)).not.toMatch(/NaN|Infinity|undefined/);
    expect(pdfPages(await renderPdf(report([block]))).length).toBe(1);
  });

  test('an embedded picture is shown; a path or address is never opened', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const cover = { title: 'x' };
    const images = async (logo: string) =>
      (await renderPdf(report([], { cover, brand: { logo } }))).toString('latin1').split('/Subtype /Image').length - 1;
    expect(await images(`data:image/png;base64,${png.toString('base64')}`)).toBe(1);
    expect(await images(import.meta.filename)).toBe(0);
    expect(await images('http://127.0.0.1:1/logo.png')).toBe(0);
  });
});

describe('the thread', () => {
  const long = report([
    {
      type: 'table',
      columns: [{ title: 'a' }, { title: 'b' }],
      rows: Array.from({ length: 20_000 }, (_, i) => [`строка ${i}`, i]),
    },
  ]);
  const code = (promise: Promise<Buffer>) =>
    promise.then(
      () => 'done',
      (error: unknown) => (error instanceof PdfError ? error.code : error),
    );

  test('documents requested at the same time each get their own content', async () => {
    const texts = await Promise.all(
      ['раз', 'два', 'три'].map(async (text) => (await pagesOf([{ type: 'text', text }]))[0]),
    );
    expect(texts.map((text) => text!.slice(0, 3))).toEqual(['раз', 'два', 'три']);
  });
  test('a document that takes too long fails, and so does a cancelled one; the next is rendered', async () => {
    expect(await code(renderPdf(long, { timeoutMs: 50 }))).toBe('timeout');
    const stop = new AbortController();
    const cancelled = code(renderPdf(long, { signal: stop.signal }));
    const next = pagesOf([{ type: 'text', text: 'дальше' }]);
    setTimeout(() => stop.abort(), 50);
    expect(await cancelled).toBe('cancelled');
    expect((await next)[0]).toContain('дальше');
    expect(await code(renderPdf(long, { signal: AbortSignal.abort() }))).toBe('cancelled');
  });
  test('a document that is too large fails', async () => {
    const rows = Array.from({ length: 25_001 }, () => ['x']);
    expect(
      await code(
        renderPdf(report([{ type: 'columns', columns: [[{ type: 'table', columns: [{ title: 'a' }], rows }]] }])),
      ),
    ).toBe('too_large');
  });
  test('an invalid description fails alone', async () => {
    expect(await code(renderPdf(report([{ type: 'heading', text: null as unknown as string }])))).toBe('failed');
    expect(await code(renderPdf(report([], { created_at: 'когда-то' })))).toBe('failed');
    expect((await pagesOf([{ type: 'text', text: 'живой' }]))[0]).toContain('живой');
  });
  test('closing ends a running document, and the next call starts a new thread', async () => {
    const running = code(renderPdf(long));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await closePdf();
    expect(await running).toBe('cancelled');
    expect((await pagesOf([{ type: 'text', text: 'снова' }]))[0]).toContain('снова');
  });
  test('a warm thread does not keep the process alive', async () => {
    const script = `import { renderPdf } from ${JSON.stringify(new URL('./pdf.ts', import.meta.url).href)};
      console.log((await renderPdf(${JSON.stringify(report([]))})).length > 500);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 20_000,
    });
    expect(stdout.trim()).toBe('true');
  }, 25_000);
});

test('points of a line chart stand at their days', () => {
  const drawn = (days?: string[]) => {
    const chart = {
      type: 'line' as const,
      labels: ['1', '2', '3'],
      series: [{ figure: 'risk_level_daily' as const, name: 's', values: [1, 2, 3] }],
    };
    const svg = lineChart(days ? { ...chart, days } : chart, 500, styleOf(report([])));
    const [a, b, c] = [...svg.matchAll(/<circle cx="([\d.]+)/g)].map((found) => Number(found[1]));
    return (b! - a!) / (c! - a!);
  };
  expect(drawn()).toBeCloseTo(0.5, 2);
  expect(drawn(['2026-01-01', '2026-01-02', '2026-01-11'])).toBeCloseTo(0.1, 2);
});
