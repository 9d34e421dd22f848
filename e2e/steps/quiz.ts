import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';

type Text = { ru: string };
export type Question = {
  text: Text;
  options?: { text: Text; correct: boolean }[];
  accepted?: { ru: string[] };
  pairs?: { left: Text; right: Text }[];
  items?: Text[];
};

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Questions of a starter course with their right answers. */
export const questionsOf = async (course: string): Promise<Question[]> => {
  const file = fileURLToPath(new URL(`../../content/courses/${course}/course.json`, import.meta.url));
  const { modules } = JSON.parse(await readFile(file, 'utf8')) as {
    modules: Record<string, { questions: Question[] }>;
  };
  return Object.values(modules).flatMap((one) => one.questions);
};

const arrange = async (page: Page, items: Text[]) => {
  const rows = page.getByRole('group').locator('ol > li');
  for (const [place, item] of items.entries())
    for (;;) {
      const texts = (await rows.allInnerTexts()).map(plain);
      const at = texts.findIndex((text) => text.includes(plain(item.ru)));
      if (at <= place) break;
      await rows.nth(at).getByRole('button', { name: 'Выше' }).click();
      await expect(rows.nth(at - 1)).toContainText(item.ru);
    }
  // The shown order may already be right.
  if (await page.getByRole('button', { name: 'Пропустить' }).isVisible())
    await page.getByRole('button', { name: 'Порядок верный' }).click();
};

/** Answers the current question correctly, and waits until the answer is stored. */
export const answerRightly = async (page: Page, questions: readonly Question[]): Promise<void> => {
  const words = plain(await page.locator('h1#question').innerText());
  const question = questions.find((one) => plain(one.text.ru) === words);
  if (question === undefined) throw new Error(`unknown question: ${words}`);
  if (question.options)
    for (const one of question.options.filter((option) => option.correct))
      await page.getByLabel(one.text.ru, { exact: true }).check();
  if (question.accepted) await page.getByRole('textbox', { name: 'Ваш ответ' }).fill(question.accepted.ru[0]!);
  // Its name quotes the text, and nested quotation marks are written differently.
  for (const pair of question.pairs ?? [])
    await page
      .getByRole('combobox', { name: pair.left.ru.replace(/[«»]/g, '') })
      .selectOption({ label: pair.right.ru });
  if (question.items) await arrange(page, question.items);
  await expect(page.getByRole('button', { name: 'Пропустить' })).toHaveCount(0);
};

/** Answers question after question until the final page; `most` stops earlier. */
export const answerAll = async (page: Page, questions: readonly Question[], most = 100): Promise<void> => {
  for (let i = 0; i < most; i++) {
    const number = page.getByText(/^Вопрос \d+ из\s\d+$/);
    await expect(number.or(page.getByRole('heading', { name: 'Всё готово?' }))).toBeVisible();
    if (!(await number.isVisible())) return;
    const before = await number.innerText();
    await answerRightly(page, questions);
    await page.getByRole('button', { name: /^(Дальше|К завершению)$/ }).click();
    await expect(page.getByText(before, { exact: true })).toHaveCount(0);
  }
};
