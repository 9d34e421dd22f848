import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { PASSWORD, startDovecot, whyNoDovecot } from '../../apps/server/test/dovecot.ts';
import { ways } from '../../apps/server/src/modules/suspicious-mail/test-reports.ts';
import { startProduct, type Product } from '../server.ts';
import { canvasOf, choose, insertVariable, markFlag, openText, selectPhrase } from '../steps/email-editor.ts';
import { linkIn, openEmail } from '../steps/mailbox.ts';
import { newsletter } from '../steps/newsletter.ts';
import { addMailDomain, newOfficer } from '../steps/officer.ts';
import { employees, loadStaff } from '../steps/staff-list.ts';

// An officer turns a newsletter into a simulation of her own, with pages, an attachment and versions in three languages,
// sends it, and sees who fell for it and who reported it.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const TEMPLATE = 'Портал закупок';
const SUBJECT = 'Новые правила согласования заявок';
const EMAIL = 'Новые правила согласования';
const SENDER = 'support@zakupki.test';
const PAGE = 'Вход в портал закупок';
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
  { text: 'Адрес не на домене организации', phrase: 'Служба поддержки', place: '#team', kind: 'Имя отправителя не сходится с адресом' },
  { text: 'Торопят', phrase: 'сегодня до 18:00', place: '#deadline', kind: 'Срочность' },
  { text: 'Пугают закрытием доступа', phrase: 'доступ к порталу будет закрыт', place: '#deadline', kind: 'Угроза' },
  { text: 'Просят войти по ссылке', phrase: 'Подтвердите учётную запись', place: '#deadline', kind: 'Просят секретные данные' },
  { text: 'Знают только имя', phrase: 'Здравствуйте', place: '#hello', kind: 'Безличное обращение' },
];

let product: Product;
let officer: Page;
let template = '';
let campaign = '';

test.beforeAll(async ({ browser }) => {
  product = await startProduct({ SERGAK_DEMO: 'false', SERGAK_ALLOW_PRIVATE_SMTP: 'true' });
  officer = await newOfficer(browser, product);
});
test.afterAll(async () => product?.stop());

const main = () => officer.getByRole('main');
const dialog = () => officer.getByRole('dialog');
const field = (name: string) => officer.getByRole('textbox', { name, exact: true });
const list = (name: string) => officer.getByRole('combobox', { name, exact: true });
const view = (name: string) => officer.getByRole('radiogroup', { name: 'Вид' }).getByText(name, { exact: true }).click();
const preview = (title: string) => officer.frameLocator(`iframe[title="${title}"]`);
const shot = async (name: string) => {
  if (process.env.STORY_SHOTS) await officer.screenshot({ path: `${process.env.STORY_SHOTS}/${name}.png`, fullPage: true });
};

const openTemplate = async (tab = '') => {
  await officer.goto(`${template}${tab && `?tab=${tab}`}`);
  await expect(main().getByRole('heading', { level: 1 })).toContainText(TEMPLATE);
};
/** The card of the email on the page of its template. */
const card = (): Locator => main().getByRole('region', { name: new RegExp(`^${SUBJECT}|^${EMAIL}`) });
const editEmail = async () => {
  await openTemplate();
  await main().getByRole('link', { name: 'Изменить' }).click();
  await expect(field('Тема')).not.toHaveValue('');
};
const saveEmail = async () => {
  await officer.getByRole('button', { name: 'Сохранить письмо' }).click();
  await expect(officer).toHaveURL(/\/templates\/[0-9a-f-]+(\?|$)/);
};

test('the officer adds her mail domains and eight people in four departments', async () => {
  await addMailDomain(officer, product.portal, 'zavod.test');
  await addMailDomain(officer, product.portal, 'sergak.test');
  await loadStaff(officer, product.portal, staff);
});

test('she creates a template and imports a newsletter; a report says what was changed', async () => {
  await officer.goto(`${product.portal}/lk/admin/phishing/templates`);
  await officer.getByRole('link', { name: 'Создать шаблон' }).click();
  await field('Название').fill(TEMPLATE);
  await officer.getByRole('button', { name: 'Создать шаблон' }).click();
  await expect(main().getByRole('heading', { level: 1 })).toContainText(TEMPLATE);
  template = officer.url().split('?')[0]!;
  await officer.getByRole('button', { name: 'Импортировать' }).click();
  const picture = await officer.screenshot({ clip: { x: 0, y: 0, width: 536, height: 120 } });
  await dialog().locator('input[type=file]').setInputFiles(newsletter(SUBJECT, picture));
  await dialog().getByRole('button', { name: 'Импортировать' }).click();
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
  await shot('2-report');
  await dialog().getByRole('button', { name: 'Открыть в редакторе' }).click();
  await expect(field('Тема')).toHaveValue(SUBJECT);
  await expect(canvasOf(officer).locator('#deadline')).toContainText('Подтвердите учётную запись');
});

