import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { newOrganization, type Site } from '../running.ts';
import { haveMailDomain, haveStaff, newAdministrator } from '../steps/prepare.ts';
import { setRisk } from '../steps/database.ts';
import { employees, expectRows } from '../steps/staff-list.ts';

// The staff list as a tool: the address contains the filters, and an action on «all found but these» affects
// exactly those people.
test.describe.configure({ mode: 'serial' });

const COURSE = 'Фишинг сегодня';
const EMAIL = 'Срок действия пароля истекает';
const TAG = 'Сменный персонал';
const board = employees(2, 'Абдуллаева', 'abdullaeva', 'Дирекция');
const finance = employees(3, 'Бекова', 'bekova', 'Дирекция / Финансы');
const books = employees(5, 'Валиева', 'valieva', 'Дирекция / Финансы / Бухгалтерия');
const shop = employees(24, 'Каримова', 'karimova', 'Цех');
const sales = employees(8, 'Саидова', 'saidova', 'Сбыт');
const everybody = [...board, ...finance, ...books, ...shop, ...sales];

let product: Site;
let administrator: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await newAdministrator(browser, product);
  await haveStaff(administrator, everybody);
});

const openList = async () => {
  await administrator.goto(`${product.portal}/lk/admin/staff/employees`);
  await expect(administrator.getByRole('table').getByRole('row')).not.toHaveCount(1);
};
const drawer = () => administrator.getByRole('dialog', { name: 'Фильтры' });
const openFilters = () => administrator.getByRole('button', { name: /^Фильтры/ }).click();
const closeFilters = async (found: string | RegExp) => {
  await drawer().getByRole('button', { name: found }).click();
  await expect(drawer()).toHaveCount(0);
};
const chips = () => administrator.getByRole('list', { name: 'Действующие фильтры' }).getByRole('listitem');
const box = (name: string) => drawer().getByRole('checkbox', { name, exact: true });
const bar = () => administrator.getByRole('region', { name: 'Действия с выбранными' });
const row = (one: { surname: string }) =>
  administrator.getByRole('checkbox', { name: `Выбрать строку ${one.surname} Лола` });
/** Limits the list to a department with all its children. */
const showDepartment = async (title: string, found: RegExp) => {
  await openList();
  await openFilters();
  if (title === 'Финансы') await drawer().getByRole('button', { name: 'Раскрыть: Дирекция' }).click();
  await box(title).check();
  await closeFilters(found);
};
/** Ticks everyone that the filter finds, including people on other pages. */
const selectAllFound = async (count: number) => {
  await administrator.getByRole('checkbox', { name: 'Выбрать все строки на странице' }).check();
  const number = count.toLocaleString('ru').replace(/\s/, '.');
  const all = bar().getByRole('button', { name: new RegExp(`Выбрать все найденные: ${number}$`) });
  if (count > 20) await all.click();
  await expect(bar()).toContainText(new RegExp(`Выбран\\S* ${number}\\sчеловек`));
};

test('departments are chosen in a tree, with all their children; the address contains the choice, which survives a reload', async () => {
  await openList();
  await openFilters();
  await drawer().getByRole('button', { name: 'Раскрыть: Дирекция' }).click();
  await box('Финансы').check();
  await expect(box('Дирекция')).toHaveJSProperty('indeterminate', true);
  await drawer().getByRole('button', { name: 'Раскрыть: Финансы' }).click();
  await expect(box('Бухгалтерия'), 'what is below belongs to it').toBeChecked();
  await closeFilters('Показать людей: 8');
  await expectRows(administrator, [...finance, ...books]);
  await expect(chips().first()).toContainText('Финансы');
  await administrator.reload();
  await expectRows(administrator, [...finance, ...books]);
  await expect(chips().first()).toContainText('Финансы');
  await administrator.getByRole('searchbox', { name: 'Имя, почта или должность' }).fill('Валиева');
  await expectRows(administrator, books);
  await administrator.goBack();
  await expect(administrator, 'typing is no step of the history').not.toHaveURL(/departments/);
  await administrator.goForward();
  await expectRows(administrator, books);
  await chips().first().getByRole('button', { name: 'Убрать фильтр' }).click();
  await expect(chips()).toHaveCount(0);
  await administrator.getByRole('button', { name: 'Очистить поиск' }).click();
  await expect(administrator.getByRole('main').locator('header')).toContainText(String(everybody.length + 1));
});

