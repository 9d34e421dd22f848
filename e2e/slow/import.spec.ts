import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { newOrganization, type Site } from '../running.ts';
import { holdDepartments } from '../steps/database.ts';
import { firstSignIn } from '../steps/administrator.ts';

// A new administrator imports a thousand people. Forty rows are wrong: she downloads them as a workbook, repairs them in her
// spreadsheet and uploads the same file, which still contains the notes. In the end everyone is imported.
test.describe.configure({ mode: 'serial' });

const HEADER = ['Фамилия', 'Имя', 'Отчество', 'Почта', 'Должность', 'Подразделение', 'Роль'];
const PEOPLE = 1_000;
const WRONG = 40;
const addressOf = (n: number) => `person${n}@zavod.test`;
const right = (n: number) => [`Сотрудник${n}`, 'Нигора', '', addressOf(n), 'Слесарь', `Цех № ${n % 5}`, ''];
/** Four kinds of faults, used in turn. */
const faults: ((row: string[]) => string[])[] = [
  (row) => row.with(3, row[3]!.replace('@', ' at ')),
  (row) => row.with(1, ''),
  (row) => row.with(6, 'Начальник смены'),
  (row) => [...row, 'сверхурочно'],
];
const isWrong = (n: number) => n % (PEOPLE / WRONG) === 0;
const line = (n: number) => (isWrong(n) ? faults[(n / (PEOPLE / WRONG)) % faults.length]!(right(n)) : right(n));
const staff = () =>
  Buffer.from(
    `\uFEFF${[HEADER, ...Array.from({ length: PEOPLE }, (_, n) => line(n))].map((row) => row.join(';')).join('\r\n')}\r\n`,
  );

let product: Site;
let administrator: Page;
let repaired: Buffer;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await (await browser.newContext()).newPage();
});

const tile = (name: string) =>
  administrator.getByRole('group', { name: 'Что будет со строками' }).getByRole('button', { name });
const send = async (name: string, mimeType: string, buffer: Buffer) => {
  await administrator.goto(`${product.portal}/lk/admin/staff/employees?import=new`);
  await administrator.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await administrator.getByRole('button', { name: 'Прочитать файл' }).click();
};
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test('she uploads a thousand rows, and forty of them are rejected with reasons', async () => {
  await firstSignIn(administrator, product);
  await send('Кадры.csv', 'text/csv', staff());
  await expect(tile('Добавятся')).toContainText(String(PEOPLE - WRONG));
  await expect(tile('Не приняты')).toContainText(String(WRONG));
  await administrator.getByRole('button', { name: `Добавить людей: ${PEOPLE - WRONG}` }).click();
  await expect(administrator.getByText('Готово: список сотрудников обновлён.')).toBeVisible();
});

test('she downloads the forty rows and repairs each by the note next to it', async () => {
  const download = administrator.waitForEvent('download');
  const link = administrator.getByRole('link', { name: 'Скачать непринятые строки' });
  await link.click();
  const file = await download;
  // Reads the name from the server: under load the browser may report a download before it knows the file name.
  const answer = await administrator.request.get(new URL((await link.getAttribute('href'))!, product.portal).href);
  expect(decodeURIComponent(answer.headers()['content-disposition']!)).toMatch(/Не приняты.*\.xlsx/);
  const book = await readXlsx(await readFile(await file.path()));
  const [head, ...rows] = book.sheets[0]!.rows.map((row) => row.map((cell) => String(cell ?? '')));
  expect(head).toEqual(['Строка файла', 'Почему не принята', ...HEADER, 'Лишняя ячейка 1']);
  expect(rows).toHaveLength(WRONG);
  const at = (title: string) => head!.indexOf(title);
  for (const row of rows) {
    const why = row[at('Почему не принята')]!;
    if (why.includes('Адрес почты')) row[at('Почта')] = row[at('Почта')]!.replace(' at ', '@');
    else if (why.includes('Нет фамилии')) row[at('Имя')] = 'Нигора';
    else if (why.includes('Такой роли нет')) row[at('Роль')] = '';
    else if (why.includes('больше ячеек')) row[at('Лишняя ячейка 1')] = '';
    else throw new Error(`a reason that nobody expects: ${why}`);
  }
  repaired = Buffer.from(await writeXlsx({ sheets: [{ name: 'Не приняты', rows: [head!, ...rows] }] }));
});

test('she uploads the repaired file unchanged, and everyone is imported', async () => {
  await send('Не приняты.xlsx', xlsx, repaired);
  await expect(tile('Добавятся')).toContainText(String(WRONG));
  await expect(tile('Не приняты')).toContainText('0');
  await administrator.getByRole('button', { name: `Добавить людей: ${WRONG}` }).click();
  await expect(administrator.getByText('Готово: список сотрудников обновлён.')).toBeVisible();
  await administrator.getByRole('button', { name: 'Готово' }).click();
  await expect(administrator.getByRole('main').locator('header')).toContainText(/1\s?001/);
  const search = administrator.getByRole('searchbox', { name: 'Имя, почта или должность' });
  for (const n of [0, 25, 50, 75, 999]) {
    await search.fill(addressOf(n));
    await expect(administrator.getByRole('table').getByText(addressOf(n), { exact: true })).toBeVisible();
  }
});

test('uploading the same thousand again creates no duplicates', async () => {
  const whole = [HEADER, ...Array.from({ length: PEOPLE }, (_, n) => right(n))];
  await send('Кадры.xlsx', xlsx, Buffer.from(await writeXlsx({ sheets: [{ name: 'Кадры', rows: whole }] })));
  await expect(tile('Без изменений')).toContainText(/1\s?000/);
  await expect(administrator.getByRole('button', { name: 'Добавлять некого' })).toBeDisabled();
  await expect(tile('Добавятся')).toContainText('0');
});

/** The first number in an element. */
const numberIn = (place: Locator) => async () =>
  Number(/\d[\d\s]*/.exec(await place.innerText())![0].replace(/\s/g, ''));

test('she closes the window while people are being saved, and is still notified of the end', async () => {
  const [first, second, third] = [1, 2, 3].map((n) => right(PEOPLE + n));
  const rows = [HEADER, first!, second!, third!.with(3, 'person at zavod')].map((row) => row.join(';'));
  await send('Новые.csv', 'text/csv', Buffer.from(`\uFEFF${rows.join('\r\n')}`));
  const dialog = administrator.getByRole('dialog', { name: 'Загрузка сотрудников из файла' });
  const tray = administrator.getByRole('region', { name: 'Длительные задачи' });
  const confirm = dialog.getByRole('button', { name: 'Добавить людей: 2' });
  const title = administrator.locator('main header');
  const licence = administrator.getByRole('link', { name: /^Лицензия: / });
  await confirm.waitFor();
  await expect(title).toContainText(/\d/);
  const before = await numberIn(title)();
  const release = await holdDepartments(product);
  await confirm.click();
  await dialog.getByRole('button', { name: 'Продолжить в фоне' }).waitFor();
  await expect(tray).toHaveCount(0);
  await administrator.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(tray).toContainText('Загрузка сотрудников из файла');
  await release();
  const notice = 'Сотрудники из файла сохранены: добавлено — 2, не принято строк — 1';
  await expect(administrator.getByRole('paragraph').filter({ hasText: notice })).toBeVisible();
  await expect.poll(numberIn(title)).toBe(before + 2);
  await expect.poll(numberIn(licence)).toBe(before + 2);
  await administrator.getByRole('button', { name: 'Показать результат' }).click();
  await expect(administrator.getByRole('link', { name: 'Скачать непринятые строки' })).toBeVisible();
});
