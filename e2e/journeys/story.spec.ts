import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { callsOf } from '../evidence.ts';
import { newOrganization, type Site } from '../running.ts';
import { addMailDomain, firstSignIn } from '../steps/administrator.ts';
import { filesWith, tablesWith } from '../steps/database.ts';
import { linkIn, openEmail } from '../steps/mailbox.ts';
import { answerAll, answerRightly, questionsOf } from '../steps/quiz.ts';
import { workbookText } from '../steps/report.ts';
import { firstPeople, fixture, secondList, secondPeople, type Person } from '../steps/staff.ts';
import { register } from '../steps/staff-account.ts';
import { turnOn } from '../steps/switch.ts';

// The story: from an empty product to a report about a campaign, as the administrator and one of her employees see it.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const CAMPAIGN = 'Ноябрьская проверка';
const SECRET = `Sekret-${Math.random().toString(36).slice(2)}`;
const PASSWORD = 'zelyonyy fonar u vorot';
const TAG = 'Отпускники';
const departments = ['Сбыт', 'ИТ и связь'];

let product: Site;
let administrator: Page;
let printCalls: ReturnType<typeof callsOf>;
let people: Person[];
let resting: Person[];
let recipients: Person[];
let victim: Person;
let campaign = '';
let link = '';
let learner: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  people = await firstPeople();
  const everybody = [...people, ...(await secondPeople())];
  const chosen = everybody.filter((one) => departments.includes(one.place));
  const alone = (one: Person) =>
    everybody.filter((other) => other.surname === one.surname && other.name === one.name).length === 1;
  resting = chosen.filter(alone).slice(0, 2);
  recipients = chosen.filter((one) => !resting.includes(one));
  victim = recipients[0]!;
  administrator = await (await browser.newContext()).newPage();
  printCalls = callsOf(administrator);
});
// oxlint-disable-next-line no-empty-pattern -- Playwright reads from this pattern which fixtures are needed
test.afterEach(async ({}, info) => printCalls(info));

const tile = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Что будет со строками' }).getByRole('button', { name });

test('the administrator signs in and adds the mail domains', async () => {
  await firstSignIn(administrator, product);
  await addMailDomain(administrator, product.portal, 'zavod.test');
  // A test email is sent to the administrator's own address, under the same rules as a simulation.
  await addMailDomain(administrator, product.portal, product.domain);
});

test('she imports her staff from a file in cp1251', async () => {
  await administrator.goto(`${product.portal}/lk/admin/staff/employees`);
  await administrator.getByRole('button', { name: 'Загрузить' }).first().click();
  await administrator.locator('input[type=file]').setInputFiles(fixture('staff-cp1251.csv'));
  await administrator.getByRole('button', { name: 'Прочитать файл' }).click();
  await expect(tile(administrator, 'Добавятся')).toContainText(String(people.length));
  await expect(tile(administrator, 'Не приняты')).toContainText('7');
  await tile(administrator, 'Не приняты').click();
  for (const reason of [
    'В строке меньше ячеек, чем в заголовке',
    'В строке больше ячеек, чем в заголовке',
    'Нет фамилии или имени',
    'Адрес почты написан с ошибкой',
    'Нет адреса почты',
    'Этот адрес уже есть в строке 2',
    'Неизвестная роль: 1',
  ])
    await expect(administrator.getByRole('dialog')).toContainText(reason);
  await administrator.getByRole('button', { name: `Добавить людей: ${people.length}` }).click();
  await expect(administrator.getByText('Готово: список сотрудников обновлён.')).toBeVisible();
  await administrator.getByRole('button', { name: 'Готово' }).click();
  await expect(administrator.getByRole('main').locator('header')).toContainText(String(people.length + 1));
  await administrator.getByRole('searchbox', { name: 'Имя, почта или должность' }).fill(people[0]!.email);
  await expect(administrator.getByRole('table').getByText(people[0]!.email)).toBeVisible();
});

