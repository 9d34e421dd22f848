import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { barriersOf } from '../barriers.ts';
import { newOrganization, type Site } from '../running.ts';
import { haveStaffFrom, newAdministrator } from '../steps/prepare.ts';
import { setRisk } from '../steps/database.ts';
import { firstPeople, fixture, type Person } from '../steps/staff.ts';

// A tag from the beginning: created, filled by hand and from a file, given actions, checked by a dry run, saved. Tests with
// a simulated clock in modules/automation prove that the actions run in time.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const TAG = 'Удалённые сотрудники';
let product: Site;
let administrator: Page;
let everybody: Person[];
/** People with a unique surname. */
let people: Person[];

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  everybody = await firstPeople();
  people = everybody.filter(
    (one, _, all) => all.filter((other) => other.surname === one.surname && other.name === one.name).length === 1,
  );
  administrator = await newAdministrator(browser, product);
  await haveStaffFrom(administrator, await readFile(fixture('staff-cp1251.csv')));
});

const tab = (name: string) => administrator.getByRole('tab', { name });
const saveBar = () => administrator.getByRole('region', { name: 'Несохранённые изменения' });
const card = (title: string) =>
  administrator
    .getByRole('list', { name: 'Действия тега' })
    .getByRole('listitem')
    .filter({ has: administrator.getByRole('heading', { name: title }) });
const choose = async (type: string) => {
  await administrator.getByRole('button', { name: 'Добавить действие' }).click();
  await administrator.getByRole('combobox', { name: 'Что сделать' }).last().click();
  await administrator.getByRole('option', { name: type, exact: true }).click();
};

test('the administrator creates a tag and adds people by hand and from a file', async () => {
  await administrator.goto(`${product.portal}/lk/admin/staff/tags`);
  await administrator.getByRole('button', { name: 'Создать тег' }).first().click();
  const dialog = administrator.getByRole('dialog');
  await dialog.getByLabel('Название').fill(TAG);
  await dialog.getByRole('button', { name: 'Создать тег' }).click();
  await expect(administrator.getByRole('article', { name: TAG })).toContainText('Этот тег пока ничего не делает');
  await tab('Люди').click();
  await administrator.getByRole('button', { name: 'Добавить людей' }).first().click();
  const [one] = people as [Person];
  await administrator.getByRole('searchbox', { name: 'Отдел или имя' }).fill(`${one.surname} ${one.name}`);
  await administrator.getByRole('checkbox', { name: new RegExp(`^${one.surname} ${one.name}`) }).check();
  await administrator.getByRole('button', { name: 'Добавить людей: 1' }).click();
  await expect(administrator.getByRole('table')).toContainText(one.email);

  const list = ['ФИО;Почта', ...people.slice(0, 3).map((p) => `${p.surname};${p.email}`), 'Никто;nobody@zavod.test'];
  await administrator.getByRole('button', { name: 'Из файла' }).click();
  await administrator
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(list.join('\r\n')) });
  await expect(dialog).toContainText('Найдено сотрудников: 3 (строк в файле: 4)');
  await expect(dialog).toContainText('Строка 5: nobody@zavod.test');
  await expect(dialog).toContainText('Нет такого сотрудника');
  await expect(dialog).toContainText('Уже в этом теге: 1');
  await dialog.getByRole('button', { name: 'Добавить людей: 2' }).click();
  await expect(dialog).toHaveCount(0);
  for (const person of people.slice(0, 3)) await expect(administrator.getByRole('table')).toContainText(person.email);
  await administrator.getByRole('button', { name: `Убрать из тега: ${people[2]!.surname}` }).click();
  await expect(tab('Люди')).toContainText('2');
});

