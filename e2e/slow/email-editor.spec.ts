import { expect, test, type Locator, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { ask } from '../steps/api.ts';
import { canvasOf, markFlag, openText } from '../steps/email-editor.ts';
import { newAdministrator } from '../steps/prepare.ts';

// An administrator changes an email of the starter library without seeing its code.

let product: Site;
let page: Page;
test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  page = await newAdministrator(browser, product);
});
test.setTimeout(120_000);
/** For an editor that is loaded for the first time on a busy machine. */
const patient = { timeout: 60_000 };

test('she types into the email, inserts a name, saves, and finds both again', async () => {
  const faults: Error[] = [];
  page.on('pageerror', (fault) => void faults.push(fault));
  const read = async (path: string) => (await page.request.get(`${product.portal}/lk/api/v2/phishing/${path}`)).json();
  const [group] = (await read('templates')).data;
  const template = await read(`templates/${group.templates[0].id}`);
  const { id, html } = template.emails[0] as { id: string; html: string };
  await page.goto(`${product.portal}/lk/admin/phishing/templates/${template.id}/email/${id}/edit`);
  const canvas = canvasOf(page);
  const text = canvas.locator('[data-gjs-type="own-text"]').last();
  await text.waitFor(patient);
  await openText(text);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Проверено, ');
  await page
    .getByRole('group', { name: 'Вставить переменную' })
    .getByRole('button', { name: 'Имя', exact: true })
    .click();
  await expect(text).toContainText('Проверено, Имя');
  await expect(text.locator('[data-variable="first_name"]').last()).toHaveText('Имя');
  await page.keyboard.type(', да');
  await page.getByRole('button', { name: 'Сохранить письмо' }).click();
  await page.waitForURL(new RegExp(`/templates/${template.id}(?:\\?.*)?$`));
  const stored = (await read(`emails/${id}`)) as { html: string };
  // Behind a chip the browser puts a no-break space.
  const typed = /(?: |&nbsp;)Проверено, \{\{first_name\}\}, да/;
  expect(stored.html).toMatch(typed);
  expect(stored.html.replace(typed, ''), 'nothing else has changed').toBe(html);
  await page.goto(`${product.portal}/lk/admin/phishing/templates/${template.id}/email/${id}/edit`);
  await expect(text).toContainText('Проверено, Имя, да');
  await openText(text);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Ждём.');
  await page.getByRole('radiogroup', { name: 'Вид' }).getByText('Просмотр').click();
  await expect(page.frameLocator('iframe[title="Предпросмотр"]').locator('body')).toContainText('Ждём.');
  expect(faults, 'errors of the page').toEqual([]);
});

test('marks of red flags are visible, and the properties of a part show its look', async () => {
  const api = '/lk/api/v2/phishing';
  const [group] = (await ask(page, { method: 'GET', path: `${api}/templates` })).body.data;
  const template = group.templates[0].id as string;
  const made = await ask(page, {
    method: 'POST',
    path: `${api}/emails`,
    body: {
      template_id: template,
      name: 'Отметки',
      subject: 'Отметки',
      sender_name: 'Служба',
      sender_address: 'it@sergak.test',
      tips: [{ text: 'Спешка', cue: 'urgency' }],
      html: '<p id="bare" style="text-align:center">Ответьте срочно</p><p id="red" style="background:rgb(255,0,0)">Красный</p><p><a href="{{link}}">Войти</a></p>{{tracking}}',
    },
  });
  expect(made.status).toBe(200);
  await page.goto(`${product.portal}/lk/admin/phishing/templates/${template}/email/${made.body.id}/edit`);
  const bare = canvasOf(page).locator('#bare');
  const mark = page.getByRole('button', { name: 'Отметить признак' });
  await openText(bare);
  await page.keyboard.press('Control+End');
  await expect(mark).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await markFlag(page, bare, 'срочно', 1);
  const numberOf = (marked: Locator): Promise<string> =>
    marked.evaluate((el) => el.ownerDocument.defaultView!.getComputedStyle(el, '::after').content);
  expect(await numberOf(bare.locator('[data-tip]'))).toMatch(/data-tip|1/);
  const properties = page.getByRole('group', { name: 'Свойства' });
  await expect(properties.getByText('Не задан', { exact: true })).toHaveCount(2);
  await expect(properties.getByRole('radio', { name: 'В центре' })).toBeChecked();
  await canvasOf(page).locator('#red').click();
  const background = properties.getByLabel('Цвет фона', { exact: true });
  await expect(background).toHaveValue('#ff0000');
  await properties.getByRole('button', { name: 'Убрать: Цвет фона' }).click();
  await expect(background).toHaveValue('#ffffff');
  await expect(canvasOf(page).locator('#red')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.getByRole('button', { name: 'Сохранить письмо' }).click();
  await page.waitForURL(new RegExp(`/templates/${template}(?:\\?.*)?$`));
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Отметки', exact: true }) });
  await expect(card.getByRole('switch', { name: 'Отметки признаков' })).toBeChecked();
});
