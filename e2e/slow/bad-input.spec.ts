import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { builtFile } from '../steps/built-files.ts';
import { newAdministrator } from '../steps/prepare.ts';

// Wrong files, impossible campaigns, a mistyped mail server, an unknown tracking link: each gets a clear message without loss.
test.describe.configure({ mode: 'serial' });

let product: Site;
let administrator: Page;
let notMail: Server;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await newAdministrator(browser, product);
  notMail = createServer((_, answer) => answer.end('no mail here'));
  await new Promise<void>((resolve) => notMail.listen(0, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  notMail?.close();
});

const upload = async (name: string, buffer: Buffer) => {
  await administrator.goto(`${product.portal}/lk/admin/staff/employees?import=new`);
  await administrator.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
};

test('a picture and a broken workbook are rejected as staff lists', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  for (const [name, bytes] of [
    ['foto.csv', picture],
    ['kniga.xlsx', Buffer.from('PK\u0003\u0004 not a workbook at all')],
    ['tablica.csv', Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000', 'latin1')],
  ] as const) {
    await upload(name, bytes);
    await administrator.getByRole('button', { name: 'Прочитать файл' }).click();
    await expect(administrator.getByRole('dialog').getByRole('alert')).toContainText(
      /не\sудалось прочитать|прочитать не\sудалось/i,
    );
  }
  await upload('spisok.pdf', Buffer.from('%PDF-1.7'));
  await administrator.getByRole('button', { name: 'Прочитать файл' }).click();
  await expect(administrator.getByRole('dialog').getByRole('alert')).toContainText('Этот файл не подходит');
});

test('a file without addresses asks for the column of the addresses', async () => {
  await upload('bez-pochty.csv', Buffer.from('Фамилия;Имя\r\nИванов;Иван\r\n'));
  await administrator.getByRole('button', { name: 'Прочитать файл' }).click();
  await expect(administrator.getByRole('dialog')).toContainText('В файле не нашлось столбца с почтой');
  await administrator.getByRole('button', { name: 'Прочитать с этими столбцами' }).click();
  await expect(administrator.getByRole('dialog')).toContainText('Укажите столбец с почтой');
});

test('a campaign to nobody is rejected with an explanation', async () => {
  await administrator.goto(`${product.portal}/lk/admin/phishing/campaigns/create`);
  await administrator.getByLabel('Название рассылки').fill('Никому');
  await administrator.getByRole('button', { name: 'Далее' }).click();
  await expect(administrator.getByRole('main')).toContainText('Выберите получателей');
  await administrator.getByRole('checkbox', { name: 'Без отдела' }).check();
  await administrator.getByRole('button', { name: 'Проверка' }).click();
  const checks = administrator.getByRole('list', { name: 'Проверки' });
  await expect(checks).toContainText('У всех выбранных почта на доменах, которые организация не подтвердила');
  await expect(checks).toContainText('Не выбрано ни одного письма');
  await administrator.getByRole('button', { name: /^Отправить \d/ }).click();
  await expect(administrator.getByRole('main').getByRole('alert')).toHaveText('Выберите хотя бы одно письмо');
});

test('a campaign that ends before it starts is rejected with an explanation', async () => {
  const answer = await administrator.evaluate(async () => {
    const draft = {
      name: 'Наоборот',
      targetType: 'all',
      targets: { target_users: [], target_departments: [], exclude_users: [] },
      excludedTags: [],
      templates: [],
      isTesting: false,
      isDelay: true,
      dateDelay: '2031-01-10T06:00:00.000Z',
      emailSendType: 'at_once',
      email_send_end_date: null,
      dateType: 'custom',
      dateEnd: '2031-01-05T06:00:00.000Z',
      hasAutoCourse: false,
      course: null,
      targetsAutoCourse: 'opened',
      period: 30,
      hasMessage: false,
      theme: '',
      text: '',
      targetsMessage: 'opened',
      enableRedirect: false,
      redirect_page: null,
      hasPost: false,
      post: { name: '', templates: [], post_campaign_targets: 'opened' },
    };
    const address = '/lk/api/v2/phishing/campaign-drafts';
    const { data } = (await (await fetch(address)).json()) as { data: { id: string; name: string; version: number }[] };
    const kept = data.find((one) => one.name === 'Никому');
    if (!kept) return null;
    const saved = await fetch(`${address}/${kept.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'sergak' },
      body: JSON.stringify({ name: draft.name, step: 'check', form: JSON.stringify(draft), version: kept.version }),
    });
    return saved.ok ? kept.id : null;
  });
  expect(answer, 'the half-filled form is kept').not.toBeNull();
  await administrator.goto(`${product.portal}/lk/admin/phishing/campaigns/create?step=check&draft=${answer}`);
  await expect(administrator.getByRole('list', { name: 'Проверки' })).toContainText('Конец раньше начала');
});

test('a mistyped mail server shows the failed step and what to do', async () => {
  await administrator.goto(`${product.portal}/lk/admin/settings/emails?tab=server`);
  const test = async (host: string, port: number) => {
    await administrator.getByLabel(/^Адрес сервера/).fill(host);
    await administrator.getByLabel(/^Порт/).fill(String(port));
    await administrator.getByRole('button', { name: 'Проверить' }).click();
  };
  await administrator.getByLabel(/^Адрес отправителя/).fill('portal@sergak.test');
  await administrator.getByLabel(/^Имя отправителя/).fill('Портал');
  await test('mail.does-not-exist.invalid', 587);
  await expect(administrator.getByText('Ошибка на шаге «Найти сервер по имени»')).toBeVisible();
  await test('127.0.0.1', 1);
  await expect(administrator.getByText('Ошибка на шаге «Подключиться»')).toBeVisible();
  await test('127.0.0.1', (notMail.address() as AddressInfo).port);
  await expect(administrator.getByText('Ошибка на шаге «Получить приветствие»')).toBeVisible();
});

test('an unknown tracking link leads to a plain "not found" page', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  for (const path of ['/AAAAAAAAAAAAAAAAAAAAAA', '/x', '/']) {
    const answer = await page.goto(product.phishing + path);
    expect(answer!.status()).toBe(404);
    await expect(page.locator('body')).not.toContainText(/sergak|фишинг|phishing|учебн/i);
  }
  await page.context().close();
});

test('a page from before an update reloads once, then asks the person to reload', async ({ browser }) => {
  const context = await browser.newContext({ storageState: await administrator.context().storageState() });
  const page = await context.newPage();
  await page.goto(`${product.portal}/lk/admin/staff/employees`);
  await expect(page.getByRole('heading', { level: 1, name: 'Сотрудники' })).toBeVisible();
  // Responds like an updated server: the chunk of the old build is missing until the page is the new one.
  let old = true;
  await page.route(builtFile('features/tags/tags-screen.tsx'), (route) =>
    old ? route.fulfill({ status: 404 }) : route.continue(),
  );
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) old = false;
  });
  const reloaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Теги' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { level: 1, name: 'Теги' })).toBeVisible();

  await page.route(builtFile('features/employees/departments-screen.tsx'), (route) => route.fulfill({ status: 404 }));
  await page.goto(`${product.portal}/lk/admin/staff/departments`);
  await expect(page.getByRole('button', { name: 'Обновить страницу' })).toBeVisible();
  await context.close();
});
