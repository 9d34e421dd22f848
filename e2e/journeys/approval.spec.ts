import { expect, test, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { askFor } from '../steps/api.ts';
import { makeIndependent } from '../steps/database.ts';
import { haveAccount, haveMailDomain, havePerson, newAdministrator } from '../steps/prepare.ts';

// A large campaign waits for a second administrator, who is called, sees what will arrive, and decides.
test.describe.configure({ mode: 'serial' });

const PASSWORD = 'dva berega odnoy reki';
const REASON = 'В пятницу отчётность, давайте через неделю';
const operator = (surname: string, name: string, email: string) => ({
  surname,
  name,
  email,
  role: 'operator' as const,
});
const approver = operator('Мирзаева', 'Нигора', 'mirzaeva@approval.test');
const doubter = operator('Садыков', 'Тимур', 'sadykov@approval.test');

let product: Site;
let author: Page;
let first: Page;
let second: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  author = await newAdministrator(browser, product);
  const [one, two] = await Promise.all([
    haveAccount(browser, product, author, approver, PASSWORD),
    haveAccount(browser, product, author, doubter, PASSWORD),
    haveMailDomain(author, product.domain),
    havePerson(author, { surname: 'Орлов', name: 'Пётр', email: 'orlov@approval.test' }),
  ]);
  [first, second] = [one, two];
  for (const { email } of [approver, doubter]) await makeIndependent(product, email);
  const organizations = '/lk/api/v2/organizations';
  const { version } = await askFor(author, { method: 'GET', path: `${organizations}/${product.id}` });
  const body = { approval_above: 2, version };
  await askFor(author, { method: 'PATCH', path: `${organizations}/current`, body });
});

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The author sends a campaign for everyone to approval; returns its address. */
const sendForApproval = async (title: string): Promise<string> => {
  const next = async (step: string) => {
    await author.getByRole('button', { name: 'Далее' }).click();
    await expect(main(author).getByRole('heading', { name: step, exact: true })).toBeVisible();
  };
  await author.goto(`${product.portal}/lk/admin/phishing/campaigns/create`);
  await author.getByRole('textbox', { name: 'Название рассылки' }).fill(title);
  await author.getByText('Вся организация').click();
  await next('Письма');
  await author.getByRole('button', { name: 'Выбрать письма' }).click();
  await dialog(author).getByRole('checkbox', { name: 'Срок действия пароля истекает' }).check();
  await dialog(author).getByRole('button', { name: 'Выбрать', exact: true }).click();
  await next('Когда');
  await author.getByRole('radio', { name: 'Все сразу' }).check();
  await next('Что дальше');
  await next('Проверка');
  await author.getByRole('button', { name: 'Отправить на подтверждение' }).click();
  await expect(author).toHaveURL(/\/campaigns\/[0-9a-f-]+\/statistics/);
  await expect(author.getByText('Ждёт подтверждения второго администратора')).toBeVisible();
  return author.url();
};

test('«Ждёт вас» leads the approver to what will arrive, and the approved campaign begins', async () => {
  const address = await sendForApproval('Учения всем');
  await expect(author.getByRole('region', { name: 'Ваше решение' }), 'not her own').toHaveCount(0);
  await first.goto(`${product.portal}/lk/admin/statistics/general-statictics`);
  await main(first).getByRole('link', { name: 'Учения всем' }).click();
  await expect(heading(first, 'Учения всем')).toBeVisible();
  await expect(main(first).locator('iframe').first(), 'the email').toBeVisible();
  for (const title of ['Получателей: 4', 'Ограничения отправки', 'Как увидит получатель'])
    await expect(first.getByRole('heading', { name: title })).toBeVisible();
  await expect(main(first)).toContainText('Орлов Пётр');
  const decision = first.getByRole('region', { name: 'Ваше решение' });
  await expect(decision.getByRole('button', { name: 'Подтвердить' }), 'without scrolling').toBeInViewport();
  await decision.getByRole('button', { name: 'Подтвердить' }).click();
  await dialog(first).getByRole('button', { name: 'Подтвердить рассылку' }).click();
  await expect(decision).toHaveCount(0);
  await author.goto(address);
  await expect(author.getByText('идёт', { exact: true })).toBeVisible();
  await expect(author.getByText('Ждёт подтверждения второго администратора')).toHaveCount(0);
});

test('the bell leads another approver there, and the author reads why the campaign was rejected', async () => {
  const address = await sendForApproval('Ещё учения');
  await second.goto(`${product.portal}/lk/admin/staff/employees`);
  await second.getByRole('button', { name: /Уведомления/ }).click();
  await second.getByRole('link', { name: /«Ещё учения» ждёт подтверждения/ }).click();
  await expect(heading(second, 'Ещё учения')).toBeVisible();
  const decision = second.getByRole('region', { name: 'Ваше решение' });
  await decision.getByRole('button', { name: 'Отклонить с причиной' }).click();
  await dialog(second).getByRole('textbox').fill(REASON);
  await dialog(second).getByRole('button', { name: 'Отклонить рассылку' }).click();
  await expect(decision).toHaveCount(0);
  await author.goto(address);
  await expect(main(author)).toContainText('Рассылка отклонена');
  await expect(main(author)).toContainText(`Садыков Тимур`);
  await expect(main(author)).toContainText(REASON);
});
