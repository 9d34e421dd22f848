import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { fillSignIn, giveConsent } from '../people.ts';
import { linkIn, openEmail } from './mailbox.ts';

/** `asNew`: the address belonged to a person who was removed recently, and this is another person. */
export type NewPerson = { surname: string; name: string; email: string; role?: string; asNew?: boolean };

/** The administrator adds a person with an invitation; returns its link. */
export const invite = async (administrator: Page, portal: string, person: NewPerson): Promise<string> => {
  await administrator.goto(`${portal}/lk/admin/staff/employees`);
  await administrator.getByRole('button', { name: 'Добавить сотрудника' }).click();
  const form = administrator.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Фамилия' }).fill(person.surname);
  await form.getByRole('textbox', { name: 'Имя' }).fill(person.name);
  await form.getByRole('textbox', { name: 'Почта' }).fill(person.email);
  if (person.role) {
    await form.getByRole('combobox', { name: 'Роль' }).click();
    await administrator.getByRole('option', { name: person.role }).click();
  }
  await form.getByRole('button', { name: 'Добавить сотрудника' }).click();
  if (person.asNew) await form.getByRole('alert').getByRole('button', { name: 'Добавить как нового' }).click();
  await expect(form).toHaveCount(0);
  return linkIn(await openEmail(administrator, portal, person.email), '/lk/auth/registration/');
};

/** Opens an invitation in a separate browser or device, sets the password, and signs in for the first time. */
export const register = async (
  browser: Browser,
  invitation: string,
  email: string,
  password: string,
  device: BrowserContextOptions = {},
): Promise<Page> => {
  const page = await (await browser.newContext(device)).newPage();
  await page.goto(invitation);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByLabel(/^Новый пароль/).fill(password);
  await page.getByRole('button', { name: 'Завершить регистрацию' }).click();
  const consent = page.getByRole('checkbox', { name: 'Даю согласие' });
  await expect(consent.or(page.locator('input[autocomplete=current-password]'))).toBeVisible();
  if (!(await consent.isVisible())) await fillSignIn(page, { email, password });
  await giveConsent(page);
  return page;
};
