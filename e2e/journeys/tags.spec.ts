import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { fillSignIn, giveConsent } from '../people.ts';
import { startProduct, type Product } from '../server.ts';
import { firstPeople, fixture, type Person } from '../steps/staff.ts';

// A tag from the beginning: made, filled by hand and from a file, given actions, looked ahead of, saved. That the actions
// come to pass in their time is proved with a simulated clock in modules/automation.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const TAG = 'Удалённые сотрудники';
let product: Product;
let officer: Page;
let people: Person[];

test.beforeAll(async ({ browser }) => {
  product = await startProduct({ SERGAK_DEMO: 'false' });
  people = (await firstPeople()).filter(
    (one, _, all) => all.filter((other) => other.surname === one.surname && other.name === one.name).length === 1,
  );
  officer = await (await browser.newContext()).newPage();
  await officer.goto(`${product.portal}/lk/`);
  await fillSignIn(officer, product.first);
  await giveConsent(officer);
  await officer.goto(`${product.portal}/lk/admin/staff/employees`);
  await officer.getByRole('button', { name: 'Загрузить' }).first().click();
  await officer.locator('input[type=file]').setInputFiles(fixture('staff-cp1251.csv'));
  await officer.getByRole('button', { name: 'Прочитать файл' }).click();
  await officer.getByRole('button', { name: /^Добавить \d+/ }).click();
  await expect(officer.getByText('Готово: список сотрудников обновлён.')).toBeVisible();
});
test.afterAll(async () => product?.stop());

const tab = (name: string) => officer.getByRole('tab', { name });
const saveBar = () => officer.getByRole('region', { name: 'Несохранённые изменения' });
const card = (title: string) =>
  officer
    .getByRole('list', { name: 'Действия тега' })
    .getByRole('listitem')
    .filter({ has: officer.getByRole('heading', { name: title }) });
const choose = async (type: string) => {
  await officer.getByRole('button', { name: 'Добавить действие' }).click();
  await officer.getByRole('combobox', { name: 'Что сделать' }).last().click();
  await officer.getByRole('option', { name: type, exact: true }).click();
};

test('the officer makes a tag and puts people in by hand and from a file', async () => {
  await officer.goto(`${product.portal}/lk/admin/staff/tags`);
  await officer.getByRole('button', { name: 'Создать тег' }).first().click();
  const dialog = officer.getByRole('dialog');
  await dialog.getByLabel('Название').fill(TAG);
  await dialog.getByRole('button', { name: 'Создать тег' }).click();
  await expect(officer.getByRole('article', { name: TAG })).toContainText('Этот тег пока ничего не делает');
  await tab('Люди').click();
  await officer.getByRole('button', { name: 'Добавить людей' }).first().click();
  const [one] = people as [Person];
  await officer.getByRole('searchbox', { name: 'Отдел или имя' }).fill(`${one.surname} ${one.name}`);
  await officer.getByRole('checkbox', { name: new RegExp(`^${one.surname} ${one.name}`) }).check();
  await officer.getByRole('button', { name: 'Добавить 1 человека' }).click();
  await expect(officer.getByRole('table')).toContainText(one.email);

  const list = ['ФИО;Почта', ...people.slice(0, 3).map((p) => `${p.surname};${p.email}`), 'Никто;nobody@zavod.test'];
  await officer.getByRole('button', { name: 'Из файла' }).click();
  await officer
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(list.join('\r\n')) });
  await expect(dialog).toContainText('Найдено сотрудников: 3 (строк в файле: 4)');
  await expect(dialog).toContainText('Строка 5: nobody@zavod.test');
  await expect(dialog).toContainText('Нет такого сотрудника');
  await dialog.getByRole('button', { name: 'Добавить 3 человека' }).click();
  await expect(dialog).toHaveCount(0);
  for (const person of people.slice(0, 3)) await expect(officer.getByRole('table')).toContainText(person.email);
  await officer.getByRole('button', { name: `Убрать из тега: ${people[2]!.surname}` }).click();
  await expect(tab('Люди')).toContainText('2');
});

