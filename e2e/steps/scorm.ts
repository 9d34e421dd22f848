import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { manifestOf, zipOf } from '../../apps/server/test/make/scorm.ts';
import { ask, askFor } from './api.ts';

type Files = Readonly<Record<string, string>>;
type Manifest = Parameters<typeof manifestOf>[0];

/** A page of a package that finds the API of its standard, shows where it resumed, and has buttons for the test. */
const sco = (find: string, script: string): string => `<!doctype html><meta charset="utf-8"><title>SCO</title>
<p id="place"></p><button id="next">Далее</button><button id="finish">Завершить</button><pre id="result"></pre>
<script>
  const find = (w, name) => { for (;;) { if (w[name]) return w[name]; if (w.parent === w) return null; w = w.parent; } };
  const api = find(window, '${find}');
  const on = (id, work) => document.getElementById(id).addEventListener('click', work);
  const show = (text) => { document.getElementById('place').textContent = text; };
  ${script}
</script>`;

export const sco12 = sco(
  'API',
  `api.LMSInitialize('');
  let at = Number(api.LMSGetValue('cmi.core.lesson_location') || 0);
  show('Страница ' + at + ', ' + api.LMSGetValue('cmi.core.entry') + ', ' + api.LMSGetValue('cmi.suspend_data'));
  on('next', () => {
    at += 1;
    api.LMSSetValue('cmi.core.lesson_status', 'incomplete');
    api.LMSSetValue('cmi.core.lesson_location', String(at));
    api.LMSSetValue('cmi.suspend_data', 'закладка-' + at);
    show('Страница ' + at);
  });
  on('finish', () => {
    for (const [name, value] of [['id', 'letter-1'], ['type', 'choice'], ['student_response', 'a'], ['result', 'correct']])
      api.LMSSetValue('cmi.interactions.0.' + name, value);
    api.LMSSetValue('cmi.core.score.raw', '92');
    api.LMSSetValue('cmi.core.lesson_status', 'completed');
    api.LMSFinish('');
    show('Конец');
  });`,
);

export const sco2004 = sco(
  'API_1484_11',
  `api.Initialize('');
  let at = Number(api.GetValue('cmi.location') || 0);
  show(location.pathname.split('/').pop() + ': страница ' + at + ', ' + api.GetValue('cmi.entry'));
  on('next', () => {
    at += 1;
    api.SetValue('cmi.location', String(at));
    show(location.pathname.split('/').pop() + ': страница ' + at);
  });
  on('finish', () => {
    api.SetValue('cmi.score.scaled', '0.8');
    api.SetValue('cmi.success_status', 'passed');
    api.SetValue('cmi.completion_status', 'completed');
    api.SetValue('adl.nav.request', 'continue');
    api.Terminate('');
  });`,
);

/** Two SCOs of SCORM 2004 that follow each other by sequencing. */
export const sequenced: Manifest = {
  version: '2004 4th Edition',
  items: `<item identifier="A" identifierref="RA"><title>Первая часть</title></item>
    <item identifier="B" identifierref="RB"><title>Вторая часть</title></item>
    <imsss:sequencing><imsss:controlMode choice="false" flow="true"/></imsss:sequencing>`,
  resources: ['A', 'B']
    .map(
      (id) =>
        `<resource identifier="R${id}" type="webcontent" adlcp:scormType="sco" href="${id}.html"><file href="${id}.html"/></resource>`,
    )
    .join(''),
};

/** Imports the archive of a package and waits until its course exists. Returns the id of the course. */
const importZip = async (page: Page, title: string, zip: Buffer): Promise<string> => {
  const api = '/lk/api/v2';
  const sent = await ask(page, {
    method: 'POST',
    path: `${api}/scorm/courses`,
    files: { package: { name: 'package.zip', mimeType: 'application/zip', buffer: zip } },
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  let course: { id: string } | undefined;
  await expect(async () => {
    const found = await ask(page, { method: 'GET', path: `${api}/scorm/courses/organization` });
    course = (found.body.data as { id: string; title: string }[]).find((one) => one.title === title);
    expect(course).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return course!.id;
};

/** Imports a package of these files and waits until its course exists. Returns the id of the course. */
export const importPackage = (page: Page, title: string, manifest: Manifest, files: Files): Promise<string> => {
  const entries = Object.entries(files).map(([name, data]) => ({ name, data }));
  return importZip(
    page,
    title,
    zipOf([{ name: 'imsmanifest.xml', data: manifestOf({ title, ...manifest }) }, ...entries]),
  );
};

/** Assigns a course to the signed-in person. Returns the id of the assigned course. */
const assignMyself = async (page: Page, course_id: string): Promise<string> => {
  const me = await ask(page, { method: 'GET', path: '/lk/api/v2/users/me' });
  const assigned = await ask(page, {
    method: 'POST',
    path: '/lk/api/v2/scorm/assigned-courses',
    body: { course_id, selection: { ids: { include_ids: [me.body.id] } }, need_message: false },
  });
  expect(assigned.status, JSON.stringify(assigned.body)).toBe(200);
  return assigned.body.id as string;
};

/** Imports a package and assigns its course to the signed-in person. Returns the id of the assigned course. */
export const assignPackage = async (page: Page, title: string, manifest: Manifest, files: Files): Promise<string> =>
  assignMyself(page, await importPackage(page, title, manifest, files));

/** Imports an archive from `fixtures/scorm` and assigns its course to the signed-in person. */
export const assignArchive = async (page: Page, title: string, name: string): Promise<string> => {
  const zip = await readFile(new URL(`../fixtures/scorm/${name}`, import.meta.url));
  return assignMyself(page, await importZip(page, title, zip));
};

/** Waits until the server has stored that the signed-in person has finished the package. */
export const untilDone = async (page: Page, assigned: string): Promise<void> => {
  const path = `/learning/api/learning/assigned-courses/my-courses/${assigned}`;
  await expect.poll(async () => (await askFor(page, { method: 'GET', path })).completed_at).not.toBeNull();
};

/** Creates a tag with the signed-in person as its only member. */
export const tagMyself = async (page: Page, title: string): Promise<void> => {
  const me = await ask(page, { method: 'GET', path: '/lk/api/v2/users/me' });
  const tag = await ask(page, { method: 'POST', path: '/lk/api/v2/users/tags/custom', body: { title } });
  const body = { tag_id: tag.body.id as string, users_ids: [me.body.id as string] };
  const joined = await ask(page, { method: 'POST', path: '/lk/api/v2/users/tags/custom/assign', body });
  expect(joined.status, JSON.stringify(joined.body)).toBe(200);
};

/** The page of a package that is open in a player. */
export const scoIn = (page: Page) => page.frameLocator('iframe').frameLocator('iframe');