test('bounds of the risk are clamped, pull each other along, and accept no letters', async () => {
  const [a, b, c, d] = shop as [(typeof shop)[0], (typeof shop)[0], (typeof shop)[0], (typeof shop)[0]];
  await setRisk(product, { [a.email]: 9, [b.email]: 7, [c.email]: 6.4, [d.email]: 3 });
  await openList();
  await openFilters();
  const from = drawer().getByRole('textbox', { name: 'От', exact: true });
  const to = drawer().getByRole('textbox', { name: 'До', exact: true });
  await to.fill('3');
  await from.fill('7');
  await expect(to, 'the upper bound follows').toHaveValue('7');
  await to.fill('99');
  await expect(to, 'the scale ends at ten').toHaveValue('10');
  await from.fill('семь');
  await expect(from).toHaveValue('7');
  await closeFilters('Показать людей: 2');
  await expect(chips().first()).toContainText('Риск 7–10');
  await expectRows(administrator, [a, b]);
  await administrator.reload();
  await expectRows(administrator, [a, b]);
  await openFilters();
  await to.fill('4');
  await expect(from, 'the lower bound follows').toHaveValue('4');
  await from.fill('0');
  await closeFilters('Показать людей: 1');
  await expectRows(administrator, [d]);
});

test('invalid ids in a copied address are dropped; filters without effect are reported and removed at once', async () => {
  await administrator.goto(`${product.portal}/lk/admin/staff/employees?departments=not-an-id`);
  await expect(administrator.getByRole('main').locator('header')).toContainText(String(everybody.length + 1));
  await expect(chips()).toHaveCount(0);
  await administrator.goto(`${product.portal}/lk/admin/staff/employees?roles=director`);
  const notice = administrator.getByRole('alert').filter({ hasText: 'Фильтры в адресе страницы не распознаны' });
  await notice.getByRole('button', { name: 'Сбросить' }).click();
  await expect(notice).toHaveCount(0);
  await expect(administrator).toHaveURL(/\/employees$/);
  await expect(administrator.getByRole('main').locator('header')).toContainText(String(everybody.length + 1));
});

test('a tag is assigned to all found people on every page except the unticked ones', async () => {
  await administrator.goto(`${product.portal}/lk/admin/staff/tags`);
  await administrator.getByRole('button', { name: 'Создать тег' }).first().click();
  await administrator.getByRole('dialog').getByLabel('Название').fill(TAG);
  await administrator.getByRole('dialog').getByRole('button', { name: 'Создать тег' }).click();
  await expect(administrator.getByRole('article', { name: TAG })).toBeVisible();
  const left = [shop[2]!, shop[5]!, shop[22]!];
  await showDepartment('Цех', /Показать людей: 24/);
  await selectAllFound(24);
  await row(left[0]!).uncheck();
  await row(left[1]!).uncheck();
  await administrator.getByRole('button', { name: 'Страница 2' }).click();
  await expectRows(administrator, shop.slice(20));
  await row(left[2]!).uncheck();
  await expect(bar()).toContainText('Выбран 21 человек');
  await bar().getByRole('button', { name: 'Добавить тег' }).click();
  const dialog = administrator.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Тег' }).click();
  await administrator.getByRole('option', { name: TAG }).click();
  await dialog.getByRole('button', { name: 'Добавить тег 21 сотруднику' }).click();
  await expect(administrator.getByRole('status').filter({ hasText: 'Добавлено в тег: 21' })).toBeAttached();
  await expect(bar(), 'nobody is selected any more').toHaveCount(0);
  await openList();
  await openFilters();
  await drawer().getByRole('combobox', { name: 'Теги' }).click();
  await administrator.getByRole('option', { name: TAG }).click();
  await administrator.keyboard.press('Escape');
  await closeFilters('Показать людей: 21');
  await expect(chips().first()).toContainText(TAG);
  const tagged = shop.filter((one) => !left.includes(one));
  await expectRows(administrator, tagged.slice(0, 20));
  await administrator.getByRole('button', { name: 'Страница 2' }).click();
  await expectRows(administrator, tagged.slice(20));
});