test('she gives it a letter, a course and a phishing action; nothing is stored before she saves', async () => {
  await tab('Действия').click();
  await choose('Письмо');
  await expect(saveBar()).toContainText('1 действие ещё не заполнено');
  await expect(saveBar().getByRole('button', { name: 'Сохранить' })).toBeDisabled();
  await officer.getByRole('textbox', { name: 'Тема письма' }).fill('Работаем из дома безопасно');
  await officer.getByRole('textbox', { name: 'Текст письма' }).fill('Здравствуйте! Прочитайте памятку.');
  await expect(card('Письмо: Работаем из дома безопасно')).toContainText('новое');
  await officer.getByRole('radio', { name: 'Применить и к 2 людям, которые уже в теге' }).check();

  await choose('Курс');
  await officer.getByRole('button', { name: 'Выбрать курсы' }).click();
  await expect(officer.getByRole('dialog').getByRole('button', { name: 'Выбрать', exact: true })).toBeDisabled();
  await officer
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^Как распознать фишинг/ })
    .check();
  await officer.getByRole('dialog').getByRole('button', { name: 'Выбрать', exact: true }).click();

  await choose('Учебный фишинг');
  await officer.getByRole('button', { name: 'Выбрать письма' }).click();
  await officer.getByRole('dialog').getByRole('checkbox').nth(1).check();
  await officer.getByRole('dialog').getByRole('button', { name: 'Выбрать', exact: true }).click();
  await expect(officer.getByText('Фишинг по тегам выключен')).toBeVisible();

  await officer.getByRole('button', { name: 'Добавить действие' }).click();
  await officer.getByRole('combobox', { name: 'Что сделать' }).last().click();
  await expect(officer.getByRole('option', { name: 'Курс: уже есть у этого тега' })).toBeDisabled();
  await officer.keyboard.press('Escape');
  await expect(saveBar()).toContainText('Не сохранены 3 изменения');

  await tab('Прогноз').click();
  await expect(officer.getByText('ваших несохранённых изменений в нём нет')).toBeVisible();
  await officer.getByRole('link', { name: 'Новый сотрудник' }).click();
  await expect(officer.getByRole('dialog')).toContainText('Уйти без сохранения?');
  await officer.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
  await expect(officer.getByRole('article', { name: TAG })).toBeVisible();
});

test('saved, the actions are there after a reload, and the dry run says who gets what', async () => {
  await saveBar().getByRole('button', { name: 'Сохранить' }).click();
  await expect(officer.getByRole('status').filter({ hasText: 'Тег сохранён' })).toBeAttached();
  await expect(saveBar()).toHaveCount(0);
  await officer.reload();
  await expect(officer.getByRole('tabpanel')).toContainText('Письмо: Работаем из дома безопасно');
  await expect(officer.getByRole('tabpanel')).toContainText('Курс: Как распознать фишинг');
  await expect(officer.getByRole('tabpanel')).toContainText('Не произойдёт: Фишинг по тегам выключен');
  const { violations } = await new AxeBuilder({ page: officer }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze();
  expect(violations.map((one) => one.id)).toEqual([]);
  await tab('Действия').click();
  await expect(card('Письмо: Работаем из дома безопасно')).toBeVisible();
  await expect(card('Курс')).toContainText('Как распознать фишинг');
  await expect(card('Учебный фишинг')).toBeVisible();
  const actions = await new AxeBuilder({ page: officer }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze();
  expect(actions.violations.map((one) => one.id)).toEqual([]);
});

test('another officer changed the letter meanwhile: she is told what, and her own change stands when she says so', async () => {
  await officer.getByRole('textbox', { name: 'Текст письма' }).fill('Здравствуйте! Памятка во вложении.');
  const other = await officer.context().newPage();
  await other.goto(officer.url());
  await other.getByRole('textbox', { name: 'Тема письма' }).fill('Безопасность дома');
  await other.getByRole('button', { name: 'Сохранить' }).click();
  await expect(other.getByRole('status').filter({ hasText: 'Тег сохранён' })).toBeAttached();
  await saveBar().getByRole('button', { name: 'Сохранить' }).click();
  const told = officer.getByRole('alert').filter({ hasText: 'его изменил кто-то ещё' });
  await expect(told).toContainText('Изменено действие «Письмо: Безопасность дома» (Тема письма)');
  await told.getByRole('button', { name: 'Оставить мои изменения' }).click();
  await saveBar().getByRole('button', { name: 'Сохранить' }).click();
  await expect(saveBar()).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('textbox', { name: 'Текст письма' })).toHaveValue('Здравствуйте! Памятка во вложении.');
  await other.close();
});
