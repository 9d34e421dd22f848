import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { readLocales } from '../scripts/locale-files.ts';
import { signIn } from './people.ts';
import { settle, trafficOf } from './rest.ts';
import { adminParams } from './screen-addresses.ts';
import { demoSignIns, startProduct } from './server.ts';

// `npm run screenshots` runs this file (scripts/screenshots.mjs): the pictures of the instructions, in each language, and those
// of the README.
const folderOf = (path: string) => fileURLToPath(new URL(`../${path}/`, import.meta.url));
const instructions = folderOf('content/instructions/pictures');
const readme = folderOf('docs/pictures');
/** A file for the import: new people, and a row with a wrong address. */
const staff = `Почта;Фамилия;Имя;Должность;Отдел
n.karimova@oriyon.test;Karimova;Nilufar;Buxgalter;Бухгалтерия
t.rashidov@oriyon.test;Rashidov;Timur;Muhandis;ИТ-департамент
l.petrova@oriyon.test;Petrova;Lola;Menejer;Отдел продаж
a.saidov@oriyon.test;Saidov;Aziz;Operator;Цех № 1
d.yuldasheva(at)oriyon.test;Yuldasheva;Dilnoza;Operator;Цех № 1
`;
const MAX_BYTES = 60_000;
const wanted = process.argv.slice(2);

type Place = {
  readonly page: Page;
  readonly params: Record<string, string>;
  /** A text of the interface, `employees:import`. */
  readonly text: (key: string) => string;
  /** Opens an address of the administrator's side. */
  readonly open: (path: string) => Promise<void>;
  /** Waits until the page shows everything it has asked for. */
  readonly settled: () => Promise<void>;
};
/** Name of the picture → how to reach what it shows. */
const places: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  overview: ({ open }) => open('statistics/general-statictics'),
  'statistics-tables': async ({ open, page }) => {
    await open('statistics/general-statictics');
    await page.getByRole('table').last().scrollIntoViewIfNeeded();
  },
  analysis: ({ open }) => open('statistics/general-statictics?view=analysis'),
  domains: ({ open }) => open('organization?tab=domains'),
  mailbox: async ({ open, page, text }) => {
    await open('settings/emails?tab=mailbox');
    const list = page.getByRole('list', { name: text('settings__mail:mailbox.list') });
    await list.getByRole('button').or(list.getByRole('link')).first().click();
  },
  directory: ({ open }) => open('settings/adfs?type=active_directory'),
  'staff-import': async ({ open, page, text }) => {
    await open('staff/employees');
    await page
      .getByRole('button', { name: text('employees:import') })
      .first()
      .click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(staff) });
    await page.getByRole('button', { name: text('employees__import:read') }).click();
    await page.getByText(text('employees__import:mode.label')).waitFor();
  },
  'campaign-check': async ({ open, page, text, settled }) => {
    await open('phishing/campaigns/create');
    const press = async (key: string) => {
      await page
        .getByRole('button', { name: text(key), exact: true })
        .last()
        .click();
      await settled();
    };
    await page.getByRole('textbox', { name: text('campaigns:whom.name') }).fill('2026-12');
    await page.getByText(text('campaigns:whom.all'), { exact: true }).click();
    await press('commons:next');
    await press('campaigns:emails_step.choose');
    const boxes = page.getByRole('dialog').getByRole('checkbox');
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await press('commons:choose');
    for (let step = 0; step < 3; step += 1) await press('commons:next');
    await page.getByText(text('campaigns:test.title')).waitFor();
  },
  'campaign-results': ({ open, params }) => open(`phishing/campaigns/${params.campaign_id}/statistics`),
  templates: ({ open }) => open('phishing/templates'),
  assign: ({ open }) => open('learning/assigned/create'),
  'tag-actions': async ({ open, page, text }) => {
    await open('staff/tags');
    await page.getByText(text('commons:own_title.newbie'), { exact: true }).first().click();
    await page.getByText(text('automation:rules.title')).waitFor();
  },
  'report-address': ({ open }) => open('settings/report-address'),
  reports: async ({ open, page, text }) => {
    await open('statistics/reports');
    await page
      .getByRole('button', { name: text('reports:create') })
      .first()
      .click();
    await page.getByText(text('reports:new.kind')).waitFor();
  },
  audit: ({ open }) => open('settings/audit'),
};

/** The pictures of the README, in English: the administrator's on a desktop, and one of a learner's phone. */
const ofReadme: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  statistics: places['overview']!,
  campaign: places['campaign-results']!,
  mailbox: places['mailbox']!,
  library: ({ open }) => open('phishing/templates?from=library'),
};

const started = await startProduct();
const demo = await demoSignIns(started);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH!,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const language of ['ru', 'en', 'uz']) await takeAll(places, language, `${instructions}${language}`);
  await takeAll(ofReadme, 'en', readme);
  await takePhone();
} finally {
  await browser.close();
  await started.stop();
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((part) => name.includes(part));
}

function openContext(viewport: { width: number; height: number }) {
  return browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce', timezoneId: 'Asia/Tashkent' });
}

async function takeAll(all: typeof places, language: string, folder: string): Promise<void> {
  const context = await openContext({ width: 1280, height: 800 });
  const page = await context.newPage();
  const traffic = trafficOf(page);
  const texts = readLocales(language);
  const administrator = demo.find((one) => one.role === 'super_user')!;
  await signIn(page, started.portal, administrator, language);
  const place: Place = {
    page,
    params: await adminParams(context.request, started.portal),
    text: (key) => {
      const [namespace = '', name = ''] = key.split(':');
      const found = texts.get(namespace)?.get(name);
      if (found === undefined) throw new Error(`there is no text ${language} ${key}`);
      return found;
    },
    open: async (path) => {
      traffic.clear();
      await page.goto(`${started.portal}/lk/admin/${path}`);
      await settle(page, traffic);
    },
    settled: () => settle(page, traffic),
  };
  await mkdir(folder, { recursive: true });
  for (const [name, reach] of Object.entries(all)) {
    if (!isWanted(name)) continue;
    await reach(place);
    await place.settled();
    await take(page, join(folder, name));
  }
  await context.close();
}

async function takePhone(): Promise<void> {
  if (!isWanted('phone')) return;
  const context = await openContext({ width: 390, height: 780 });
  const page = await context.newPage();
  const traffic = trafficOf(page);
  await signIn(
    page,
    started.portal,
    demo.find((one) => one.role === 'employee')!,
    'en',
  );
  await settle(page, traffic);
  await take(page, join(readme, 'phone'));
  await context.close();
}

/** Takes a picture as WebP, in the best quality that keeps the file small. */
async function take(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const quality of [80, 65, 50, 35]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > MAX_BYTES && quality > 35) continue;
    await writeFile(`${name}.webp`, bytes);
    console.log(`${relative(folderOf(''), name)}.webp  ${Math.round(bytes.length / 1000)} kB`);
    break;
  }
  await session.detach();
}
