import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { PASSWORD, startDovecot, whyNoDovecot } from '../../apps/server/test/dovecot.ts';
import { ways } from '../../apps/server/src/modules/suspicious-mail/test-reports.ts';
import { newOrganization, type Site } from '../running.ts';
import { canvasOf, choose, insertVariable, markFlag, openText, selectPhrase } from '../steps/email-editor.ts';
import { linkIn, openEmail } from '../steps/mailbox.ts';
import { PAGE, simulationScreens, SUBJECT, TEMPLATE } from '../steps/own-simulation.ts';
import { haveMailDomain, haveStaff, newAdministrator } from '../steps/prepare.ts';
import { employees } from '../steps/staff-list.ts';
import { turnOn } from '../steps/switch.ts';

// An administrator turns a newsletter into a simulation of her own, with pages, an attachment and versions in three languages,
// sends it, and sees who fell for it and who reported it.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const EMAIL = 'Новые правила согласования';
const SENDER = 'support@zakupki.test';
const REDIRECT = 'Портал на обслуживании';
const CAMPAIGN = 'Закупки, ноябрь';
const FOLLOW_UP = 'Закупки, декабрь';
const MESSAGE = 'Это была учебная рассылка';
const FILE = 'Регламент.docx';
const departments = ['Склад', 'Закупки', 'Сбыт', 'Бухгалтерия'] as const;
const staff = [
  ...employees(2, 'Каримова', 'karimova', 'Склад'),
  ...employees(2, 'Юсупов', 'yusupov', 'Закупки'),
  ...employees(2, 'Ахмедова', 'ahmedova', 'Сбыт'),
  ...employees(2, 'Рахимов', 'rahimov', 'Бухгалтерия'),
];
const [fallen, reporter] = [staff[2]!, staff[4]!];
const flags = [
  {
    text: 'Адрес не на домене организации',
    phrase: 'Служба поддержки',
    place: '#team',
    kind: 'Имя отправителя не сходится с адресом',
  },
  { text: 'Торопят', phrase: 'сегодня до 18:00', place: '#deadline', kind: 'Срочность' },
  { text: 'Пугают закрытием доступа', phrase: 'доступ к порталу будет закрыт', place: '#deadline', kind: 'Угроза' },
  {
    text: 'Просят войти по ссылке',
    phrase: 'Подтвердите учётную запись',
    place: '#deadline',
    kind: 'Просят секретные данные',
  },
  { text: 'Знают только имя', phrase: 'Здравствуйте', place: '#hello', kind: 'Безличное обращение' },
];

let product: Site;
let administrator: Page;
let campaign = '';

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await newAdministrator(browser, product);
  for (const domain of ['zavod.test', product.domain]) await haveMailDomain(administrator, domain);
  await haveStaff(administrator, staff);
});

const { main, dialog, field, list, preview, stage, ...steps } = simulationScreens(() => administrator);
const { addBlock, editEmail, openTemplate, pickEmail, saveEmail, write } = steps;
const view = (name: string) =>
  administrator.getByRole('radiogroup', { name: 'Вид' }).getByText(name, { exact: true }).click();

test('the administrator creates a template and imports a newsletter; a report says what was changed', async () => {
  await steps.importNewsletter(product);
  for (const change of [
    'Картинки добавлены в шаблон',
    'Убраны чужие счётчики открытий',
    'Убраны скрипты и автоматические переходы',
    'Убраны стили, шрифты и фоны, которые загружались из сети',
    'Ссылки заменены на {{link}}',
    'Ссылки отписки заменены на {{link}}',
    'Адрес отправителя перенесён на разрешённый домен',
    'Добавлен счётчик открытий {{tracking}}',
  ])
    await expect(dialog().getByRole('listitem').filter({ hasText: change })).toBeVisible();
  await steps.openImported();
});

