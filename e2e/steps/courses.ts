import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { XLSX_TYPE, writeXlsx } from '@sergak/sheets/xlsx-write.ts';
import type { Question } from './quiz.ts';

export type NamedFile = { name: string; mimeType: string; buffer: Buffer };

const words = (ru: string) => ({ ru });
const option = (ru: string, correct: boolean) => ({ text: words(ru), correct });

/** Questions of four types; learners see the number in the text. */
export const manyQuestions = (count: number): Question[] =>
  Array.from({ length: count }, (_, index): Question => {
    const n = index + 1;
    const text = (about: string) => words(`Вопрос № ${n}: ${about}`);
    if (n % 10 === 1)
      return {
        text: text('что выдаёт поддельное письмо?'),
        options: [option('чужой домен', true), option('логотип', false), option('просьба поторопиться', true)],
      };
    if (n % 10 === 2)
      return { text: text('какая клавиша вместе с Win блокирует экран?'), accepted: { ru: ['L', 'клавиша L'] } };
    if (n % 10 === 3)
      return {
        text: text('кому доступен документ?'),
        pairs: [
          { left: words('Прайс-лист'), right: words('всем') },
          { left: words('Зарплата'), right: words('бухгалтерии') },
        ],
      };
    return {
      text: text('что делать с подозрительным письмом?'),
      options: [option('сообщить в службу безопасности', true), option('открыть вложение', false)],
    };
  });

const COLUMNS = ['Тип', 'Вопрос', 'Ответ 1', 'Ответ 2', 'Ответ 3', 'Верные ответы', 'Баллы', 'Объяснение'];
const rowOf = (question: Question): string[] => {
  const { options, accepted, pairs } = question;
  const answers =
    options?.map((one) => one.text.ru) ?? accepted?.ru ?? pairs!.map((p) => `${p.left.ru} = ${p.right.ru}`);
  const right = options?.flatMap((one, i) => (one.correct ? [i + 1] : [])) ?? [];
  const type = accepted ? 'Свой ответ' : pairs ? 'Пары' : right.length > 1 ? 'Несколько ответов' : 'Один ответ';
  return [
    type,
    question.text.ru,
    answers[0]!,
    answers[1] ?? '',
    answers[2] ?? '',
    right.join('; '),
    '1',
    'Потому что.',
  ];
};

/** A workbook of questions; `bad` rows are inserted at their line numbers, counted from 1 with the headings. */
export const questionBook = async (
  questions: readonly Question[],
  bad: Readonly<Record<number, string[]>>,
): Promise<NamedFile> => {
  const rows = questions.map(rowOf);
  for (const [line, row] of Object.entries(bad)) rows.splice(Number(line) - 2, 0, row);
  const folder = await mkdtemp(join(tmpdir(), 'sergak-e2e-'));
  try {
    const path = join(folder, 'questions.xlsx');
    await writeXlsx(path, [{ name: 'Вопросы', columns: COLUMNS.map((title) => ({ title })), rows }]);
    return { name: 'Вопросы.xlsx', mimeType: XLSX_TYPE, buffer: await readFile(path) };
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Creates a module and leaves its page open. */
export const createModule = async (page: Page, portal: string, title: string): Promise<void> => {
  await page.goto(`${portal}/lk/admin/learning/modules`);
  await page.getByRole('button', { name: 'Создать модуль' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Название' }).fill(title);
  await dialog.getByRole('button', { name: 'Создать модуль' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

const tool = (page: Page, name: string): Locator =>
  page.getByRole('toolbar', { name: 'Оформление текста' }).getByRole('button', { name, exact: true });

/** Uploads a file in the media dialog that a button opens. */
export const addMedia = async (page: Page, button: Locator, file: NamedFile, alt?: string): Promise<void> => {
  await button.click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(file);
  if (alt !== undefined) {
    const description = dialog.getByRole('textbox', { name: 'Описание картинки' });
    await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
    await expect(description, 'a picture needs a description').toBeFocused();
    await description.fill(alt);
  }
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect(dialog).toHaveCount(0);
};

/** Writes the text of the open slide: a paragraph with a link, a list and two columns. */
export const writeSlide = async (page: Page, title: string, link: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Заголовок слайда' }).fill(title);
  await page.getByRole('textbox', { name: 'Текст слайда' }).click();
  await page.keyboard.type('Правила почты: ');
  await tool(page, 'Ссылка').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Адрес' }).fill(link);
  await dialog.getByRole('button', { name: 'Поставить ссылку' }).click();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await tool(page, 'Маркированный список').click();
  await page.keyboard.type('Проверьте адрес');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Не спешите');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await tool(page, 'Два столбца').click();
  await page.keyboard.type('Можно: спросить коллегу');
  await page.locator('[data-column]').nth(1).click();
  await page.keyboard.type('Нельзя: открыть вложение');
};

export const saveSlide = async (page: Page): Promise<void> => {
  const bar = page.getByRole('region', { name: 'Несохранённые изменения' });
  await bar.getByRole('button', { name: 'Сохранить' }).click();
  await expect(bar).toHaveCount(0);
};

/** Imports a presentation into the open module, and waits until its slides are added. */
export const importDeck = async (page: Page, file: NamedFile, slides: number): Promise<Locator> => {
  await page.getByRole('button', { name: 'Импорт презентации' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Импортировать' }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Импорт презентации' })).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveText(new RegExp(`^Добавлено?\\s${slides}\\sслайд`), {
    timeout: 120_000,
  });
  return dialog;
};

/** Adds a section to the open course. */
export const addSection = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: 'Добавить раздел' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Название раздела' }).fill(title);
  await dialog.getByRole('button', { name: 'Добавить раздел' }).click();
  await expect(dialog).toHaveCount(0);
};

/** `of`: a course of the module, if modules of other courses have the same title. */
type StepOf = { kind: 'Материал' | 'Тест'; module: string; of?: string; draw?: number };
/** Writes a new theme in a section of the open course, and returns to the course. */
export const addTheme = async (page: Page, section: string, title: string, steps: readonly StepOf[]): Promise<void> => {
  const place = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: section }) });
  await place.getByRole('button', { name: 'Новая тема' }).click();
  await page.getByRole('textbox', { name: 'Название темы' }).fill(title);
  for (const { kind, module, of = '', draw } of steps) {
    await page.getByRole('button', { name: 'Добавить шаг' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(kind, { exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Модуль' }).click();
    const named = page.getByRole('option').filter({ has: page.getByText(module, { exact: true }) });
    await named.filter({ hasText: of }).click();
    if (draw !== undefined) await dialog.getByRole('textbox', { name: 'Вопросов в одной попытке' }).fill(String(draw));
    await dialog.getByRole('button', { name: 'Добавить шаг' }).click();
    await expect(dialog).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Сохранить и вернуться к курсу' }).click();
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
};

/** Opens the editor of a course from the list. */
export const openCourse = async (page: Page, portal: string, title: string): Promise<void> => {
  await page.goto(`${portal}/lk/admin/learning/courses`);
  await page.getByRole('article').filter({ hasText: title }).getByRole('link', { name: 'Изменить' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

export const publish = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(page.getByText('Курс опубликован').last()).toBeVisible();
};

/** The slides of a player, read to the last one with its button. */
export const readTo = async (page: Page, slide: number): Promise<void> => {
  const shown = page.getByText(/^Слайд \d+ из\s\d+$/);
  for (;;) {
    const text = (await shown.textContent())!;
    if (Number(/\d+/.exec(text)![0]) >= slide) return;
    await page.getByRole('button', { name: 'Дальше' }).click();
    await expect(shown).not.toHaveText(text);
  }
};