test('the second file, in UTF-8, changes some people and leaves the others unchanged', async () => {
  await administrator.getByRole('button', { name: 'Загрузить' }).first().click();
  await administrator
    .locator('input[type=file]')
    .setInputFiles({ name: 'staff-utf8-bom.csv', mimeType: 'text/csv', buffer: await secondList() });
  await administrator.getByRole('button', { name: 'Прочитать файл' }).click();
  await expect(tile(administrator, 'Добавятся')).toContainText('193');
  await expect(tile(administrator, 'Изменятся')).toContainText('3');
  await expect(tile(administrator, 'Без изменений')).toContainText('5');
  await expect(tile(administrator, 'Не приняты')).toContainText('7');
  await tile(administrator, 'Изменятся').click();
  await expect(administrator.getByRole('dialog')).toContainText('Начальник смены');
  await administrator.getByRole('button', { name: 'Добавить: 193, обновить: 3' }).click();
  await expect(administrator.getByText('Готово: список сотрудников обновлён.')).toBeVisible();
  await administrator.getByRole('button', { name: 'Готово' }).click();
});

test('two people are added to a tag', async () => {
  await administrator.goto(`${product.portal}/lk/admin/staff/tags`);
  await administrator.getByRole('button', { name: 'Создать тег' }).first().click();
  const dialog = administrator.getByRole('dialog');
  await dialog.getByLabel('Название').fill(TAG);
  await dialog.getByRole('button', { name: 'Создать тег' }).click();
  await administrator.getByRole('tab', { name: 'Люди' }).click();
  await administrator.getByRole('button', { name: 'Добавить людей' }).first().click();
  for (const person of resting) {
    await administrator.getByRole('searchbox', { name: 'Отдел или имя' }).fill(`${person.surname} ${person.name}`);
    await administrator.getByRole('checkbox', { name: new RegExp(`^${person.surname} ${person.name}`) }).check();
  }
  await administrator.getByRole('button', { name: 'Добавить людей: 2' }).click();
  for (const person of resting)
    await expect(administrator.getByRole('table').getByText(`${person.surname} ${person.name}`)).toBeVisible();
});

test('the wizard counts the right people, and a test email reaches her', async () => {
  await administrator.goto(`${product.portal}/lk/admin/phishing/campaigns`);
  await administrator.getByRole('link', { name: 'Создать рассылку' }).first().click();
  await expect(administrator.getByRole('heading', { name: 'Новая рассылка' })).toBeVisible();
  await administrator.getByRole('textbox', { name: 'Название рассылки' }).fill(CAMPAIGN);
  for (const name of departments) await administrator.getByRole('checkbox', { name }).check();
  await administrator.getByRole('combobox', { name: 'Исключить теги' }).click();
  await administrator.getByRole('option', { name: TAG }).click();
  await administrator.keyboard.press('Escape');
  const summary = administrator
    .locator('section')
    .filter({ has: administrator.getByRole('heading', { name: 'Итог' }) })
    .last();
  await expect(summary).toContainText(`${recipients.length} получател`);
  await expect(summary).toContainText(/Исключены по\sтегам\s*2/);
  await expect(summary).toContainText(/Письма\s*ещё не\sвыбраны/);
  await administrator.getByRole('button', { name: 'Далее' }).click();
  await administrator.getByRole('button', { name: 'Выбрать письма' }).click();
  const chooser = administrator.getByRole('dialog');
  await chooser.getByRole('checkbox', { name: 'Срок действия пароля истекает' }).check();
  await chooser.getByRole('button', { name: 'Посмотреть письмо «Срок действия пароля истекает»' }).click();
  await expect(chooser.frameLocator('iframe').locator('body')).toContainText('парол');
  await chooser.getByRole('button', { name: 'Выбрать', exact: true }).click();
  await administrator.getByRole('button', { name: 'Далее' }).click();
  await administrator.getByRole('radio', { name: 'Все сразу' }).check();
  await administrator.getByRole('button', { name: 'Далее' }).click();
  await turnOn(administrator.getByRole('switch', { name: 'Назначать курс' }));
  await administrator.getByRole('button', { name: 'Выбрать курс' }).click();
  const courses = administrator.getByRole('dialog');
  await courses.getByLabel('Фишинг сегодня').check();
  await courses.getByRole('button', { name: /^Выбрать/ }).click();
  await administrator.getByRole('combobox', { name: 'Кому' }).click();
  await administrator.getByRole('option', { name: 'кто ввёл данные' }).click();
  await administrator.getByRole('button', { name: 'Далее' }).click();
  await expect(summary).toContainText(/Можно запускать/);
  await expect(
    administrator.getByRole('list', { name: 'Проверки' }).getByRole('img', { name: 'мешает запуску' }),
  ).toHaveCount(0);
  await administrator.getByRole('button', { name: 'Отправить себе' }).click();
  const wizard = administrator.url();
  await administrator.getByRole('button', { name: 'Открыть встроенный ящик' }).click();
  await expect(administrator).toHaveURL(/settings\/emails/);
  const email = await openEmail(administrator, product.portal, product.first.email, /парол/i);
  await expect(email.locator('body')).toContainText('парол');
  await administrator.goto(wizard);
  // The draft is on the server, and opens at its step.
  await administrator.getByRole('button', { name: `Отправить ${recipients.length}` }).click();
  await expect(administrator).toHaveURL(/\/campaigns\/[0-9a-f-]+\/statistics/);
});

