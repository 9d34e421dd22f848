import { expect, test, type Page } from '@playwright/test';
import { fillSignIn, giveConsent, signIn } from '../people.ts';
import { newOrganization, type Site } from '../running.ts';
import { linkIn, openEmail } from '../steps/mailbox.ts';
import { haveMailDomain, newPage } from '../steps/prepare.ts';
import { invite, register } from '../steps/staff-account.ts';
import { turnOn } from '../steps/switch.ts';

// Sign-in and everything around it: redirects, a forgotten password, two-factor authentication, an expired session.
test.describe.configure({ mode: 'serial' });

const employee = { surname: 'Саидова', name: 'Лола', email: 'saidova@session.test' };
const FIRST_PASSWORD = 'tikhaya gavan u morya';
const NEW_PASSWORD = 'severnyy veter v parusah';

let product: Site;
let administrator: Page;
let learner: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await newPage(browser, product);
});

test('a person who is signed out is sent to the sign-in page, and then to the requested page', async () => {
  await administrator.goto(`${product.portal}/lk/admin/staff/tags`);
  await expect(administrator).toHaveURL(/\/lk\/auth\/login\?next=/);
  await fillSignIn(administrator, { ...product.first, password: 'ne tot parol' });
  await expect(administrator.getByText('Неверная почта или пароль')).toBeVisible();
  await fillSignIn(administrator, product.first);
  await giveConsent(administrator);
  await expect(administrator).toHaveURL(/\/lk\/admin\/staff\/tags/);
});

test('an employee cannot open the administration', async ({ browser }) => {
  learner = await register(
    browser,
    await invite(administrator, product.portal, employee),
    employee.email,
    FIRST_PASSWORD,
  );
  await expect(learner).toHaveURL(/\/lk\/user\/learning/);
  for (const address of ['/lk/admin/staff/employees', '/lk/admin/settings/audit', '/lk/auth/login']) {
    await learner.goto(product.portal + address);
    await expect(learner).toHaveURL(/\/lk\/user\/learning$/);
    await expect(learner.getByRole('main').getByRole('heading').first()).toBeVisible();
  }
  const answer = await learner.request.get(`${product.portal}/lk/api/v2/users`);
  expect(answer.status()).toBe(403);
});

test('an unknown address shows a message inside the frame, with the way home', async () => {
  for (const [page, address, home] of [
    [learner, '/lk/nowhere/at/all', /\/lk\/user\/learning$/],
    [administrator, '/lk/admin/staff/nobody', /\/lk\/admin\/statistics\/general-statictics/],
  ] as const) {
    await page.goto(product.portal + address);
    await expect(page.getByRole('main').getByText('Страница не найдена')).toBeVisible();
    await expect(page).toHaveURL(product.portal + address);
    await page.getByRole('main').getByRole('link', { name: 'На главную' }).click();
    await expect(page).toHaveURL(home);
  }
});

test('another language is chosen in place, and the names of the library follow', async () => {
  const names = ['Вход с нового устройства', 'Sign-in from a new device'] as const;
  const shown = (name: string) => administrator.getByRole('main').getByText(name, { exact: true });
  await administrator.goto(`${product.portal}/lk/admin/phishing/templates?from=library`);
  for (const [from, to, language] of [
    [names[0], names[1], 'English'],
    [names[1], names[0], 'Русский'],
  ] as const) {
    await expect(shown(from)).toBeVisible();
    await administrator.getByRole('button', { name: /язык|language/i }).click();
    await administrator.getByRole('menuitemradio', { name: language }).click();
    await expect(shown(to)).toBeVisible();
  }
});

test('an unknown email address is reported only if the organisation wants it', async ({ browser }) => {
  const stranger = await (await browser.newContext()).newPage();
  const ask = async (email: string) => {
    await stranger.goto(`${product.portal}/lk/auth/login`);
    await stranger.getByRole('link', { name: 'Забыли пароль?' }).click();
    await expect(stranger.getByRole('heading', { name: 'Восстановление пароля' })).toBeVisible();
    await stranger.getByLabel(/^Электронная почта/).fill(email);
    await stranger.getByRole('button', { name: 'Отправить ссылку' }).click();
  };
  const isKeptSecret = () => expect(stranger.getByRole('heading', { name: 'Проверьте почту' })).toBeVisible();
  await haveMailDomain(administrator, product.domain);
  await ask('nobody@session.test');
  await isKeptSecret();
  await administrator.goto(`${product.portal}/lk/admin/settings/adfs`);
  await turnOn(administrator.getByRole('switch', { name: 'При восстановлении пароля сообщать' }));
  const save = administrator.locator('form').getByRole('button', { name: 'Сохранить' });
  if (await save.isVisible()) await save.click();
  await expect(administrator.getByText('Правила входа сохранены').first()).toBeVisible();
  await ask('nobody@session.test');
  await expect(stranger).toHaveURL(/recovery\/error/);
  await expect(stranger.getByRole('heading', { name: 'Такая почта не зарегистрирована' })).toBeVisible();
  await ask('nobody@elsewhere.test');
  await isKeptSecret();
  await stranger.context().close();
});

