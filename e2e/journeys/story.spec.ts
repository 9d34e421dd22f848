import { expect, test, type Page } from '@playwright/test';
import { fillSignIn, giveConsent } from '../people.ts';
import { startProduct, type Product } from '../server.ts';
import { openLetter } from '../steps/mailbox.ts';
import { fixture, goodPeople, secondList, type Person } from '../steps/staff.ts';

// The story: from an empty product to a report about a campaign, as the officer and one of her employees see it.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const CAMPAIGN = 'Ноябрьская проверка';
const TAG = 'Отпускники';
const departments = ['Сбыт', 'ИТ и связь'];

let product: Product;
let officer: Page;
let people: Person[];
let resting: Person[];
let recipients: Person[];

test.beforeAll(async ({ browser }) => {
  product = await startProduct({ SERGAK_DEMO: 'false', SERGAK_LOG_LEVEL: 'debug' });
  people = await goodPeople();
  const chosen = people.filter((one) => departments.includes(one.place));
  resting = chosen.filter((one, _, all) => all.filter((other) => other.surname === one.surname && other.name === one.name).length === 1).slice(0, 2);
  recipients = chosen.filter((one) => !resting.includes(one));
  officer = await (await browser.newContext()).newPage();
});
test.afterAll(async () => product?.stop());

const tile = (page: Page, name: string) => page.getByRole('group', { name: 'Что будет со строками' }).getByRole('button', { name });

test('the officer signs in and adds the mail domain', async () => {
  await officer.goto(`${product.portal}/lk/`);
  await fillSignIn(officer, product.first);
  await giveConsent(officer);
  await officer.getByRole('link', { name: 'Организация' }).first().click();
  await officer.getByRole('tab', { name: 'Почтовые домены' }).click();
  await officer.getByLabel('Новый домен').fill('zavod.test');
  await officer.getByRole('button', { name: 'Добавить домен' }).click();
  const domain = officer.getByRole('list', { name: 'Почтовые домены' }).getByRole('listitem').filter({ hasText: 'zavod.test' });
  await expect(domain).toContainText('Подтверждён');
});

test('she imports her staff from a file in cp1251', async () => {
  await officer.goto(`${product.portal}/lk/admin/staff/employees`);
  await officer.getByRole('button', { name: 'Загрузить' }).first().click();
  await officer.locator('input[type=file]').setInputFiles(fixture('staff-cp1251.csv'));
  await officer.getByRole('button', { name: 'Прочитать файл' }).click();
  await expect(tile(officer, 'Добавятся')).toContainText(String(people.length));
  await expect(tile(officer, 'Не приняты')).toContainText('7');
  await tile(officer, 'Не приняты').click();
  for (const reason of [
    'В строке меньше ячеек, чем в заголовке', 'В строке больше ячеек, чем в заголовке', 'Нет фамилии или имени', 'Адрес почты написан с ошибкой', 'Нет адреса почты',
    'Этот адрес уже есть в строке 2', 'Такой роли нет',
  ]) await expect(officer.getByRole('dialog')).toContainText(reason);
  await officer.getByRole('button', { name: `Добавить ${people.length}` }).click();
  await expect(officer.getByText('Готово: список сотрудников обновлён.')).toBeVisible();
  await officer.getByRole('button', { name: 'Готово' }).click();
  await expect(officer.getByRole('main').locator('header')).toContainText(String(people.length + 1));
  await officer.getByRole('searchbox', { name: 'Имя, почта или должность' }).fill(people[0]!.email);
  await expect(officer.getByRole('table').getByText(people[0]!.email)).toBeVisible();
});

test('the second file, in UTF-8, changes some of them and leaves others', async () => {
  await officer.getByRole('button', { name: 'Загрузить' }).first().click();
  await officer.locator('input[type=file]').setInputFiles({ name: 'staff-utf8-bom.csv', mimeType: 'text/csv', buffer: await secondList() });
  await officer.getByRole('button', { name: 'Прочитать файл' }).click();
  await expect(tile(officer, 'Добавятся')).toContainText('193');
  await expect(tile(officer, 'Изменятся')).toContainText('3');
  await expect(tile(officer, 'Без изменений')).toContainText('5');
  await expect(tile(officer, 'Не приняты')).toContainText('7');
  await tile(officer, 'Изменятся').click();
  await expect(officer.getByRole('dialog')).toContainText('Начальник смены');
  await officer.getByRole('button', { name: 'Добавить: 193, обновить: 3' }).click();
  await expect(officer.getByText('Готово: список сотрудников обновлён.')).toBeVisible();
  await officer.getByRole('button', { name: 'Готово' }).click();
});