test('a course is assigned to the selection, and can then be used as a filter', async () => {
  await showDepartment('Финансы', /Показать людей: 8/);
  await selectAllFound(8);
  await row(books[4]!).uncheck();
  await bar().getByRole('button', { name: 'Назначить курс' }).click();
  const dialog = administrator.getByRole('dialog');
  await dialog.getByRole('radio', { name: COURSE }).check();
  await dialog.getByRole('button', { name: 'Выбрать', exact: true }).click();
  await dialog.getByRole('button', { name: 'Назначить 7 сотрудникам' }).click();
  await expect(administrator).toHaveURL(/\/learning\/assigned\/[0-9a-f-]+$/);
  const learners = [...finance, ...books.slice(0, 4)];
  await expectRows(administrator, learners);
  await openList();
  await openFilters();
  await drawer().getByRole('button', { name: 'Выбрать курсы' }).click();
  const courses = administrator
    .getByRole('dialog')
    .filter({ hasNot: administrator.getByRole('textbox', { name: 'От', exact: true }) });
  await courses.getByRole('checkbox', { name: COURSE }).check();
  await courses.getByRole('button', { name: 'Выбрать', exact: true }).click();
  await box('Курс не начат').check();
  await closeFilters(/Показать людей: 7/);
  await expect(chips().filter({ hasText: COURSE })).toHaveCount(1);
  await administrator.reload();
  await expectRows(administrator, learners);
  await expect(chips().filter({ hasText: COURSE }), 'the name of the course is found again').toHaveCount(1);
});

test('the exported workbook holds exactly the selection', async () => {
  await showDepartment('Цех', /Показать людей: 24/);
  await selectAllFound(24);
  await row(shop[0]!).uncheck();
  await row(shop[7]!).uncheck();
  await bar().getByRole('button', { name: 'Выгрузить' }).click();
  const dialog = administrator.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Подготовить файл' }).click();
  const link = dialog.getByRole('link', { name: 'Скачать' });
  await expect(link).toBeVisible();
  const [file] = await Promise.all([administrator.waitForEvent('download'), link.click()]);
  const book = await readXlsx(await readFile(await file.path()));
  const [head, ...rows] = book.sheets[0]!.rows.map((cells) => cells.map((cell) => String(cell ?? '')));
  const column = (title: string) => rows.map((cells) => cells[head!.indexOf(title)]);
  const chosen = shop.filter((_, n) => n !== 0 && n !== 7).map((one) => one.email);
  expect(rows).toHaveLength(chosen.length);
  expect(new Set(column('Почта'))).toEqual(new Set(chosen));
  expect(new Set(column('Отдел'))).toEqual(new Set(['Цех']));
  expect(column('Теги').filter((one) => one!.includes(TAG))).toHaveLength(19);
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
  await expect(bar()).toHaveCount(0);
});

test('a campaign is started for the filtered people, and reaches exactly them', async () => {
  await haveMailDomain(administrator, 'zavod.test');
  await showDepartment('Финансы', /Показать людей: 8/);
  await selectAllFound(8);
  await row(finance[1]!).uncheck();
  await bar().getByRole('button', { name: 'Начать рассылку' }).click();
  await expect(administrator.getByRole('radio', { name: 'Из списка сотрудников' })).toBeChecked();
  await administrator.getByRole('textbox', { name: 'Название рассылки' }).fill('Проверка финансов');
  await administrator.getByRole('button', { name: 'Далее' }).click();
  await administrator.getByRole('button', { name: 'Выбрать письма' }).click();
  const chooser = administrator.getByRole('dialog');
  await chooser.getByRole('checkbox', { name: EMAIL }).check();
  await chooser.getByRole('button', { name: 'Выбрать', exact: true }).click();
  await administrator.reload();
  await expect(administrator.getByText('Черновик сохранён'), 'the draft is kept').toBeVisible();
  await administrator.getByRole('button', { name: 'Проверка' }).click();
  const launched = administrator.waitForResponse(/\/users\/filtered-campaign/);
  await administrator.getByRole('button', { name: 'Отправить 7' }).click();
  expect((await launched).status()).toBe(200);
  await expect(administrator).toHaveURL(/\/campaigns\/[0-9a-f-]+\/statistics/);
  const written = administrator.getByRole('table').last();
  await expect(written.getByRole('row')).toHaveCount(8);
  for (const one of [finance[0]!, finance[2]!, ...books]) await expect(written).toContainText(one.email);
});

