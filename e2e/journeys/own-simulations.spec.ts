import { expect, test, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { canvasOf, choose, insertVariable, markFlag, openText, selectPhrase } from '../steps/email-editor.ts';
import { linkIn, openEmail } from '../steps/mailbox.ts';
import { PAGE, simulationScreens, SUBJECT, TEMPLATE } from '../steps/own-simulation.ts';
import { haveMailDomain, haveStaff, newAdministrator } from '../steps/prepare.ts';
import { employees } from '../steps/staff-list.ts';

// An administrator turns a newsletter into a simulation of her own with a landing page, sends it, and sees who fell for it.
// `e2e/slow/simulation-features.spec.ts` adds languages, an attachment, reactions, a follow-up and reported emails.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const staff = employees(3, 'Юсупов', 'yusupov', 'Закупки');
const fallen = staff[1]!;
const FLAG = 'Торопят';

let product: Site;
let administrator: Page;
let campaign = '';

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await newAdministrator(browser, product);
  for (const domain of ['zavod.test', product.domain]) await haveMailDomain(administrator, domain);
  await haveStaff(administrator, staff);
});

const { main, field, list, preview, stage, ...steps } = simulationScreens(() => administrator);

test('the administrator imports a newsletter, changes it in the visual editor and marks a red flag', async () => {
  await steps.importNewsletter(product);
  await steps.openImported();
  await field('Адрес отправителя').fill('support@zakupki.test');
  const canvas = canvasOf(administrator);
  const hello = canvas.locator('#hello');
  await openText(hello);
  await selectPhrase(hello, 'Уважаемый коллега');
  await administrator.keyboard.type('Здравствуйте, ');
  await insertVariable(administrator, 'Имя');
  await expect(hello).toContainText('Здравствуйте, Имя');
  await administrator.getByRole('button', { name: 'Добавить признак' }).click();
  await administrator.getByRole('textbox', { name: 'Признак 1' }).fill(FLAG);
  await choose(administrator, list('Вид признака 1'), 'Срочность');
  await markFlag(administrator, canvas.locator('#deadline'), 'сегодня до 18:00', 1);
  await steps.saveEmail();
  await expect(main().getByRole('listitem').filter({ hasText: FLAG })).toContainText('Срочность');
});

test('she builds a landing page from blocks, and the email gets it', async () => {
  const canvas = canvasOf(administrator);
  await steps.openTemplate('pages');
  await main().getByRole('link', { name: 'Добавить страницу' }).click();
  await field('Название страницы').fill(PAGE);
  await canvas.locator('button').click();
  const part = administrator.getByRole('group', { name: 'Действия с частью' });
  // From the button to its form, and from there to the column around everything.
  for (let n = 0; n < 2; n += 1) await part.getByRole('button', { name: 'Выбрать внешнюю часть' }).click();
  await part.getByRole('button', { name: 'Удалить' }).click();
  await expect(main().getByRole('list', { name: 'Замечания' })).toContainText('На странице нет формы');
  for (const block of ['Заголовок', 'Форма входа']) await steps.addBlock(block);
  await expect(main().getByRole('list', { name: 'Замечания' })).toHaveCount(0);
  await steps.write(canvas.locator('h2'), 'Заголовок', PAGE);
  await administrator.getByRole('button', { name: 'Сохранить страницу' }).click();
  await expect(preview(PAGE).getByRole('heading', { name: PAGE })).toBeVisible();
  await steps.openTemplate('pages');
  await expect(main()).toContainText('Сюда ведут письма');
  await steps.editEmail();
  await expect(list('Посадочная страница')).toHaveValue(PAGE);
});

test('she sends a campaign', async () => {
  await administrator.goto(`${product.portal}/lk/admin/phishing/campaigns/create`);
  await field('Название рассылки').fill('Закупки, ноябрь');
  await administrator.getByRole('checkbox', { name: 'Закупки' }).check();
  const next = async (step: string) => {
    await administrator.getByRole('button', { name: 'Далее' }).click();
    await expect(main().getByRole('heading', { name: step, exact: true })).toBeVisible();
  };
  await next('Письма');
  await steps.pickEmail(main(), TEMPLATE);
  await next('Когда');
  await administrator.getByRole('radio', { name: 'Все сразу' }).check();
  await next('Что дальше');
  await next('Проверка');
  await expect(main().getByText(/Можно запускать/)).toBeVisible();
  await administrator.getByRole('button', { name: 'Отправить 3 письма' }).click();
  await expect(administrator).toHaveURL(/\/campaigns\/[0-9a-f-]+\/statistics/);
  campaign = administrator.url();
  await expect(stage('Отправлено')).toContainText(/3\s*100/, { timeout: 60_000 });
});

test('an employee fills in the form and sees the red flag, and the administrator sees who fell for it', async ({
  browser,
}) => {
  const email = await openEmail(administrator, product.portal, fallen.email, SUBJECT);
  await expect(email.locator('#hello')).toContainText('Здравствуйте, Лола');
  const page = await (await browser.newContext()).newPage();
  await page.goto(await linkIn(email, product.phishing));
  await expect(page.getByRole('heading', { name: PAGE })).toBeVisible();
  await page.getByLabel('Логин').fill('yusupov');
  await page.getByLabel('Пароль').fill('Sekret-81');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByRole('heading', { name: 'Это было учебное письмо' })).toBeVisible();
  await expect(page.getByText(FLAG)).toBeVisible();
  await page.context().close();
  await administrator.goto(campaign);
  await expect(stage('Ввели данные')).toContainText(/1\s*33/);
  await administrator.getByRole('searchbox', { name: 'Имя или почта' }).fill(fallen.email);
  await expect(administrator.getByRole('tabpanel').getByRole('table')).toContainText('данные введены');
});