test('a tag takes two people in', async () => {
  await officer.goto(`${product.portal}/lk/admin/staff/tags`);
  await officer.getByRole('button', { name: 'Создать тег' }).first().click();
  const dialog = officer.getByRole('dialog');
  await dialog.getByLabel('Название').fill(TAG);
  await dialog.getByRole('button', { name: 'Создать тег' }).click();
  const own = officer.getByRole('region', { name: 'Теги организации' });
  await own.getByRole('button', { name: '0 человек' }).click();
  await officer.getByRole('button', { name: 'Добавить людей' }).click();
  for (const person of resting) {
    await officer.getByRole('searchbox', { name: 'Отдел или имя' }).fill(`${person.surname} ${person.name}`);
    await officer.getByRole('checkbox', { name: person.surname }).and(officer.getByLabel(person.name)).first().check();
  }
  await officer.getByRole('button', { name: 'Добавить 2 человека' }).click();
  for (const person of resting) await expect(officer.getByRole('dialog').getByText(`${person.surname} ${person.name}`)).toBeVisible();
});

test('the wizard counts the right people, and a test letter reaches her', async () => {
  await officer.goto(`${product.portal}/lk/admin/phishing/campaigns`);
  await officer.getByRole('link', { name: 'Создать рассылку' }).first().click();
  await officer.getByLabel('Название рассылки').fill(CAMPAIGN);
  for (const name of departments) await officer.getByRole('list', { name: 'Отделы' }).getByRole('checkbox', { name }).check();
  await officer.getByRole('textbox', { name: 'Кроме тегов' }).click();
  await officer.getByRole('option', { name: TAG }).click();
  await officer.keyboard.press('Escape');
  const summary = officer.locator('section').filter({ has: officer.getByRole('heading', { name: 'Что будет' }) }).last();
  await expect(summary).toContainText(`${recipients.length} получател`);
  await expect(summary).toContainText(/Исключены по тегам\s*2/);
  await officer.getByRole('button', { name: 'Далее' }).click();
  await officer.getByRole('button', { name: 'Выбрать письма' }).click();
  const chooser = officer.getByRole('dialog');
  await chooser.getByRole('checkbox', { name: 'Срок действия пароля истекает' }).check();
  await chooser.getByRole('button', { name: 'Посмотреть письмо «Срок действия пароля истекает»' }).click();
  await expect(chooser.frameLocator('iframe').locator('body')).toContainText('парол');
  await chooser.getByRole('button', { name: 'Выбрать', exact: true }).click();
  await officer.getByRole('button', { name: 'Далее' }).click();
  await officer.getByRole('button', { name: 'Далее' }).click();
  await officer.getByText('Назначать курс').click();
  await officer.getByRole('textbox', { name: 'Курс', exact: true }).click();
  await officer.getByRole('option', { name: 'Как распознать фишинг' }).click();
  await officer.getByRole('textbox', { name: 'Начиная с' }).click();
  await officer.getByRole('option', { name: 'тех, кто ввёл данные' }).click();
  await officer.getByRole('button', { name: 'Далее' }).click();
  await expect(summary).toContainText('Можно запускать');
  await expect(officer.getByRole('list', { name: 'Проверки' }).getByRole('img', { name: 'мешает запуску' })).toHaveCount(0);
  await officer.getByRole('button', { name: 'Отправить себе' }).click();
  const wizard = officer.url();
  const letter = await openLetter(officer, product.portal, product.first.email, /парол/i);
  await expect(letter.locator('body')).toContainText('парол');
  await officer.goto(wizard);
  await officer.getByRole('button', { name: `Отправить ${recipients.length}` }).click();
  await expect(officer).toHaveURL(/\/campaigns\/[0-9a-f-]+\/statistics/);
});
