import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { makePdf } from '../../apps/server/src/modules/library/presentations/test-decks.ts';
import { mp3 } from '../../apps/server/test/make/media.ts';
import { signIn } from '../people.ts';
import { newOrganization, type Site } from '../running.ts';
import { ask } from '../steps/api.ts';
import {
  addMedia,
  addSection,
  addTheme,
  createModule,
  importDeck,
  manyQuestions,
  openCourse,
  publish,
  questionBook,
  readTo,
  saveSlide,
  writeSlide,
} from '../steps/courses.ts';
import { linkIn, openEmail } from '../steps/mailbox.ts';
import { haveAccount, haveMailDomain, haveStaff, newAdministrator, newPage } from '../steps/prepare.ts';
import { answerAll } from '../steps/quiz.ts';
import { register } from '../steps/staff-account.ts';

// A content manager writes, imports, publishes and assigns a course of her own; a learner goes through it on a phone and
// a computer, and the certificate is confirmed to anyone who has its address.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const COURSE = 'Почта без ошибок';
const LETTERS = 'Письма';
const DECK = 'Презентация';
const FIRST_TITLE = 'Как читать письмо';
const NEW_TITLE = 'Как читать письмо внимательно';
const ALT = 'Снимок окна почтовой программы';
const LINK = 'https://cert.example/mail';
const PASSWORD = 'Длинная-фраза-для-входа-71';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const staff = [
  { surname: 'Каримова', email: 'karimova@zavod.test', place: 'Склад' },
  { surname: 'Юсупов', email: 'yusupov@zavod.test', place: 'Закупки' },
] as const;
const questions = manyQuestions(37);

let product: Site;
let administrator: Page;
let manager: Page;
let phone: Page;
let assigned = '';

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await newAdministrator(browser, product);
  await haveMailDomain(administrator, 'zavod.test');
  await haveStaff(administrator, staff);
  const author = { surname: 'Автор', name: 'Анна', email: 'author@zavod.test', role: 'content_manager' } as const;
  manager = await haveAccount(browser, product, administrator, author, PASSWORD);
});

const main = () => manager.getByRole('main');
const dialog = () => manager.getByRole('dialog');

test('the manager writes a slide with picture and audio, and imports a PDF deck', async () => {
  await createModule(manager, product.portal, LETTERS);
  const picture = { name: 'Снимок.png', mimeType: 'image/png', buffer: await manager.screenshot() };
  await manager.getByRole('button', { name: 'Добавить слайд' }).click();
  await writeSlide(manager, FIRST_TITLE, LINK);
  await addMedia(manager, manager.getByRole('button', { name: 'Добавить картинку' }), picture, ALT);
  const sound = { name: 'Озвучка.mp3', mimeType: 'audio/mpeg', buffer: mp3(400) };
  await addMedia(manager, manager.getByRole('button', { name: 'Добавить озвучку' }), sound);
  await manager.getByRole('textbox', { name: 'Расшифровка' }).fill('Сначала смотрим на адрес.');
  await saveSlide(manager);

  const pdf = { name: 'Порядок.pdf', mimeType: 'application/pdf', buffer: await makePdf(3) };
  const done = await importDeck(manager, pdf, 3);
  await done.getByRole('button', { name: 'Готово' }).click();
  const slides = manager.getByRole('navigation', { name: 'Слайды модуля' }).locator('[data-slide]');
  await expect(slides).toHaveCount(4);

  const last = (await slides.nth(3).innerText()).replace(/^\d+\s*/, '');
  await slides.nth(3).focus();
  await manager.keyboard.press('Alt+ArrowUp');
  await expect(slides.nth(2)).toContainText(last);
  await expect(slides.nth(2), 'the moved slide keeps the focus').toBeFocused();
  await manager.reload();
  await expect(slides.nth(2)).toContainText(last);
});

test('she imports questions from a spreadsheet, and sees which rows were rejected and why', async () => {
  await manager.getByRole('tab', { name: 'Вопросы' }).click();
  await manager.getByRole('button', { name: 'Загрузить из таблицы' }).click();
  const book = await questionBook(questions, {
    5: ['Один ответ', '', 'да', 'нет', '', '1', '1', ''],
    12: ['Один ответ', 'Кто отвечает за почту?', 'все', 'никто', '', '7', '1', ''],
    40: ['Загадка', 'Что это?', 'да', 'нет', '', '1', '1', ''],
  });
  await dialog().locator('input[type=file]').setInputFiles(book);
  await expect(dialog().getByRole('status')).toContainText('Можно добавить вопросов: 37 (строк в файле: 40).');
  await expect(dialog().getByRole('status')).toContainText('3 строки не подошли');
  const rejected = dialog().getByRole('region', { name: 'Строки, которые не подошли' }).getByRole('row');
  await expect(rejected.nth(1)).toContainText(/5.*Вопрос.*Введите текст вопроса/s);
  await expect(rejected.nth(2)).toContainText(/12.*Верные ответы.*Нет ответа с\sтаким номером.*7/s);
  await expect(rejected.nth(3)).toContainText(/40.*Тип.*Такого типа вопроса нет.*Загадка/s);
  await dialog().getByRole('button', { name: 'Добавить 37 вопросов' }).click();
  await expect(dialog()).toHaveCount(0);
  await expect(main()).toContainText('37 вопросов, 37 баллов');
});