test('a forgotten password is replaced through the email, and the link works once', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${product.portal}/lk/auth/password/recovery`);
  await page.getByLabel(/^Электронная почта/).fill(employee.email);
  await page.getByRole('button', { name: 'Отправить ссылку' }).click();
  await expect(page).toHaveURL(/recovery\/success/);
  const link = await linkIn(
    await openEmail(administrator, product.portal, employee.email, 'Восстановление пароля'),
    '/recovery/confirm/',
  );
  await page.goto(link);
  await expect(page.getByText(employee.email)).toBeVisible();
  await page.getByLabel(/^Новый пароль/).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Войдите с новым паролем' })).toBeVisible();
  await expect(page, 'the link opens no session').toHaveURL(/\/lk\/auth\/login/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Ссылка больше не действует' })).toBeVisible();
  await learner.reload();
  await expect(learner, 'the other session has ended').toHaveURL(/\/lk\/auth\/login/);
  await fillSignIn(learner, { email: employee.email, password: FIRST_PASSWORD });
  await expect(learner.getByText('Неверная почта или пароль')).toBeVisible();
  await fillSignIn(learner, { email: employee.email, password: NEW_PASSWORD });
  await expect(learner).toHaveURL(/\/lk\/user\/learning/);
  await page.context().close();
});

test('a session that expires during work leads to the sign-in page and back', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  // The live connection stays open, so the network would never be idle.
  await page.route('**/notifications/live', (route) => route.fulfill({ status: 204 }));
  await signIn(page, product.portal, product.first);
  await page.goto(`${product.portal}/lk/admin/staff/tags`);
  await expect(page.getByRole('button', { name: 'Создать тег' }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const people = page.getByRole('region', { name: 'Системные теги' }).getByRole('link', { name: /человек/ });
  const link = (await people.first().elementHandle())!;
  await page.context().clearCookies();
  // Sends the click to the link itself: moving the pointer would request the page before the click, and a list
  // that refreshes itself may do the same.
  await link.dispatchEvent('click');
  await expect(page).toHaveURL(/\/lk\/auth\/login\?next=/);
  await fillSignIn(page, product.first);
  await expect(page).toHaveURL(/\/lk\/admin\/staff\/tags/);
  await page.context().close();
});

test('two-factor authentication asks for a code, flashes at a wrong code and accepts the right one', async ({
  browser,
}) => {
  await administrator.goto(`${product.portal}/lk/admin/settings/adfs`);
  await administrator.getByRole('button', { name: 'Включить', exact: true }).click();
  const dialog = administrator.getByRole('dialog');
  const on = dialog.getByRole('button', { name: 'Включить второй фактор' });
  await expect(on).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await on.click();
  await expect(administrator.getByText('Включён для всех')).toBeVisible();
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${product.portal}/lk/auth/login`);
  await fillSignIn(page, { email: employee.email, password: NEW_PASSWORD });
  const boxes = page.getByRole('group', { name: 'Код подтверждения' }).getByRole('textbox');
  await expect(boxes).toHaveCount(6);
  const email = await openEmail(administrator, product.portal, employee.email, 'Код для входа');
  const code = /\b\d{6}\b/.exec((await email.locator('body').innerText()).replace(/(\d)\s+(?=\d)/g, '$1'))![0];
  await boxes.first().click();
  await page.keyboard.type(code === '000000' ? '111111' : '000000');
  await expect(boxes.first()).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.form-error')).toBeVisible();
  await expect(boxes.first()).toHaveValue('');
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.type(code);
  await expect(page).toHaveURL(/\/lk\/user\/learning/);
  await page.context().close();
});
