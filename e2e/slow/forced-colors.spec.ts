import { expect, type Locator } from '@playwright/test';
import { test } from '../walk/walk.ts';
import { openWalker, show } from '../walk/walker.ts';

// With forced colours all backgrounds of a page are the same, so that what only they say would be lost.
const looks = (one: Locator): Promise<string> =>
  one.first().evaluate((element) => {
    const { backgroundColor, outlineStyle, outlineWidth } = getComputedStyle(element);
    return `${backgroundColor} ${outlineStyle === 'none' ? 'no outline' : outlineWidth}`;
  });

test('with forced colours chosen, current and focused things, bars and switches can be told apart', async ({
  browser,
  demo,
}) => {
  const walker = await openWalker(browser, demo, 'admin', 'ru', { locale: 'ru-RU', forcedColors: 'active' });
  const { page } = walker;
  const differ = async (one: string, other: string) =>
    expect.soft(await looks(page.locator(one)), `${one} and ${other}`).not.toBe(await looks(page.locator(other)));
  await show(walker, '/lk/admin/staff/employees?lang=ru', true);
  await page.locator('tbody input[type=checkbox]').first().check();
  await differ('tbody input:checked', 'tbody input:not(:checked)');
  await differ('[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]');
  await differ('aside [aria-current=page]', 'header');
  await differ('tbody td span[data-color]:empty', 'header');
  await page.getByRole('searchbox').first().press('ArrowLeft');
  await differ('input:focus', 'thead input');
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  await expect(page.getByRole('dialog').getByRole('switch')).toBeChecked();
  await differ('[role=switch]:checked + *', 'header');
  await show(walker, '/lk/admin/statistics/general-statictics?lang=ru', true);
  await differ('label[data-active]', 'label:not([data-active])');
  await show(walker, '/lk/admin/notifications?lang=ru', true);
  await differ('main li span:empty', 'header');
  await page.context().close();
});