test('all found people except two are removed, and one of them is restored with all data', async () => {
  await showDepartment('Сбыт', /Показать людей: 8/);
  await selectAllFound(8);
  await row(sales[0]!).uncheck();
  await row(sales[7]!).uncheck();
  await bar().getByRole('button', { name: 'Удалить' }).click();
  await administrator.getByRole('dialog').getByRole('button', { name: 'Удалить сотрудников: 6' }).click();
  await expect(administrator.getByRole('status').filter({ hasText: 'Удалено сотрудников: 6' })).toBeAttached();
  await expectRows(administrator, [sales[0]!, sales[7]!]);
  await administrator.getByText('Удалённые', { exact: true }).click();
  const gone = administrator.getByRole('table', { name: 'Удалённые сотрудники' });
  await expect(gone.getByRole('row')).toHaveCount(7);
  await administrator.getByRole('button', { name: `Восстановить: ${sales[3]!.surname} Лола` }).click();
  await expect(gone.getByRole('row')).toHaveCount(6);
  await showDepartment('Сбыт', /Показать людей: 3/);
  await expectRows(administrator, [sales[0]!, sales[3]!, sales[7]!]);
});

test('thousands are removed and restored by tasks that continue while another page is open', async () => {
  const store = employees(2_100, 'Тошматова', 'toshmatova', 'Склад');
  await haveStaff(administrator, store);
  const ended = (words: string) => expect(administrator.getByRole('status').filter({ hasText: words })).toBeAttached();
  await showDepartment('Склад', /Показать людей: 2.100/);
  await selectAllFound(2_100);
  await row(store[0]!).uncheck();
  await bar().getByRole('button', { name: 'Удалить' }).click();
  await administrator
    .getByRole('dialog')
    .getByRole('button', { name: /Удалить сотрудников: 2.099/ })
    .click();
  await expect(bar(), 'nobody is selected any more').toHaveCount(0);
  await administrator.getByText('Удалённые', { exact: true }).click();
  await ended('Удаление сотрудников: 2 099 из 2 099.');
  const gone = administrator.getByRole('table', { name: 'Удалённые сотрудники' });
  await administrator.getByRole('searchbox').fill('Тошматова');
  await expect(administrator).toHaveURL(/search=/);
  await expect(gone).toContainText('Тошматова');
  await selectAllFound(2_099);
  await bar().getByRole('button', { name: 'Восстановить' }).click();
  await administrator
    .getByRole('dialog')
    .getByRole('button', { name: /Восстановить сотрудников: 2.099/ })
    .click();
  await ended('Восстановление сотрудников: 2 099 из 2 099.');
  await expect(gone).toHaveCount(0);
  await showDepartment('Склад', /Показать людей: 2.100/);
});

test('on a phone the list can be sorted in both directions too', async () => {
  await showDepartment('Финансы', /Показать людей: 8/);
  await administrator.setViewportSize({ width: 390, height: 844 });
  const sort = administrator.getByRole('combobox', { name: 'Сортировать' });
  await expect(sort).toBeVisible();
  await sort.click();
  await administrator.getByRole('option', { name: 'Сотрудник' }).click();
  const turn = administrator.getByRole('button', { name: /^По (возрастанию|убыванию)/ });
  const byName = [...finance, ...books];
  const isUp = (await turn.getAttribute('aria-label'))!.startsWith('По возрастанию');
  await expectRows(administrator, isUp ? byName : byName.toReversed());
  await turn.click();
  await expectRows(administrator, isUp ? byName.toReversed() : byName);
  await sort.click();
  await administrator.getByRole('option', { name: 'Отдел' }).click();
  await expect(administrator).toHaveURL(/DEPARTMENT/);
  await administrator.setViewportSize({ width: 1440, height: 900 });
});
