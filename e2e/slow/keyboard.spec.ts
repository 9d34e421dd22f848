import { expect, test, type Locator, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { askFor } from '../steps/api.ts';
import { canvasOf } from '../steps/email-editor.ts';
import { press, tabTo, typeInto } from '../steps/keyboard.ts';
import { newPage } from '../steps/prepare.ts';

// An administrator without a mouse: nothing here is clicked.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const SURNAME = 'Каримова';
const MODULE = 'Клавиши';
const api = '/lk/api/v2';

let product: Site;
let page: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  page = await newPage(browser, product);
});

const main = () => page.getByRole('main');
const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp, within: Locator | Page = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });

test('she signs in and gives her consent', async () => {
  await page.goto('/lk/auth/login');
  const email = page.locator('input[autocomplete=username]');
  await expect(email).toBeFocused();
  await page.keyboard.type(product.first.email);
  await typeInto(page, page.locator('input[autocomplete=current-password]'), product.first.password);
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('checkbox', { name: 'Даю согласие' }), ' ');
  await press(page, button('Продолжить'));
  await expect(page).not.toHaveURL(/auth\/login/);
});

test('the palette opens a page, whose heading gets the focus', async () => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Модули');
  await expect(page.getByRole('option', { selected: true })).toContainText('Модули');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/learning\/modules/);
  await expect(page.getByRole('heading', { level: 1, name: 'Модули' })).toBeFocused();
});

test('she adds a module and uses the menu of its row', async () => {
  await press(page, button('Создать модуль').first());
  await typeInto(page, dialog().getByRole('textbox', { name: 'Название' }), MODULE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: MODULE })).toBeFocused();
  await press(page, main().getByRole('link', { name: 'Модули' }));
  const menu = button(`Действия с модулем «${MODULE}»`);
  await press(page, menu);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Удалить' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button('Отмена', dialog())).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

test('she adds a person, opens the filters, ticks a row and changes the person', async () => {
  await page.goto('/lk/admin/staff/employees');
  const add = button('Добавить сотрудника');
  await press(page, add);
  await typeInto(page, dialog().getByRole('textbox', { name: 'Фамилия' }), SURNAME);
  await typeInto(page, dialog().getByRole('textbox', { name: 'Имя' }), 'Лола');
  await typeInto(page, dialog().getByRole('textbox', { name: 'Почта' }), `karimova@${product.domain}`);
  await page.keyboard.press('Enter');
  await expect(dialog()).toHaveCount(0);
  await expect(add).toBeFocused();
  const filters = button(/^Фильтры/);
  await press(page, filters);
  const from = dialog().getByRole('textbox', { name: 'От', exact: true });
  await typeInto(page, from, '0');
  await page.keyboard.press('Escape');
  await expect(filters).toBeFocused();
  await tabTo(page, main().getByRole('checkbox', { name: 'Выбрать все строки на странице' }));
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Действия с выбранными' })).toContainText('Выбран');
  await page.keyboard.press('x');
  const change = button(new RegExp(`^Изменить: ${SURNAME}`), main());
  await press(page, change);
  await typeInto(page, dialog().getByRole('textbox', { name: 'Должность' }), 'Логист');
  await press(page, button('Сохранить', dialog()));
  await expect(dialog()).toHaveCount(0);
  await expect(change).toBeFocused();
  await expect(main().getByRole('row', { name: new RegExp(SURNAME) })).toContainText('Логист');
});

test('she goes through the first three steps of a campaign', async () => {
  await page.goto('/lk/admin/phishing/campaigns/create');
  await typeInto(page, page.getByRole('textbox', { name: 'Название' }), 'Без мыши');
  await tabTo(page, main().getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowRight');
  await expect(main().getByRole('radio', { name: 'Вся организация' })).toBeChecked();
  await press(page, button('Далее'));
  await expect(main().getByRole('heading', { level: 2 }).first(), 'the new step has the focus').toBeFocused();
  await press(page, button('Выбрать письма'));
  await press(page, dialog().getByRole('checkbox').first(), ' ');
  await press(page, button(/^Выбрать/, dialog()).last());
  await expect(dialog()).toHaveCount(0);
  await press(page, button('Далее'));
  await expect(button(/Когда/, page.getByRole('navigation', { name: 'Шаги' }))).toHaveAttribute('aria-current', 'step');
  await press(page, button('Далее'));
  await expect(main().getByRole('heading', { level: 2 }).first()).toBeFocused();
});

test('she chooses a part of an email, changes its text and removes another part', async () => {
  const templates = `${api}/phishing/templates`;
  const { data } = await askFor(page, { method: 'GET', path: templates });
  const template = data[0].templates[0].id as string;
  const { emails } = await askFor(page, { method: 'GET', path: `${templates}/${template}` });
  await page.goto(`/lk/admin/phishing/templates/${template}/email/${emails[0].id}/edit`);
  const canvas = page.getByRole('application');
  await expect(canvas.locator('[data-ready]')).toBeVisible();
  await tabTo(page, canvas);
  const chosen = canvasOf(page).locator('.gjs-selected');
  const said = page.getByRole('status').filter({ hasText: /^(Текст|Заголовок): / });
  for (let presses = 0; presses < 30 && (await said.count()) === 0; presses += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(chosen).toHaveCount(1);
  }
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveAttribute('contenteditable', 'true');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' без мыши');
  await page.keyboard.press('Escape');
  await expect(canvas).toBeFocused();
  await expect(chosen).toContainText('без мыши');
  const parts = await canvasOf(page).locator('body *').count();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect.poll(() => canvasOf(page).locator('body *').count()).toBeLessThan(parts);
  await press(page, button('Сохранить письмо'));
  await page.waitForURL(new RegExp(`/templates/${template}(?:\\?.*)?$`));
});