const stage = (name: string) => administrator.getByRole('listitem').filter({ hasText: name });

test('the emails are sent, and one of them is opened in the mailbox', async () => {
  campaign = administrator.url();
  await expect(stage('Отправлено')).toContainText(new RegExp(`${recipients.length}\\s*100`), {
    timeout: 60_000,
  });
  const email = await openEmail(administrator, product.portal, victim.email, /парол/i);
  await expect(email.locator('body')).toContainText('парол');
  link = await linkIn(email, product.phishing);
  await administrator.goto(campaign);
  await expect(stage('Открыли письмо')).toContainText(/1\s*\d/);
});

const rightOf = (box: { x: number; width: number } | null): number => (box === null ? Infinity : box.x + box.width);

test('the employee clicks the link, fills in the form and sees the red flags', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`),
  );
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Проверка пароля' })).toBeVisible();
  await page.getByLabel('Адрес почты').fill(`${SECRET}@zavod.test`);
  await page.getByLabel('Старый пароль', { exact: true }).fill(SECRET);
  await page.getByLabel('Старый пароль ещё раз').fill(SECRET);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page).toHaveURL(/phishing\/gotcha/);
  await expect(page.getByRole('heading', { name: 'Это было учебное письмо' })).toBeVisible();
  await expect(page.getByText('безличное обращение')).toBeVisible();
  await expect(stage('Ввели данные').first(), 'the page that stands open counts it by itself').toContainText(/1\s*\d/);
  await page.setViewportSize({ width: 390, height: 844 });
  const frame = page.locator('iframe');
  await expect(frame.contentFrame().locator('body')).toContainText('пароль');
  await expect.poll(async () => rightOf(await frame.boundingBox())).toBeLessThanOrEqual(390);
  expect(
    sent.some((one) => one.startsWith('POST')),
    'the form was sent',
  ).toBe(true);
  expect(
    sent.filter((one) => one.includes(SECRET)),
    'requests that carry what was typed',
  ).toEqual([]);
  expect(await tablesWith(product.data, victim.email), 'the search itself finds what is there').not.toEqual([]);
  expect(await tablesWith(product.data, SECRET), 'tables that hold what was typed').toEqual([]);
  expect(await filesWith(product.data, SECRET), 'files that hold what was typed').toEqual([]);
  expect((await readFile(product.output, 'utf8')).includes(SECRET), 'what was typed stands in the log').toBe(false);
});

test('a course is assigned automatically: the employee registers and reads it', async ({ browser }) => {
  const email = await openEmail(administrator, product.portal, victim.email, 'Приглашение на портал обучения');
  const invitation = await linkIn(email, '/lk/auth/registration/');
  learner = await register(browser, invitation, victim.email, PASSWORD);
  await expect(learner).toHaveURL(/\/lk\/user\/learning/);
  await expect(learner.getByRole('heading', { name: 'Фишинг сегодня' })).toBeVisible();
  await learner.getByRole('link', { name: 'Начать курс' }).click();
  await readSlides(learner);
  await readSlides(learner);
  await expect(learner.getByRole('button', { name: 'Начать тест' })).toBeVisible();
});

test('the quiz resumes after a closed tab, and is passed', async () => {
  const questions = await questionsOf('phishing');
  await learner.getByRole('button', { name: 'Начать тест' }).click();
  await answerAll(learner, questions, 2);
  await expect(learner.getByText(/^Вопрос 3 из\s\d+$/)).toBeVisible();
  // An answer may be half given: the quiz resumes at the last screen, not at the first question without an answer.
  await answerRightly(learner, questions);
  const quiz = learner.url().split('?')[0]!;
  const context = learner.context();
  await learner.close();
  learner = await context.newPage();
  await learner.goto(quiz);
  await expect(learner.getByText(/^Вопрос 3 из\s\d+$/)).toBeVisible();
  await answerAll(learner, questions);
  await learner.getByRole('button', { name: 'Завершить тест' }).click();
  await expect(learner.getByRole('heading', { name: 'Все ответы верные!' })).toBeVisible();
  await expect(learner.getByText('Курс пройден')).toBeVisible();
});

test('the administrator sees the funnel, the person, and the reasons for the risk', async () => {
  await administrator.goto(campaign);
  for (const name of ['Открыли письмо', 'Перешли по ссылке', 'Ввели данные'])
    await expect(stage(name).first()).toContainText(/1\s*\d/);
  const people = administrator.getByRole('tabpanel').getByRole('table');
  await administrator.getByRole('searchbox', { name: 'Имя или почта' }).fill(victim.email);
  await expect(people.getByRole('row')).toHaveCount(2);
  await expect(people).toContainText('данные введены');
  await expect(people).toContainText('Linux');
  await administrator.getByRole('tab', { name: 'Системы' }).click();
  await expect(administrator.getByRole('figure', { name: 'Системы' })).toContainText('Linux');
  await administrator.getByRole('tab', { name: 'Получатели' }).click();
  await people.getByRole('button', { name: victim.surname }).click();
  const drawer = administrator.getByRole('dialog');
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Отправлена форма' })).toContainText('сделал человек');
  await expect(drawer).toContainText('Заполнены поля: почта, пароль');
  await drawer.getByRole('link', { name: 'Карточка сотрудника' }).click();
  await expect(administrator).toHaveURL(/staff\/employees\//);
  const parts = administrator.getByRole('navigation', { name: 'Разделы страницы' });
  await parts.getByRole('link', { name: 'Риск' }).click();
  await expect(administrator.getByRole('main')).toContainText(/Уровень риска\s*[7-9],\d\s*высокий риск/);
  const reason = administrator.getByRole('listitem').filter({ hasText: CAMPAIGN });
  await expect(reason).toContainText(/данные введены.*\+7/s);
  await parts.getByRole('link', { name: 'Рассылки' }).click();
  await expect(administrator.getByRole('main')).toContainText(CAMPAIGN);
  await expect(administrator.getByRole('main')).toContainText('данные введены');
});

test('the statistics of the organisation include the campaign', async () => {
  await administrator.goto(`${product.portal}/lk/admin/statistics/general-statictics`);
  await expect(administrator.getByRole('main')).toContainText(`Последняя рассылка: ${CAMPAIGN}`);
  // People who got the email and did nothing have a level as well; otherwise the level of one person would represent everyone.
  await expect(administrator.getByRole('main')).toContainText(/Уровень известен у\s[1-9]\d+\sиз/);
});

test('she downloads the report as XLSX and as PDF', async () => {
  await administrator.goto(campaign);
  const xlsx = await download('Таблица XLSX');
  expect(xlsx.subarray(0, 2).toString()).toBe('PK');
  const book = await workbookText(xlsx);
  expect(book).toContain(victim.surname);
  expect(book).toContain(victim.email);
  const pdf = await download('Отчёт в PDF');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.length).toBeGreaterThan(10_000);
});

const readSlides = async (page: Page) => {
  const shown = page.getByText(/^Слайд \d+ из\s\d+$/);
  await expect(shown).toHaveText(/^Слайд 1 из/);
  for (;;) {
    const text = await shown.textContent();
    const [, n, total] = /(\d+) из\s(\d+)/.exec(text!)!;
    await page.keyboard.press('ArrowRight');
    if (n === total) break;
    await expect(shown).not.toHaveText(text!);
  }
};

const download = async (format: string): Promise<Buffer> => {
  await administrator.getByRole('button', { name: 'Отчёты', exact: true }).click();
  await administrator.getByRole('menuitem', { name: format }).click();
  const link = administrator.getByRole('dialog').getByRole('link', { name: 'Скачать' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const [file] = await Promise.all([administrator.waitForEvent('download'), link.click()]);
  await administrator.keyboard.press('Escape');
  await expect(administrator.getByRole('dialog')).toHaveCount(0);
  return readFile(await file.path());
};