test('in the visual editor she changes a text, inserts the name and department, and marks five red flags', async () => {
  await field('Название письма').fill(EMAIL);
  await field('Имя отправителя').fill('Портал закупок');
  await field('Адрес отправителя').fill(SENDER);
  const canvas = canvasOf(administrator);
  await expect(canvas.getByRole('img', { name: 'Портал закупок' })).toHaveJSProperty('naturalWidth', 536);
  const hello = canvas.locator('#hello');
  await openText(hello);
  await selectPhrase(hello, 'Уважаемый коллега');
  await administrator.keyboard.type('Здравствуйте, ');
  await insertVariable(administrator, 'Имя');
  await expect(hello).toContainText('Здравствуйте, Имя');
  const team = canvas.locator('#team');
  await openText(team);
  await administrator.keyboard.press('Control+End');
  await administrator.keyboard.type(', для отдела ');
  await insertVariable(administrator, 'Отдел');
  await expect(team).toContainText('для отдела Отдел');

  for (const [n, flag] of flags.entries()) {
    await administrator.getByRole('button', { name: 'Добавить признак' }).click();
    await administrator.getByRole('textbox', { name: `Признак ${n + 1}` }).fill(flag.text);
    await choose(administrator, list(`Вид признака ${n + 1}`), flag.kind);
  }
  for (const [n, flag] of flags.entries())
    await markFlag(administrator, canvas.locator(flag.place), flag.phrase, n + 1);
  await saveEmail();
  await expect(main().getByRole('listitem').filter({ hasText: 'Торопят' })).toContainText('Срочность');
  await editEmail();
  await expect(canvas.locator('[data-tip]')).toHaveCount(5);
  await expect(canvas.locator('#hello')).toHaveText('Здравствуйте, Имя!');
  await canvas.getByRole('img', { name: 'Портал закупок' }).click();
  await administrator
    .getByRole('group', { name: 'Свойства' })
    .getByRole('button', { name: 'Заменить картинку' })
    .click();
  await expect(dialog().getByRole('listitem')).toHaveCount(1);
  await expect(dialog().getByRole('listitem')).toContainText(/banner.*Используется/s);
  await administrator.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
});

test('the preview is filled for three employees, on a phone and in a dark mail program', async () => {
  await view('Просмотр');
  const shown = preview('Предпросмотр');
  for (const one of [staff[0]!, staff[3]!, staff[7]!]) {
    await list('Показать для сотрудника…').click();
    await list('Показать для сотрудника…').fill(one.surname);
    await administrator.getByRole('option', { name: one.surname }).click();
    await expect(shown.locator('#team')).toContainText(`для отдела ${one.place}`);
    await expect(shown.locator('#hello')).toHaveText('Здравствуйте, Лола!');
  }
  const frame = administrator.locator('iframe[title="Предпросмотр"]');
  await administrator.getByRole('radiogroup', { name: 'Ширина' }).getByText('Телефон').click();
  await expect.poll(async () => (await frame.boundingBox())!.width).toBe(390);
  await administrator.getByRole('switch', { name: 'Тёмное оформление' }).click();
  await expect(frame).toHaveAttribute('data-dark');
  await administrator.getByRole('button', { name: 'Отмена' }).click();
});

test('she adds versions in English and Uzbek, translates the subject, and the list shows the three languages', async () => {
  for (const [language, subject] of [
    ['English', 'New approval rules'],
    ['Oʻzbekcha', 'Arizalarni kelishishning yangi qoidalari'],
  ] as const) {
    await openTemplate();
    await main()
      .getByRole('button', { name: `Добавить: ${language}` })
      .click();
    await expect(main().getByRole('button', { name: language, pressed: true })).toBeVisible();
    await main().getByRole('link', { name: 'Изменить' }).click();
    await expect(field('Тема')).toHaveValue(SUBJECT);
    await field('Тема').fill(subject);
    await saveEmail();
    await main().getByRole('button', { name: language }).click();
    await expect(main()).toContainText(subject);
  }
  await administrator.goto(`${product.portal}/lk/admin/phishing/templates`);
  await administrator.getByRole('searchbox').fill(TEMPLATE);
  await expect(main().getByRole('link', { name: TEMPLATE })).toContainText('RU EN UZ');
});

