import { expect, test, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { newAdministrator } from '../steps/prepare.ts';
import { scormBookmarks } from '../steps/database.ts';
import {
  assignArchive,
  assignPackage,
  importPackage,
  sco12,
  sco2004,
  scoIn,
  sequenced,
  tagMyself,
  untilDone,
} from '../steps/scorm.ts';

// Packages of SCORM 1.2 and 2004 resume after the tab was closed and report results; hostile packages reach nothing.
test.describe.configure({ mode: 'serial' });

let product: Site;
let administrator: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  administrator = await newAdministrator(browser, product);
});

const play = async (id: string): Promise<Page> => {
  const page = await administrator.context().newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${product.portal}/lk/user/learning/courses/scorm/${id}`);
  return page;
};
/** Leaves the lesson. Its last commit may arrive when the page is gone, so this waits until the bookmark is stored. */
const closeTab = async (page: Page, bookmark: string): Promise<void> => {
  await page.goto('about:blank');
  await expect.poll(() => scormBookmarks(product)).toContain(bookmark);
  await page.close();
};

test('a package of SCORM 1.2 resumes at the bookmark, and the administrator sees score and answers', async () => {
  const id = await assignPackage(administrator, 'Письма 1.2', {}, { 'index.html': sco12 });
  const first = await play(id);
  await expect(scoIn(first).locator('#place')).toHaveText('Страница 0, ab-initio, ');
  await scoIn(first).locator('#next').click();
  await scoIn(first).locator('#next').click();
  await closeTab(first, '2');

  const second = await play(id);
  await expect(scoIn(second).locator('#place')).toHaveText('Страница 2, resume, закладка-2');
  await scoIn(second).locator('#finish').click();
  await expect(second.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible();
  await second.getByRole('link', { name: 'Вернуться к курсу' }).click();
  await expect(second.getByText('Курс пройден')).toBeVisible();

  const me = (await (await administrator.request.get(`${product.portal}/lk/api/v2/users/me`)).json()) as { id: string };
  await administrator.goto(`${product.portal}/lk/admin/staff/employees/${me.id}/courses/${id}`);
  const results = administrator.getByRole('region', { name: /попытка 1/ });
  await expect(results).toContainText('сдано, 92 %');
  await expect(results).toContainText(/[1-9]\d*\sминут/);
  await expect(results.getByRole('row', { name: /letter-1/ })).toContainText('верно');
  await second.close();
});

test('a package is assigned by a tag, and its member finishes it', async () => {
  const title = 'Почта для новичков';
  await importPackage(administrator, title, {}, { 'index.html': sco12 });
  await tagMyself(administrator, 'Новички');
  await administrator.goto(`${product.portal}/lk/admin/learning/assigned/create`);
  await administrator.getByRole('button', { name: 'Выбрать курсы' }).click();
  await administrator.getByRole('dialog').getByRole('checkbox', { name: title }).check();
  await administrator
    .getByRole('dialog')
    .getByRole('button', { name: /^Выбрать/ })
    .click();
  await administrator.getByRole('combobox', { name: 'Теги' }).click();
  await administrator.getByRole('option', { name: 'Новички' }).click();
  await administrator.keyboard.press('Escape');
  await administrator.getByRole('button', { name: 'Назначить 1 человеку' }).click();
  await expect(administrator).toHaveURL(/\/assigned\/[0-9a-f-]{36}/);
  const id = administrator.url().match(/[0-9a-f-]{36}/)![0];
  const page = await play(id);
  await scoIn(page).locator('#finish').click();
  await untilDone(page, id);
  await page.close();
  await administrator.reload();
  await expect(administrator.getByRole('main')).toContainText(/Прошли курс\s*1\sиз\s1/);
});

test('a sequenced package of SCORM 2004 continues in its second part', async () => {
  const files = { 'A.html': sco2004, 'B.html': sco2004 };
  const id = await assignPackage(administrator, 'Письма 2004', sequenced, files);
  const first = await play(id);
  await expect(scoIn(first).locator('#place')).toHaveText('A.html: страница 0, ab-initio');
  await scoIn(first).locator('#finish').click();
  await expect(scoIn(first).locator('#place')).toHaveText('B.html: страница 0, ab-initio');
  await scoIn(first).locator('#next').click();
  await closeTab(first, '1');

  const second = await play(id);
  await expect(scoIn(second).locator('#place')).toHaveText('B.html: страница 1, resume');
  await scoIn(second).locator('#finish').click();
  await expect(second.frameLocator('iframe').getByText('Материал закончился')).toBeVisible();
  await expect(second.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible();
  await second.getByRole('link', { name: 'Вернуться к курсу' }).click();
  await expect(second.getByText('Курс пройден')).toBeVisible();
  await second.close();
});

test('a newer tab takes over, and the older one says so', async () => {
  const id = await assignPackage(administrator, 'Две вкладки', {}, { 'index.html': sco12 });
  const old = await play(id);
  await expect(scoIn(old).locator('#place')).toHaveText(/Страница 0/);
  const newer = await play(id);
  await expect(scoIn(newer).locator('#place')).toHaveText(/Страница 0/);
  // On a slow machine a commit of the old tab's own timer tells it first, and the lesson is gone before the click.
  const click = scoIn(old)
    .locator('#next')
    .click()
    .catch(() => undefined);
  await expect(old.getByRole('heading', { name: 'Здесь урок больше не сохраняется' })).toBeVisible();
  await old.close();
  await click;
  await newer.close();
});

/** Tries everything that a package must not be able to do, and shows what came of it. */
const hostile = (portal: string): string => `<!doctype html><meta charset="utf-8"><pre id="result">…</pre><script>
const attempts = {
  storage: () => top.localStorage.length,
  dom: () => top.document.title,
  api: () => fetch('${portal}/lk/api/v2/users/me', { credentials: 'include', mode: 'no-cors' }).then(() => 'sent'),
  worker: () => navigator.serviceWorker.register('sw.js').then(() => 'registered'),
  elsewhere: () => fetch('/r/' + 'A'.repeat(65) + '/commit', { method: 'POST', body: '{"sequence":1,"sco":"I1","changes":{},"ended":false,"seconds":1}' }).then((a) => { if (a.ok) return 'stored'; throw new Error(String(a.status)); }),
  navigation: () => { top.location.href = 'about:blank'; return 'moved'; },
};
(async () => {
  const result = { cookies: document.cookie };
  for (const [name, attempt] of Object.entries(attempts))
    result[name] = await Promise.resolve().then(attempt).then((text) => 'DONE ' + text, (error) => 'failed: ' + error.name);
  let blocked = 0;
  addEventListener('securitypolicyviolation', (event) => { if (event.violatedDirective === 'form-action') blocked += 1; });
  document.body.insertAdjacentHTML('beforeend',
    '<iframe name="out" hidden></iframe><form method="post" target="out" action="${portal}/lk/api/v2/auth/logout"><input name="a"></form>');
  document.forms[0].submit();
  for (let n = 0; n < 200; n += 1) top.postMessage({ sergak: 'scorm', kind: 'exit' }, '*');
  await new Promise((resolve) => setTimeout(resolve, 500));
  result.forms = blocked;
  document.getElementById('result').textContent = JSON.stringify(result);
})();
</script>`;

test('a hostile package reaches neither the portal nor other learners', async () => {
  const files = { 'index.html': hostile(product.portal), 'sw.js': 'addEventListener("fetch", () => undefined);' };
  const id = await assignPackage(administrator, 'Враждебный пакет', {}, files);
  const page = await play(id);
  const shown = scoIn(page).locator('#result');
  await expect(shown).toHaveText(/^\{/, { timeout: 30_000 });
  const result = JSON.parse((await shown.textContent())!) as Record<string, unknown>;
  expect(result).toEqual({
    cookies: '',
    storage: 'failed: SecurityError',
    dom: 'failed: SecurityError',
    api: 'failed: TypeError',
    worker: expect.stringMatching(/^failed: /),
    elsewhere: 'failed: Error',
    navigation: expect.any(String),
    forms: 1,
  });
  expect(new URL(page.url()).pathname, 'neither navigation nor a forged message leads away').toBe(
    `/lk/user/learning/courses/scorm/${id}`,
  );
  const me = await page.request.get(`${product.portal}/lk/api/v2/users/me`);
  expect(me.status(), 'still signed in').toBe(200);
  await page.close();
});

/** Runs `work` and shows what it returns. */
const running = (work: string): string =>
  `<!doctype html><meta charset="utf-8"><pre id="result">…</pre><script>
const open = () => new Promise((resolve) => { const asked = indexedDB.open('shared'); asked.onsuccess = () => resolve(asked.result); });
(async () => { document.getElementById('result').textContent = 'ended ' + JSON.stringify(await (${work})()); })();
</script>`;
const leave = running(`async () => {
  localStorage.setItem('answer', 'left'); sessionStorage.setItem('answer', 'left');
  document.cookie = 'answer=left; path=/'; document.cookie = 'folder=left';
  (await open()).close();
  await (await caches.open('shared')).put('/answer', new Response('left'));
  await (await navigator.storage.getDirectory()).getFileHandle('answer', { create: true });
  return Object.keys(localStorage);
}`);
const read = running(`async () => {
  const files = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
  const databases = (await indexedDB.databases()).map((one) => one.name);
  return [Object.keys(localStorage), Object.keys(sessionStorage), document.cookie, databases, await caches.keys(), files];
}`);

test('a package finds nothing that another package has left in the browser', async () => {
  const first = await play(await assignPackage(administrator, 'Оставляет', {}, { 'index.html': leave }));
  await expect(scoIn(first).locator('#result')).toHaveText('ended ["answer"]');
  await first.close();
  const second = await play(await assignPackage(administrator, 'Ищет', {}, { 'index.html': read }));
  await expect(scoIn(second).locator('#result')).toHaveText('ended [[],[],"",[],[],[]]');
  await second.close();
});

test('a text that was cut through an emoji does not turn a failed attempt into a passed one', async () => {
  const id = await assignArchive(administrator, 'e1', 'e1_cut_emoji_2004.zip');
  const page = await play(id);
  await expect(scoIn(page).locator('#o')).toContainText('t=true e0');
  await expect(page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible();
  await page.close();
  const me = (await (await administrator.request.get(`${product.portal}/lk/api/v2/users/me`)).json()) as { id: string };
  await administrator.goto(`${product.portal}/lk/admin/staff/employees/${me.id}/courses/${id}`);
  await expect(administrator.getByRole('region', { name: /попытка 1/ })).toContainText('20 %');
  await administrator.goto(`${product.portal}/lk/user/learning/certificates`);
  await expect(administrator.getByRole('main')).not.toContainText('e1');
});

test('nothing is set before the start and after the end of a SCO', async () => {
  const page = await play(await assignArchive(administrator, 'b02', 'b02_finish_twice.zip'));
  const shown = scoIn(page).locator('#o');
  await expect(shown).toContainText('fin2=');
  const lines = (await shown.textContent())!.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining(['setBeforeInit=false e301', 'fin=true e0', 'fin2=false e301', 'afterSet=false e301']),
  );
  await page.close();
});

test('cookies that a package sets do not sign the learner out', async () => {
  const id = await assignArchive(administrator, 'x3', 'x3_cookie_toss.zip');
  const page = await play(id);
  await expect(scoIn(page).locator('#o')).toContainText('c=true e0');
  await untilDone(page, id);
  const me = await page.request.get(`${product.portal}/lk/api/v2/users/me`);
  expect(me.status(), 'still signed in').toBe(200);
  await page.reload();
  await page.getByRole('button', { name: 'Пройти заново' }).click();
  await expect(scoIn(page).locator('#o')).toContainText('c=true e0');
  await page.close();
});