test('she adds an email, a course and a phishing action; nothing is stored before she saves', async () => {
  await tab('Действия').click();
  await choose('Письмо');
  await expect(saveBar()).toContainText('1 действие ещё не заполнено');
  await expect(saveBar().getByRole('button', { name: 'Сохранить' })).toBeDisabled();
  await administrator.getByRole('textbox', { name: 'Тема письма' }).fill('Работаем из дома безопасно');
  await administrator.getByRole('textbox', { name: 'Текст письма' }).fill('Здравствуйте! Прочитайте памятку.');
  await expect(card('Письмо: Работаем из дома безопасно')).toContainText('новое');
  await administrator.getByRole('radio', { name: 'И для тех, кто уже в теге: 2' }).check();

  await choose('Курс');
  await administrator.getByRole('button', { name: 'Выбрать курсы' }).click();
  await expect(administrator.getByRole('dialog').getByRole('button', { name: 'Выбрать', exact: true })).toBeDisabled();
  await administrator
    .getByRole('dialog')
    .getByRole('checkbox', { name: /^Фишинг сегодня/ })
    .check();
  await administrator.getByRole('dialog').getByRole('button', { name: 'Выбрать', exact: true }).click();

  await choose('Учебный фишинг');
  await administrator.getByRole('button', { name: 'Выбрать письма' }).click();
  await administrator.getByRole('dialog').getByRole('checkbox').nth(1).check();
  await administrator.getByRole('dialog').getByRole('button', { name: 'Выбрать', exact: true }).click();
  await expect(administrator.getByText('Автоматический фишинг выключен')).toBeVisible();

  await administrator.getByRole('button', { name: 'Добавить действие' }).click();
  await administrator.getByRole('combobox', { name: 'Что сделать' }).last().click();
  await expect(administrator.getByRole('option', { name: 'Курс: уже есть у этого тега' })).toBeDisabled();
  await administrator.keyboard.press('Escape');
  await expect(saveBar()).toContainText('Не сохранены 3 изменения');

  await tab('Прогноз').click();
  await expect(administrator.getByText('без ваших несохранённых изменений')).toBeVisible();
  await administrator.getByRole('link', { name: 'Новый сотрудник' }).click();
  await expect(administrator.getByRole('dialog')).toContainText('Уйти без сохранения?');
  await administrator.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
  await expect(administrator.getByRole('article', { name: TAG })).toBeVisible();
});

test('the actions are stored after a reload, and the dry run lists what each person gets', async () => {
  await saveBar().getByRole('button', { name: 'Сохранить' }).click();
  await expect(administrator.getByRole('status').filter({ hasText: 'Тег сохранён' })).toBeAttached();
  await expect(saveBar()).toHaveCount(0);
  await administrator.reload();
  await expect(administrator.getByRole('tabpanel')).toContainText('Письмо: Работаем из дома безопасно');
  await expect(administrator.getByRole('tabpanel')).toContainText('Курс: Фишинг сегодня');
  await expect(administrator.getByRole('tabpanel')).toContainText('Не произойдёт. Автоматический фишинг выключен');
  expect(await barriersOf(administrator)).toEqual([]);
  await tab('Действия').click();
  await expect(card('Письмо: Работаем из дома безопасно')).toBeVisible();
  await expect(card('Курс')).toContainText('Фишинг сегодня');
  await expect(card('Учебный фишинг')).toBeVisible();
  expect(await barriersOf(administrator)).toEqual([]);
});

test('another administrator changed the email meanwhile: the change is shown, and her own change is kept when she confirms it', async () => {
  await administrator.getByRole('textbox', { name: 'Текст письма' }).fill('Здравствуйте! Памятка во вложении.');
  const other = await administrator.context().newPage();
  await other.goto(administrator.url());
  await other.getByRole('textbox', { name: 'Тема письма' }).fill('Безопасность дома');
  await other.getByRole('button', { name: 'Сохранить' }).click();
  await expect(other.getByRole('status').filter({ hasText: 'Тег сохранён' })).toBeAttached();
  await saveBar().getByRole('button', { name: 'Сохранить' }).click();
  const warning = administrator.getByRole('alert').filter({ hasText: 'его изменил кто-то ещё' });
  await expect(warning).toContainText('Изменено действие «Письмо: Безопасность дома» (Тема письма)');
  await warning.getByRole('button', { name: 'Оставить мои изменения' }).click();
  await saveBar().getByRole('button', { name: 'Сохранить' }).click();
  await expect(saveBar()).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('textbox', { name: 'Текст письма' })).toHaveValue('Здравствуйте! Памятка во вложении.');
  await other.close();
});