test('she builds a landing page from blocks and a redirect page, and the email gets the landing page', async () => {
  const canvas = canvasOf(administrator);
  await openTemplate('pages');
  await main().getByRole('link', { name: 'Добавить страницу' }).click();
  await field('Название страницы').fill(PAGE);
  await canvas.locator('button').click();
  const part = administrator.getByRole('group', { name: 'Действия с частью' });
  const topOf = async (found: Locator) => (await found.boundingBox())!.y;
  const blocksBelowViews = async () =>
    (await topOf(administrator.getByRole('group', { name: 'Блоки' }))) -
    (await topOf(administrator.getByRole('radiogroup', { name: 'Вид' })));
  const before = await blocksBelowViews();
  // From the button to its form, and from there to the column around everything.
  for (let n = 0; n < 2; n += 1) await part.getByRole('button', { name: 'Выбрать внешнюю часть' }).click();
  await part.getByRole('button', { name: 'Удалить' }).click();
  await expect(canvas.locator('form, h2')).toHaveCount(0);
  await expect(main().getByRole('list', { name: 'Замечания' })).toContainText('На странице нет формы');
  expect(await blocksBelowViews(), 'a fault does not move the button that is being pressed').toBeCloseTo(before);
  await addBlock('Заголовок');
  await addBlock('Текст');
  await addBlock('Форма входа');
  await expect(main().getByRole('list', { name: 'Замечания' })).toHaveCount(0);
  await write(canvas.locator('h2'), 'Заголовок', PAGE);
  await expect(canvas.locator('form input')).toHaveCount(2);
  await administrator.getByRole('button', { name: 'Сохранить страницу' }).click();
  await expect(preview(PAGE).getByRole('heading', { name: PAGE })).toBeVisible();

  await administrator.getByRole('link', { name: 'Страницы перехода' }).click();
  await administrator.getByRole('link', { name: 'Создать страницу' }).first().click();
  await field('Название').fill(REDIRECT);
  await write(canvas.locator('h2'), 'Заголовок', REDIRECT);
  await write(canvas.locator('p').last(), 'Напишите здесь свой текст.', 'Зайдите завтра.');
  await administrator.getByRole('button', { name: 'Сохранить страницу' }).click();
  await expect(main().getByRole('heading', { level: 1 })).toContainText(REDIRECT);

  await editEmail();
  await choose(administrator, list('Посадочная страница'), PAGE);
  await saveEmail();
});

