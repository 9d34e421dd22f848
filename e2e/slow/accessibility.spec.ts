import { expect } from '@playwright/test';
import { lastingFaults } from '../rest.ts';
import { tabFaults, tabFaultsOfWindow } from '../walk/tab-stops.ts';
import { treeFaults } from '../walk/tree.ts';
import { test } from '../walk/walk.ts';
import { addressesOf, openWalker, show } from '../walk/walker.ts';

test.describe.configure({ mode: 'parallel' });

// Beside axe (`walk/screens.spec.ts`): every screen by its accessibility tree and by the Tab key.
for (const { kind, part, of } of [
  { kind: 'admin', part: 0, of: 2 },
  { kind: 'admin', part: 1, of: 2 },
  { kind: 'learner', part: 0, of: 1 },
  { kind: 'public', part: 0, of: 1 },
] as const)
  test(`${kind} screens for screen readers and keyboards, part ${part + 1} of ${of}`, async ({ browser, demo }) => {
    test.setTimeout(900_000);
    const walker = await openWalker(browser, demo, kind, 'ru', { locale: 'ru-RU' });
    const { page } = walker;
    for (const { path } of addressesOf(kind, walker, part, of)) {
      const address = `${path}?lang=ru`;
      await show(walker, address, true);
      expect.soft(await lastingFaults(page, treeFaults), `accessibility tree of ${address}`).toEqual([]);
      expect.soft(await lastingFaults(page, tabFaults), `Tab key on ${address}`).toEqual([]);
    }
    await page.context().close();
  });

test('the bar of selected rows and the buttons of a dialog do not hide what has the focus', async ({
  browser,
  demo,
}) => {
  const walker = await openWalker(browser, demo, 'admin', 'ru', { locale: 'ru-RU' });
  const { page } = walker;
  await show(walker, '/lk/admin/staff/employees?lang=ru', true);
  await page
    .getByRole('checkbox', { name: /^Выбрать/ })
    .nth(1)
    .check();
  await expect(page.getByRole('region', { name: 'Действия с выбранными' })).toBeVisible();
  expect.soft(await lastingFaults(page, tabFaults), 'Tab key with a selected row').toEqual([]);
  // Which field is at the edge depends on the height.
  for (const height of [600, 440]) {
    await page.setViewportSize({ width: 1280, height });
    await show(walker, '/lk/admin/staff/employees?lang=ru', true);
    await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
    expect.soft(await lastingFaults(page, tabFaultsOfWindow), `Tab key in a dialog, ${height} px`).toEqual([]);
  }
  await page.context().close();
});