test('she builds a course with two sections, orders it by keyboard, previews and publishes it', async () => {
  await createModule(manager, product.portal, DECK);
  const pdf = { name: 'Памятка.pdf', mimeType: 'application/pdf', buffer: await makePdf(2) };
  await (await importDeck(manager, pdf, 2)).getByRole('button', { name: 'Готово' }).click();

  await manager.goto(`${product.portal}/lk/admin/learning/courses`);
  await manager.getByRole('link', { name: 'Создать курс' }).click();
  await manager.getByRole('textbox', { name: 'Название' }).fill(COURSE);
  await manager.getByRole('button', { name: 'Создать курс' }).click();
  await expect(manager.getByText('Черновик')).toBeVisible();
  await addSection(manager, 'Памятка');
  await addSection(manager, 'Почта');
  await addTheme(manager, 'Памятка', 'Что запомнить', [{ kind: 'Материал', module: DECK }]);
  await addTheme(manager, 'Почта', 'Правила почты', [
    { kind: 'Материал', module: LETTERS },
    { kind: 'Тест', module: LETTERS, draw: 5 },
  ]);
  const sections = main().getByRole('heading', { level: 3 });
  await manager.getByRole('button', { name: 'Поднять «Почта» выше' }).focus();
  await manager.keyboard.press('Enter');
  await expect(sections.first()).toHaveText('Почта');
  await expect(manager.getByRole('button', { name: 'Поднять «Почта» выше' })).toBeFocused();

  await manager.getByRole('link', { name: 'Посмотреть' }).click();
  await expect(main().getByRole('heading', { name: FIRST_TITLE })).toBeVisible();
  await expect(main().getByRole('img', { name: ALT }).first()).toBeVisible();
  await expect(main().getByRole('link', { name: LINK })).toHaveAttribute('href', LINK);
  await expect(main().getByRole('listitem').filter({ hasText: 'Не спешите' })).toBeVisible();
  await main().getByText('Телефон', { exact: true }).click();
  await expect
    .poll(() =>
      main()
        .locator('article')
        .first()
        .evaluate((one) => one.clientWidth),
    )
    .toBeLessThan(450);
  await manager.getByRole('link', { name: 'Изменить' }).click();
  await publish(manager);
  await expect(manager.getByText('Опубликован', { exact: true })).toBeVisible();
});

test('she assigns the course to a department with a deadline and reminders', async () => {
  assigned = await assign('Склад', true);
  await expect(main()).toContainText(/Напоминания: за\s5\sдней до\sсрока, в\sдень срока/);
  await expect(main()).toContainText(/0\sиз\s1/);
});

const assign = async (department: string, reminders: boolean): Promise<string> => {
  await manager.goto(`${product.portal}/lk/admin/learning/courses`);
  await manager.getByRole('article').filter({ hasText: COURSE }).getByRole('link', { name: 'Назначить' }).click();
  await manager.getByRole('checkbox', { name: department }).check();
  if (reminders) {
    const deadline = new Date(Date.now() + 20 * 86_400_000);
    await manager.getByRole('button', { name: /^Пройти до/ }).click();
    const day = (date: Date) => date.toLocaleDateString('sv', { timeZone: 'Asia/Tashkent' });
    const later = day(deadline).slice(0, 7);
    const shown = day(new Date(Date.now() + 30 * 86_400_000)).slice(0, 7);
    if (later !== shown) await dialog().getByRole('button', { name: 'Предыдущий месяц' }).click();
    await dialog()
      .locator(`[data-day="${day(deadline)}"]:not([data-outside])`)
      .click();
    await manager.getByRole('combobox', { name: 'За сколько дней' }).click();
    await manager.getByRole('option', { name: 'за 5 дней до срока' }).click();
    await expect(manager.getByRole('complementary', { name: 'Итог' })).toContainText(
      deadline.toLocaleDateString('ru', { timeZone: 'Asia/Tashkent' }),
    );
  }
  await manager.getByRole('button', { name: 'Назначить 1 человеку' }).click();
  await expect(manager).toHaveURL(/\/assigned\/[0-9a-f-]{36}/);
  return manager.url().match(/[0-9a-f-]{36}/)![0];
};