test('a Word file that reports being opened is attached; the difficulty is estimated, overruled and returned', async () => {
  await editEmail();
  await administrator.getByRole('button', { name: 'Создать файл' }).click();
  await administrator.getByRole('menuitem', { name: 'Документ Word' }).click();
  await field('Имя файла').fill(FILE);
  await field('Текст документа').fill('{{first_name}}, ознакомьтесь с регламентом закупок.');
  await expect(main().getByRole('group', { name: 'Вложения' }).getByRole('listitem')).toContainText(
    /Документ Word\s·\sсообщает, что его открыли/,
  );
  await administrator.getByRole('button', { name: 'Оценить сложность' }).click();
  for (const [question, answer] of [
    ['Похоже на обычный рабочий процесс', 'очень'],
    ['Касается работы получателя', 'очень'],
    ['Совпадает с текущими событиями', 'заметно'],
    ['Вызывает опасение, если не отреагировать', 'очень'],
    ['Об этом уже предупреждали', 'совсем нет'],
  ] as const)
    await choose(administrator, list(question), answer);
  const reasons = [/Признаков в\sписьме: \d+ \(/, /Правдоподобность повода: 30 \(высокая\)/, /Шкала NIST: трудно/];
  for (const reason of reasons) await expect(main().getByRole('listitem').filter({ hasText: reason })).toBeVisible();
  await saveEmail();
  const about = administrator.getByRole('complementary', { name: 'О шаблоне' });
  for (const reason of reasons) await expect(about.getByRole('listitem').filter({ hasText: reason })).toBeVisible();
  await expect(main()).toContainText(`К письму приложен документ «${FILE}».`);

  await administrator.getByRole('link', { name: 'Свойства' }).click();
  await choose(administrator, list('Сложность'), 'легко заметить');
  await administrator.getByRole('button', { name: 'Сохранить' }).click();
  await openTemplate();
  await expect(about).toContainText('Сложность задана вручную');
  await about.getByRole('button', { name: 'Следовать оценке' }).click();
  await expect(about).toContainText('Сложность задана по оценке');
});

test('a test email reaches her with its picture and attachment', async () => {
  await openTemplate();
  await main().getByRole('button', { name: 'Отправить себе' }).click();
  await expect(administrator.getByText('Письмо отправлено вам').first()).toBeVisible();
  const email = await openEmail(administrator, product.portal, product.first.email, SUBJECT);
  await expect(email.getByRole('img', { name: 'Портал закупок' })).toHaveJSProperty('naturalWidth', 536);
  await expect(administrator.getByRole('list', { name: 'Вложения' })).toContainText(FILE);
  const link = administrator.getByRole('list', { name: 'Вложения' }).getByRole('link', { name: FILE });
  const [file] = await Promise.all([administrator.waitForEvent('download'), link.click()]);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
});

test('she launches a campaign for four departments with a course, a message, a redirect page and a follow-up', async () => {
  await administrator.goto(`${product.portal}/lk/admin/phishing/campaigns`);
  await administrator.getByRole('link', { name: 'Создать рассылку' }).first().click();
  await field('Название рассылки').fill(CAMPAIGN);
  for (const name of departments) await administrator.getByRole('checkbox', { name }).check();
  const next = () => administrator.getByRole('button', { name: 'Далее' }).click();
  await next();
  await pickEmail(main(), TEMPLATE);
  await next();
  await expect(administrator.getByRole('radio', { name: 'Равномерно в рабочее время' })).toBeChecked();
  await administrator.getByRole('radio', { name: 'Все сразу' }).check();
  await next();
  await turnOn(administrator.getByRole('switch', { name: 'Назначать курс' }));
  await administrator.getByRole('button', { name: 'Выбрать курс' }).click();
  await dialog().getByLabel('Фишинг сегодня').check();
  await dialog()
    .getByRole('button', { name: /^Выбрать/ })
    .click();
  await choose(administrator, list('Кому'), 'кто перешёл по ссылке');
  await turnOn(administrator.getByRole('switch', { name: 'Отправлять сообщение' }));
  await choose(administrator, list('Кому').nth(1), 'кто ввёл данные');
  await field('Тема').fill(MESSAGE);
  await field('Текст').fill('Письмо отправила служба безопасности. Пройдите назначенный курс.');
  await turnOn(administrator.getByRole('switch', { name: 'Показывать свою страницу' }));
  await choose(administrator, list('Страница'), REDIRECT);
  await turnOn(administrator.getByRole('switch', { name: 'Запустить следующую рассылку' }));
  const post = main().locator('#campaign-post');
  await post.getByRole('textbox', { name: 'Название рассылки' }).fill(FOLLOW_UP);
  await choose(administrator, post.getByRole('combobox', { name: 'Кому' }), 'всем, кто получил письмо');
  await pickEmail(post, 'Срок действия пароля истекает');
  await post.getByRole('radio', { name: 'Через несколько дней' }).check();
  await expect(post.getByRole('textbox', { name: 'Через сколько дней' })).toHaveValue('10');
  await next();
  await expect(main().getByText(/Можно запускать/)).toBeVisible();
  await administrator.getByRole('button', { name: 'Отправить 8 писем' }).click();
  await expect(administrator).toHaveURL(/\/campaigns\/[0-9a-f-]+\/statistics/);
  campaign = administrator.url();
  await expect(stage('Отправлено')).toContainText(/8\s*100/, { timeout: 60_000 });
});

test('an employee opens the email, fills in the form and sees the redirect page', async ({ browser }) => {
  const email = await openEmail(administrator, product.portal, fallen.email, SUBJECT);
  await expect(email.locator('#team')).toContainText(`для отдела ${fallen.place}`);
  const link = await linkIn(email, product.phishing);
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: PAGE })).toBeVisible();
  await page.getByLabel('Логин').fill('yusupov');
  await page.getByLabel('Пароль').fill('Sekret-81');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByRole('heading', { name: REDIRECT })).toBeVisible();
  await expect(page.getByText('Здравствуйте, Лола!')).toBeVisible();
  await expect(page.getByText('Зайдите завтра.')).toBeVisible();
  await page.context().close();
  const message = await openEmail(administrator, product.portal, fallen.email, MESSAGE);
  await expect(message.locator('body')).toContainText('служба безопасности');
  await openEmail(administrator, product.portal, fallen.email, 'Приглашение на портал обучения');
});

