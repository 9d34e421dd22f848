import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { builtFile } from '../steps/built-files.ts';
import { haveStaff, newAdministrator } from '../steps/prepare.ts';
import { employees } from '../steps/staff-list.ts';

// A person aims at a button and presses it while the page is still loading: the button must not leave the pointer.
const PEOPLE = 24;
/** For a page that is loaded for the first time on a busy machine. */
const patient = { timeout: 60_000 };
/** How long a hand that is in no hurry presses, in milliseconds. */
const PRESS_MS = 250;

let product: Site;
let administrator: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await newAdministrator(browser, product);
  await haveStaff(administrator, employees(PEOPLE, 'Каримова', 'karimova', 'Цех'));
});

/** A page of the administrator with the motion that the system asks for. */
const pageWith = async (browser: Browser, reducedMotion: 'reduce' | 'no-preference'): Promise<Page> => {
  const storageState = await administrator.context().storageState();
  return (await browser.newContext({ storageState, reducedMotion })).newPage();
};

/**
 * Presses near the upper edge of where the button is now and releases there after `during`, as a hand does; a script would
 * aim again.
 */
const pressAt = async (page: Page, button: Locator, during: () => Promise<unknown>) => {
  const box = (await button.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 3);
  await page.mouse.down();
  await during();
  await page.mouse.up();
};

for (const motion of ['reduce', 'no-preference'] as const)
  test(`a click on «select all» is not lost when the code of the actions comes late (${motion})`, async ({
    browser,
  }) => {
    const page = await pageWith(browser, motion);
    let arrive: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(builtFile('features/employees/employees-bulk.tsx'), async (route) => {
      await late;
      await route.continue();
    });
    await page.goto(`${product.portal}/lk/admin/staff/employees`);
    const whole = page.getByRole('checkbox', { name: 'Выбрать все строки на странице' });
    await expect(whole).toBeEnabled(patient);
    await whole.check();
    const bar = page.getByRole('region', { name: 'Действия с выбранными' });
    const all = bar.getByRole('button', { name: /^Выбрать все найденные/ });
    const actions = bar.getByRole('button', { name: 'Начать рассылку' });
    // Long enough to show a bar that does not wait for its actions.
    const early = await all.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
    if (!early) arrive();
    await all.waitFor();
    await pressAt(page, all, async () => {
      arrive();
      await actions.waitFor();
      await page.waitForTimeout(PRESS_MS);
    });
    await expect(bar).toContainText(`Выбрано ${PEOPLE + 1} человек`);
    await page.context().close();
  });

test('a link below an empty field that has the focus is followed by the first click', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${product.portal}/lk/auth/login`);
  await expect(page.getByRole('textbox', { name: /почта/i })).toBeFocused();
  await pressAt(page, page.getByRole('link', { name: 'Забыли пароль?' }), () => page.waitForTimeout(PRESS_MS));
  await expect(page).toHaveURL(/recovery/);
  await page.context().close();
});

test('«Отмена» of a dialog with an empty field that has the focus closes it by the first click', async () => {
  await administrator.goto(`${product.portal}/lk/admin/staff/tags`);
  await administrator.getByRole('button', { name: 'Создать тег' }).first().click(patient);
  const dialog = administrator.getByRole('dialog');
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  const cancel = dialog.getByRole('button', { name: 'Отмена' });
  await pressAt(administrator, cancel, () => administrator.waitForTimeout(PRESS_MS));
  await expect(dialog).toHaveCount(0);
});

test('with reduced motion a changed size can be measured at once, as autosizing fields do', async ({ browser }) => {
  const page = await pageWith(browser, 'reduce');
  await page.goto(`${product.portal}/lk/admin/staff/employees`);
  const measured = await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.style.width = '800px';
    const before = field.offsetWidth;
    field.style.width = '200px';
    return { before, after: field.offsetWidth };
  });
  expect(measured.after).toBeLessThan(measured.before / 2);
  await page.context().close();
});