const joined = async (browser: Parameters<typeof register>[0], email: string, device = {}) => {
  const opened = await openEmail(administrator, product.portal, email, /Вам назначен курс/);
  return register(browser, await linkIn(opened, '/lk/auth/registration/'), email, PASSWORD, device);
};

test('a learner reads the slides on a phone, also without network, and begins the quiz', async ({ browser }) => {
  phone = await joined(browser, staff[0].email, PHONE);
  await expect(phone.getByRole('heading', { name: COURSE })).toBeVisible();
  await phone.getByRole('link', { name: 'Начать курс' }).click();
  await expect(phone.getByRole('heading', { name: FIRST_TITLE })).toBeVisible();
  await phone.getByRole('button', { name: 'Воспроизвести' }).click();
  await expect(phone.getByRole('button', { name: 'Пауза' })).toBeVisible();
  const saved = (text: string) => expect(phone.getByRole('status').filter({ hasText: text })).toBeVisible();
  await readTo(phone, 2);
  await saved('Сохранено');
  await phone.context().setOffline(true);
  await readTo(phone, 4);
  await saved('Нет связи');
  await phone.context().setOffline(false);
  await saved('Сохранено');
  await phone.getByRole('button', { name: 'К тесту' }).click();
  await phone.getByRole('button', { name: 'Начать тест' }).click();
  await answerAll(phone, questions, 2);
  await phone.context().setOffline(true);
  await answerAll(phone, questions, 1);
  await saved('Нет связи');
  await phone.context().setOffline(false);
  await saved('Сохранено');
});

test('the manager changes a slide and publishes; a new assignment shows it', async ({ browser }) => {
  await openCourse(manager, product.portal, COURSE);
  await manager.goto(`${product.portal}/lk/admin/learning/modules`);
  await manager.getByRole('link', { name: LETTERS, exact: true }).click();
  await manager.getByRole('textbox', { name: 'Заголовок слайда' }).fill(NEW_TITLE);
  await saveSlide(manager);
  await openCourse(manager, product.portal, COURSE);
  await expect(manager.getByText('Есть неопубликованные изменения')).toBeVisible();
  await expect(manager.getByText(`Модуль «${LETTERS}»`)).toBeVisible();
  await publish(manager);
  await assign('Закупки', false);
  const newcomer = await joined(browser, staff[1].email);
  await newcomer.getByRole('link', { name: 'Начать курс' }).click();
  await expect(newcomer.getByRole('heading', { name: NEW_TITLE, exact: true })).toBeVisible();
  await newcomer.context().close();
});

test('the learner resumes on a computer with the old text, passes, and gets a certificate', async ({ browser }) => {
  await phone.context().close();
  const desktop = await newPage(browser, product);
  await signIn(desktop, product.portal, { email: staff[0].email, password: PASSWORD });
  await desktop.goto(`${product.portal}/lk/user/learning/courses/${assigned}`);
  await desktop.getByRole('link', { name: `Материал: ${LETTERS}` }).click();
  for (const back of ['3', '2', '1']) {
    await desktop.getByRole('button', { name: 'Назад' }).click();
    await expect(desktop.getByText(`Слайд ${back} из 4`)).toBeAttached();
  }
  await expect(desktop.getByRole('heading', { name: FIRST_TITLE, exact: true })).toBeVisible();
  await desktop.getByRole('link', { name: 'К содержанию курса' }).click();
  await expect(desktop.getByText('тест начат, ответы сохранены')).toBeVisible();
  await desktop.getByRole('link', { name: 'Продолжить' }).click();
  await expect(desktop.getByText('Вопрос 4 из 5')).toBeVisible();
  await answerAll(desktop, questions);
  await desktop.getByRole('button', { name: 'Завершить тест' }).click();
  await expect(desktop.getByRole('heading', { name: 'Все ответы верные!' })).toBeVisible();
  await desktop.getByRole('link', { name: 'Дальше' }).click();
  await readTo(desktop, 2);
  await desktop.getByRole('button', { name: 'Готово' }).click();
  await expect(desktop.getByText('Курс пройден')).toBeVisible();

  const certificate = desktop.getByRole('region', { name: 'Сертификат' });
  await certificate.getByRole('button', { name: 'Скачать PDF' }).click();
  await desktop.getByRole('dialog').getByRole('button', { name: 'Подготовить PDF' }).click();
  const link = desktop.getByRole('dialog').getByRole('link', { name: 'Скачать' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const [file] = await Promise.all([desktop.waitForEvent('download'), link.click()]);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  const mine = await ask(desktop, { method: 'GET', path: '/lk/api/v2/certificates/mine' });
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(product.portal + (mine.body.data[0].public_path as string));
  await expect(stranger.getByRole('heading', { name: 'Сертификат действителен' })).toBeVisible();
  await expect(stranger.getByRole('main')).toContainText(COURSE);
  await expect(stranger.getByRole('main')).not.toContainText(staff[0].surname);
});