test('in the visual editor she changes a text, inserts the name and department, and marks five red flags', async () => {
  await field('Название письма').fill(EMAIL);
  await field('Имя отправителя').fill('Портал закупок');
  await field('Адрес отправителя').fill(SENDER);
  const canvas = canvasOf(officer);
  await expect(canvas.getByRole('img', { name: 'Портал закупок' })).toHaveJSProperty('naturalWidth', 536);
  const hello = canvas.locator('#hello');
  await openText(hello);
  await selectPhrase(hello, 'Уважаемый коллега');
  await officer.keyboard.type('Здравствуйте, ');
  await insertVariable(officer, 'Имя');
  await expect(hello).toContainText('Здравствуйте, {{first_name}}');
  const team = canvas.locator('#team');
  await openText(team);
  await officer.keyboard.press('Control+End');
  await officer.keyboard.type(', для отдела ');
  await insertVariable(officer, 'Отдел');
  await expect(team).toContainText('для отдела {{department}}');

  for (const [n, flag] of flags.entries()) {
    await officer.getByRole('button', { name: 'Добавить признак' }).click();
    await officer.getByRole('textbox', { name: `Признак ${n + 1}` }).fill(flag.text);
    await choose(officer, list(`Вид признака ${n + 1}`), flag.kind);
  }
  for (const [n, flag] of flags.entries()) await markFlag(officer, canvas.locator(flag.place), flag.phrase, n + 1);
  await shot('3-editor');
  await saveEmail();
  await expect(main().getByRole('listitem').filter({ hasText: 'Торопят' })).toContainText('Срочность');
  await editEmail();
  await expect(canvas.locator('[data-tip]')).toHaveCount(5);
  await expect(canvas.locator('#hello')).toHaveText('Здравствуйте, {{first_name}}!');
  await canvas.getByRole('img', { name: 'Портал закупок' }).click();
  await officer.getByRole('group', { name: 'Свойства' }).getByRole('button', { name: 'Заменить картинку' }).click();
  await expect(dialog().getByRole('listitem')).toHaveCount(1);
  await expect(dialog().getByRole('listitem')).toContainText(/banner.*Используется/s);
  await officer.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
});

test('the preview is filled for three employees, on a phone and in a dark mail program', async () => {
  await view('Просмотр');
  const shown = preview('Предпросмотр');
  for (const one of [staff[0]!, staff[3]!, staff[7]!]) {
    await list('Показать для сотрудника…').fill(one.surname);
    await officer.getByRole('option', { name: one.surname }).click();
    await expect(shown.locator('#team')).toContainText(`для отдела ${one.place}`);
    await expect(shown.locator('#hello')).toHaveText('Здравствуйте, Лола!');
  }
  const frame = officer.locator('iframe[title="Предпросмотр"]');
  await officer.getByRole('radiogroup', { name: 'Ширина' }).getByText('Телефон').click();
  await expect.poll(async () => (await frame.boundingBox())!.width).toBe(390);
  await officer.getByRole('switch', { name: 'Тёмная почта' }).click();
  await expect(frame).toHaveAttribute('data-dark');
  await shot('4-preview');
  await officer.getByRole('button', { name: 'Отмена' }).click();
});

test('she adds versions in English and Uzbek, translates the subject, and the list shows the three languages', async () => {
  for (const [language, subject] of [
    ['English', 'New approval rules'],
    ['Oʻzbekcha', 'Arizalarni kelishishning yangi qoidalari'],
  ] as const) {
    await openTemplate();
    await main().getByRole('button', { name: `Добавить: ${language}` }).click();
    await expect(main().getByRole('button', { name: language, pressed: true })).toBeVisible();
    await main().getByRole('link', { name: 'Изменить' }).click();
    await expect(field('Тема')).toHaveValue(SUBJECT);
    await field('Тема').fill(subject);
    await saveEmail();
    await main().getByRole('button', { name: language }).click();
    await expect(main()).toContainText(subject);
  }
  await officer.goto(`${product.portal}/lk/admin/phishing/templates`);
  await officer.getByRole('searchbox').fill(TEMPLATE);
  await expect(main().getByRole('link', { name: TEMPLATE })).toContainText('RU EN UZ');
});
