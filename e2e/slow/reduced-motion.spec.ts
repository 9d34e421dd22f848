import { expect, type Browser, type Page } from '@playwright/test';
import type { ScreenId } from '../../packages/contract/src/access/screens.ts';
import type { Demonstration } from '../running.ts';
import { test } from '../walk/walk.ts';
import { addressesOf, openWalker, show } from '../walk/walker.ts';

// Less motion must not change a size: autosizing fields measure themselves while their styles change.
const screens: Readonly<Partial<Record<ScreenId, string>>> = {
  'learning.module': '',
  'learning.course-edit': '',
  'learning.theme': '',
  'phishing.template-edit': '',
  'phishing.email-edit': '',
  'organization.edit': '',
  'settings.privacy': '',
  'staff.employee': 'tab=note',
};
const LINE = 'Один и тот же длинный абзац, который занимает несколько строк в каждом поле редактора. ';

type Field = { readonly name: string; readonly height: number; readonly hidden: number };

/** The heights of the fields for longer texts, and how much of the text they hide. */
const fieldsOf = (page: Page): Promise<Field[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(textarea, [contenteditable=true])')]
      .filter((one) => one.checkVisibility() && one.getAttribute('aria-hidden') !== 'true')
      .map((one) => ({
        name: one.getAttribute('aria-label') ?? one.id,
        height: one.offsetHeight,
        hidden: Math.max(0, one.scrollHeight - one.clientHeight),
      })),
  );

const walk = async (browser: Browser, demo: Demonstration, reducedMotion: 'reduce' | 'no-preference') => {
  const walker = await openWalker(browser, demo, 'admin', 'ru', { locale: 'ru-RU', reducedMotion });
  const { page } = walker;
  const found = new Map<string, Field[]>();
  for (const { id, path } of addressesOf('admin', walker)) {
    const view = screens[id];
    if (view === undefined) continue;
    await show(walker, `${path}?lang=ru&${view}`, true);
    found.set(id, await fieldsOf(page));
    const first = page.locator('main textarea:visible:not([aria-hidden=true])').first();
    if ((await first.count()) === 0) continue;
    await first.fill(LINE.repeat(3));
    found.set(`${id}, typed`, await fieldsOf(page));
  }
  await page.context().close();
  return found;
};

test('fields are as high with reduced motion as without, and hide no line', async ({ browser, demo }) => {
  test.setTimeout(600_000);
  const usual = await walk(browser, demo, 'no-preference');
  const reduced = await walk(browser, demo, 'reduce');
  expect([...usual.values()].flat().length).toBeGreaterThan(6);
  for (const [where, fields] of usual) {
    const heights = (of: readonly Field[]) => of.map(({ height }) => height);
    expect.soft(heights(reduced.get(where)!), where).toEqual(heights(fields));
    if (where.startsWith('learning.module'))
      expect
        .soft(
          reduced.get(where)!.filter(({ hidden }) => hidden > 1),
          where,
        )
        .toEqual([]);
  }
});
