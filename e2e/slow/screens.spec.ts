import { expect, type Page } from '@playwright/test';
import { barriersOf } from '../barriers.ts';
import { lastingFaults } from '../rest.ts';
import { overhanging, PHONE, views } from '../walk/phone.ts';
import { test } from '../walk/walk.ts';
import { addressesOf, expectDifferent, expectNoTroubles, openWalker, show, textOf } from '../walk/walker.ts';

const languages = ['ru', 'en', 'uz'] as const;

/** Switches the page to a theme, and returns its accessibility faults. */
const barriersIn = async (page: Page, theme: 'light' | 'dark'): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  return barriersOf(page, theme === 'light' ? 'practice' : 'colour');
};

test.describe.configure({ mode: 'parallel' });

/**
 * In Russian every screen is loaded by its address, and axe applies all rules in both themes: colours, roles and
 * structure are the same in every language. In the other languages the screens are reached inside the application, and
 * axe applies the rules that depend on the texts. Uzbek has the longest texts, so its walk is on a phone, and visits the
 * further views as well. Public screens are always loaded, as the links of emails do. A walk over many screens is divided,
 * so that the parts end at about the same time.
 */
const walksIn = (language: string) =>
  [
    { kind: 'admin', part: 0, of: language === 'ru' ? 2 : 1 },
    ...(language === 'ru' ? ([{ kind: 'admin', part: 1, of: 2 }] as const) : []),
    { kind: 'learner', part: 0, of: 1 },
    { kind: 'public', part: 0, of: 1 },
  ] as const;

for (const language of languages)
  for (const { kind, part, of } of walksIn(language))
    test(`${kind} screens, ${language}, part ${part + 1} of ${of}`, async ({ browser, demo }) => {
      test.setTimeout(600_000);
      const locale = { ru: 'ru-RU', en: 'en-US', uz: 'uz-UZ' }[language];
      const narrow = language === 'uz';
      const walker = await openWalker(browser, demo, kind, language, { locale, ...(narrow && { viewport: PHONE }) });
      const { page, params } = walker;
      const shown: string[] = [];
      for (const { id, path } of addressesOf(kind, walker, part, of))
        for (const view of ['', ...(narrow ? (views[id] ?? []) : [])]) {
          const address = `${path}?lang=${language}&${view.replaceAll('$tag', params.tag_id!)}`;
          await show(walker, address, language === 'ru' || kind === 'public');
          shown.push(await textOf(walker, address));
          if (language === 'ru')
            for (const theme of ['light', 'dark'] as const)
              expect
                .soft(await lastingFaults(page, (at) => barriersIn(at, theme)), `axe on ${address}, ${theme}`)
                .toEqual([]);
          else expect.soft(await lastingFaults(page, (at) => barriersOf(at, 'texts')), `axe on ${address}`).toEqual([]);
          if (narrow) expect.soft(await lastingFaults(page, overhanging), `too wide on ${address}`).toEqual([]);
          expectNoTroubles(walker, id, address);
        }
      if (kind !== 'public') expectDifferent(shown);
      await page.context().close();
    });