/** Makes the quizzes of a course ask all their questions: a draw of some might leave a type out. */
const haveAllQuestions = async (course: string): Promise<void> => {
  const { version, sections } = await askFor(page, { method: 'GET', path: `${api}/library/courses/${course}` });
  for (const { id } of sections.flatMap((one: { themes: { id: string }[] }) => one.themes)) {
    const path = `${api}/library/themes/${id}`;
    const theme = await askFor(page, { method: 'GET', path });
    const steps = theme.steps.map(({ id, kind, module_id }: Record<string, unknown>) => ({ id, kind, module_id }));
    await askFor(page, { method: 'PUT', path, body: { title: theme.title, version: theme.version, steps } });
  }
  await askFor(page, { method: 'POST', path: `${api}/library/courses/${course}/publish`, body: { version } });
};

/** A course that has questions of every type, assigned to the administrator. */
const assign = async (): Promise<void> => {
  const me = await askFor(page, { method: 'GET', path: `${api}/users/me` });
  const { data } = await askFor(page, { method: 'GET', path: `${api}/library/courses` });
  const course = (data as { id: string; title: string }[]).find((one) => one.title === 'Фишинг сегодня')!;
  await haveAllQuestions(course.id);
  const selection = { ids: { include_ids: [me.id] } };
  await askFor(page, {
    method: 'POST',
    path: `${api}/learning/assigned-courses`,
    body: { course_id: course.id, selection, need_message: false },
  });
};

/** Answers the question that is shown, in whatever way its type asks for, and returns the type. */
const answer = async (): Promise<string> => {
  const question = page.getByRole('group').filter({ has: page.locator('input, select, ol') });
  const [choices, lists, words] = [
    question.getByRole('radio').or(question.getByRole('checkbox')),
    question.getByRole('combobox'),
    question.getByRole('textbox'),
  ];
  if ((await lists.count()) > 0) {
    for (const list of await lists.all()) await press(page, list, 'ArrowDown');
    return 'matching';
  }
  if ((await words.count()) > 0) {
    await typeInto(page, words, 'ответ');
    return 'short';
  }
  if ((await choices.count()) > 0) {
    await press(page, choices.first(), ' ');
    await expect(choices.first()).toBeChecked();
    return (await question.getByRole('radio').count()) > 0 ? 'single' : 'multiple';
  }
  const rows = question.getByRole('listitem');
  const first = await rows.first().innerText();
  await press(page, rows.first().getByRole('button', { name: /^Ниже/ }));
  await expect(rows.nth(1)).toContainText(first.replace(/^\d+\s*/, ''));
  await expect(rows.nth(1).getByRole('button', { name: /^Ниже/ }), 'what was moved keeps the focus').toBeFocused();
  return 'ordering';
};

test('she reads a course and answers a question of each type', async () => {
  await assign();
  await page.goto('/lk/user/learning');
  await press(page, page.getByRole('link', { name: 'Начать курс' }));
  const start = button('Начать тест');
  const types = new Set<string>();
  const number = page.getByText(/^Вопрос \d+ из\s\d+/);
  for (let turns = 0; turns < 80 && types.size < 5; turns += 1) {
    await expect(
      number
        .or(start)
        .or(page.getByText(/^Слайд \d+ из\s\d+$/))
        .first(),
    ).toBeVisible();
    if (await start.isVisible()) {
      await press(page, start);
      await expect(number).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 }), 'the first question has the focus').toBeFocused();
    } else if (await number.isVisible()) {
      const before = await number.innerText();
      types.add(await answer());
      await press(page, button(/^(Дальше|К завершению)$/));
      await expect(page.getByText(before, { exact: true })).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 }), 'the new question has the focus').toBeFocused();
    } else await page.keyboard.press('ArrowRight');
  }
  expect([...types].sort()).toEqual(['matching', 'multiple', 'ordering', 'short', 'single']);
});