test('another employee forwards the email to the report address and is thanked', async () => {
  test.skip(whyNoDovecot !== null, whyNoDovecot ?? '');
  const dovecot = await startDovecot([{ name: 'report' }]);
  try {
    await administrator.goto(`${product.portal}/lk/admin/settings/report-address`);
    await field('Адрес, на который пересылают сотрудники').fill('report@zavod.test');
    await field('Сервер IMAP').fill(dovecot.host);
    await administrator.getByRole('radio', { name: 'Без шифрования' }).click();
    await field('Порт').fill(String(dovecot.port));
    await field('Пользователь').fill('report');
    await administrator.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
    await administrator.getByRole('button', { name: 'Проверить' }).click();
    await expect(main()).toContainText('Ящик доступен');
    await administrator.getByRole('button', { name: 'Сохранить' }).click();
    await expect(administrator.getByText('Адрес для сообщений сохранён').first()).toBeVisible();

    const link = await linkIn(
      await openEmail(administrator, product.portal, reporter.email, SUBJECT),
      product.phishing,
    );
    const report = ways['Outlook, as an attachment']({
      by: reporter.email,
      to: reporter.email,
      report: 'report@zavod.test',
      link,
      messageId: '<forwarded-81@zavod.test>',
    });
    // It counts as the simulation only with the sender of the simulation.
    const sent = report.toString().replaceAll('support@help-desk.test', SENDER);
    await dovecot.deliver('report', [Buffer.from(sent)]);
    await administrator.goto(campaign);
    // The mailbox is read once a minute.
    await expect(stage('Сообщили о письме')).toContainText(/1\s*13/, { timeout: 90_000 });
    const thanks = await openEmail(administrator, product.portal, reporter.email, 'Спасибо, что сообщили о письме');
    await expect(thanks.locator('body')).toContainText('было учебным');
  } finally {
    await dovecot.stop();
  }
});

test('she sees the results, the share of the email, and the follow-up in the time line', async () => {
  await administrator.goto(campaign);
  await expect(stage('Открыли письмо')).toContainText(/[2-3]\s*\d/);
  await expect(stage('Перешли по ссылке')).toContainText(/1\s*13/);
  await expect(stage('Ввели данные')).toContainText(/1\s*13/);
  await administrator.getByRole('tab', { name: 'Письма' }).click();
  const row = administrator.getByRole('table').getByRole('row').filter({ hasText: TEMPLATE });
  await expect(row).toContainText(`${FILE}: открыли 0 человек`);
  await expect(row).toContainText('13');
  const chain = main().getByRole('listitem').filter({ hasText: FOLLOW_UP });
  await expect(chain).toContainText(/Начнётся \d{2}\.\d{2}\.2\d{3}.*всем, кто получил письмо/s);
  await openTemplate();
  await expect(main()).toContainText(/Ввели данные\s*1/);
});