test('a whole department except one person is added, and all but two people are removed again', async () => {
  await tab('Люди').click();
  const before = people.slice(0, 2);
  const sales = everybody.filter((one) => one.place === 'Сбыт');
  const left = people.find((one) => one.place === 'Сбыт' && !before.includes(one))!;
  await administrator.getByRole('button', { name: 'Добавить людей' }).click();
  const drawer = administrator.getByRole('dialog');
  await drawer.getByRole('checkbox', { name: 'Сбыт' }).check();
  const search = drawer.getByRole('searchbox', { name: 'Отдел или имя' });
  await search.fill(`${left.surname} ${left.name}`);
  await drawer.getByRole('checkbox', { name: new RegExp(`^${left.surname} ${left.name}`) }).uncheck();
  await search.fill('');
  await expect(drawer.getByRole('checkbox', { name: 'Сбыт' })).toHaveJSProperty('indeterminate', true);
  await drawer.getByRole('button', { name: `Добавить людей: ${sales.length - 1}` }).click();
  const members = new Set([...before, ...sales.filter((one) => one !== left)]);
  await expect(tab('Люди')).toContainText(String(members.size));
  await expect(drawer).toHaveCount(0);
  await administrator.getByRole('searchbox').fill(left.email);
  await expect(administrator.getByText('Ничего не нашлось')).toBeVisible();
  await administrator.getByRole('searchbox').fill('');

  await administrator.getByRole('checkbox', { name: 'Выбрать все строки на странице' }).check();
  const bar = administrator.getByRole('region', { name: 'Действия с выбранными' });
  await bar.getByRole('button', { name: `Выбрать все найденные: ${members.size}` }).click();
  const ticks = administrator.getByRole('table').getByRole('checkbox', { name: /^Выбрать строку/ });
  for (const n of [0, 1]) await ticks.nth(n).uncheck();
  const stay = (await administrator.getByRole('table').getByRole('row').allInnerTexts())
    .slice(1, 3)
    .map((text) => /\S+@zavod\.test/.exec(text)![0]);
  await bar.getByRole('button', { name: 'Убрать из тега' }).click();
  await administrator.getByRole('dialog').getByRole('button', { name: 'Убрать из тега' }).click();
  await expect(tab('Люди')).toContainText('2');
  await expect(administrator.getByRole('table').getByRole('row')).toHaveCount(3);
  for (const email of stay) await expect(administrator.getByRole('table')).toContainText(email);
});

test('a workbook of members states why each bad row is skipped, and adds the other people', async () => {
  const [one, two] = people.filter((person) => person.place === 'ИТ и связь') as [Person, Person];
  const rows = [
    ['Кто', 'Почта'],
    [one.surname, one.email],
    [two.surname, two.email.toUpperCase()],
    ['Ошибкин', 'anna at zavod.test'],
    ['Беспочтов', ''],
    [one.surname, one.email],
    ['Чужая', 'chuzhaya@zavod.test'],
  ];
  await administrator.getByRole('button', { name: 'Из файла' }).click();
  await administrator.locator('input[type=file]').setInputFiles({
    name: 'Люди.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'Люди', rows }] })),
  });
  const dialog = administrator.getByRole('dialog');
  await expect(dialog).toContainText('Найдено сотрудников: 2 (строк в файле: 6)');
  const rejected = dialog.getByRole('group').filter({ hasText: 'Не подошло строк: 4' }).getByRole('listitem');
  for (const [n, words] of [
    [0, /Строка 4: anna at zavod\.test.*Адрес написан с\sошибкой/s],
    [1, /Строка 5: —.*Нет адреса почты/s],
    [2, /Строка 6: .*Этот адрес уже был выше/s],
    [3, /Строка 7: chuzhaya@zavod\.test.*Нет такого сотрудника/s],
  ] as const)
    await expect(rejected.nth(n)).toHaveText(words);
  await dialog.getByRole('button', { name: 'Добавить людей: 2' }).click();
  await expect(dialog).toHaveCount(0);
  for (const person of [one, two]) await expect(administrator.getByRole('table')).toContainText(person.email);
});

test('bounds of a risk group pull each other along, its period is limited to 999 days, and it contains the people in range', async () => {
  await setRisk(product, { [people[0]!.email]: 3 });
  await administrator.getByRole('link', { name: 'Высокий риск' }).click();
  const from = administrator.getByRole('textbox', { name: 'Риск от' });
  const to = administrator.getByRole('textbox', { name: 'Риск до' });
  const life = administrator.getByRole('textbox', { name: 'Срок, дней' });
  await to.fill('3');
  await expect(from, 'the lower bound comes down with it').toHaveValue('3');
  await from.fill('99');
  await expect(from).toHaveValue('10');
  await expect(to, 'the upper bound goes up with it').toHaveValue('10');
  await from.fill('три');
  await from.blur();
  await expect(from, 'what is no number changes nothing').toHaveValue('10');
  await from.fill('2');
  await to.fill('4');
  await life.fill('9999');
  await expect(life).toHaveValue('999');
  await saveBar().getByRole('button', { name: 'Сохранить' }).click();
  await expect(saveBar()).toHaveCount(0);
  await expect(async () => {
    await administrator.reload();
    await expect(tab('Люди')).toContainText('1', { timeout: 2_000 });
  }).toPass();
  await expect(from).toHaveValue('2');
  await expect(to).toHaveValue('4');
  await expect(life).toHaveValue('999');
  await expect(administrator.getByRole('article', { name: 'Высокий риск' })).toContainText('от 2 до 4');
  await tab('Люди').click();
  await expect(administrator.getByRole('table')).toContainText(people[0]!.email);
});
