import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { packRejectionDetail } from '@sergak/contract/packs/packs.schema.ts';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { actionLog, call, platform, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { packageEntries, zipOf as scormZip } from '../../../test/make/scorm.ts';
import { openPack } from './packs-read.ts';

const people = async () => {
  const org = await make.organization();
  return { org, administrator: await make.operator(org) };
};
const folder = () => mkdtemp(join(tmpdir(), 'packs-'));
const upload = async (path: string) => ({
  pack: { path, name: 'pack.zip', type: 'application/zip', size: (await stat(path)).size },
});

const importFile = async (who: Person, path: string) => {
  const { task_id } = await call('packs.import', who, {}, await upload(path));
  await runJobs('packs.import-pack', who.organization_id);
  return call('tasks.get', who, { id: task_id });
};
const exportFile = async (who: Person, what: { courses?: string[]; templates?: string[] }) => {
  const { task_id } = await call('packs.export', who, what);
  await runJobs('packs.write-pack', who.organization_id);
  const task = await call('tasks.get', who, { id: task_id });
  const { file_id } = task.result as { file_id: string };
  const file = await call('files.get', who, { id: file_id });
  const path = join(await folder(), 'pack.zip');
  await writeFile(path, await buffer(file.stream as NodeJS.ReadableStream));
  return path;
};
/** An archive of these entries; a string is a text. */
const zipOf = async (entries: Readonly<Record<string, string | Buffer>>) => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const path = join(await folder(), 'hostile.zip');
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
};
const counts = async (organizationId: string) =>
  (
    await stored(
      `select (select count(*)::int from courses where organization_id = $1) as courses,
        (select count(*)::int from templates where organization_id = $1) as templates,
        (select count(*)::int from files where organization_id = $1) as files`,
      [organizationId],
    )
  )[0]!;

test('courses and templates of one organisation arrive whole in another one', { timeout: 300_000 }, async () => {
  const { administrator } = await people();
  const { org: other, administrator: receiver } = await people();
  const course = (await call('library.starter-adopt', administrator, { courses: [{ slug: 'phishing' }] })).data[0]!;
  const template = (await call('phishing.starter-adopt', administrator, { slugs: ['new-sign-in'] })).data[0]!;
  const path = await exportFile(administrator, { courses: [course.id], templates: [template.template_id] });
  const task = await importFile(receiver, path);
  expect(task).toMatchObject({ status: 'success', result: { courses: 1, templates: 1, senders_changed: 0 } });

  const own = (await call('library.courses', receiver, {})).data[0]!;
  expect(own).toMatchObject({ title: course.title, published_version: 0, sections_count: course.sections_count });
  expect(own.image_path).not.toBe(course.image_path);
  const before = await call('library.course', administrator, { id: course.id });
  const after = await call('library.course', receiver, { id: own.id });
  const outline = (one: typeof before) =>
    one.sections.map((section) => [
      section.title,
      section.themes.map((theme) => [
        theme.title,
        theme.steps.map((step) => [step.kind, step.slides_count, step.questions_count, step.draw_count]),
      ]),
    ]);
  expect(outline(after)).toEqual(outline(before));
  const summaries = await stored<{ summary: object | null }>('select summary from courses where id = any($1)', [
    [course.id, own.id],
  ]);
  expect(summaries[0]!.summary).not.toBeNull();
  expect(summaries[1]).toEqual(summaries[0]);
  const { number } = await call('library.publish-course', receiver, { id: own.id, version: own.version });
  expect(number).toBe(1);

  const group = (await call('phishing.templates', receiver, {})).data[0]!;
  const copied = await call('phishing.template', receiver, { id: group.templates[0]!.id });
  const original = await call('phishing.template', administrator, { id: template.template_id });
  expect(copied).toMatchObject({ name: original.name, difficulty: original.difficulty, starter: false });
  expect(copied.emails[0]!.html).toBe(original.emails[0]!.html);
  expect(copied.emails[0]!.versions.map((one) => one.language).sort()).toEqual(['en', 'ru', 'uz']);
  expect(copied.pages[0]!.html).toBe(original.pages[0]!.html);
  expect((await actionLog(other.id)).map((row) => row.action)).toContain('pack.imported');
});

test('senders of foreign domains move below .test', { timeout: 120_000 }, async () => {
  const { org, administrator } = await people();
  const { administrator: receiver } = await people();
  const template = (await call('phishing.starter-adopt', administrator, { slugs: ['new-sign-in'] })).data[0]!;
  await stored("update emails set sender_address = 'it@verified.example' where organization_id = $1", [org.id]);
  const path = await exportFile(administrator, { templates: [template.template_id] });
  const task = await importFile(receiver, path);
  expect(task).toMatchObject({ status: 'success', result: { senders_changed: 1 } });
  expect(
    await stored('select distinct sender_address from emails where organization_id = $1', [receiver.organization_id]),
  ).toEqual([{ sender_address: 'it@imported.test' }]);
});

test('templates need their own permission, in both directions', { timeout: 120_000 }, async () => {
  const { org, administrator } = await people();
  const manager = await make.employee(org, { role: 'content_manager' });
  const template = (await call('phishing.starter-adopt', administrator, { slugs: ['new-sign-in'] })).data[0]!;
  await expect(call('packs.export', manager, { templates: [template.template_id] })).rejects.toMatchObject({
    code: 'session.forbidden',
  });
  const path = await exportFile(administrator, { templates: [template.template_id] });
  expect(await importFile(manager, path)).toMatchObject({ status: 'error', message: 'pack.rejected.not_allowed' });
  const { administrator: other } = await people();
  await expect(call('packs.export', other, { templates: [template.template_id] })).rejects.toMatchObject({
    code: 'template.not_found',
  });
});

const empty = {
  format: 'sergak-content-pack',
  version: 1,
  made_by: 'x',
  made_at: 'x',
  files: [],
  courses: [],
  templates: [],
};
const FILE = '7a0f7a52-5a0c-4f1f-8d38-0c9f6f4c1d11';
const page = (html: string) => ({
  name: 'Шаблон',
  description: '',
  category: 'Разное',
  difficulty: 'easy',
  difficulty_set: false,
  attack_vector: 'form',
  language: 'ru',
  logo: null,
  pictures: [],
  pages: [[{ language: 'ru', name: 'Страница', html }]],
  emails: [],
});
const course = {
  title: 'Курс',
  description: '',
  language: 'ru',
  minutes: 5,
  tags: [],
  image_path: null,
  sections: [],
  modules: [],
};
const hostile: readonly (readonly [string, string, Readonly<Record<string, string | Buffer>>])[] = [
  ['no archive', 'not_a_zip', {}],
  ['no manifest', 'manifest_missing', { [`files/${FILE}.webp`]: 'x' }],
  ['another program', 'path_unsafe', { 'manifest.json': JSON.stringify(empty), 'run.exe': 'x' }],
  ['broken JSON', 'manifest_invalid', { 'manifest.json': '{' }],
  ['another format', 'manifest_invalid', { 'manifest.json': JSON.stringify({ ...empty, format: 'other' }) }],
  ['unknown fields', 'manifest_invalid', { 'manifest.json': JSON.stringify({ ...empty, more: 1 }) }],
  ['a later format', 'newer_format', { 'manifest.json': JSON.stringify({ ...empty, version: 3 }) }],
  [
    'a file that is not there',
    'file_missing',
    {
      'manifest.json': JSON.stringify({
        ...empty,
        files: [{ id: FILE, path: `files/${FILE}.webp`, name: 'a.webp', use: 'image' }],
      }),
    },
  ],
  [
    'a picture that is none',
    'file_type',
    {
      'manifest.json': JSON.stringify({
        ...empty,
        files: [{ id: FILE, path: `files/${FILE}.webp`, name: 'a.webp', use: 'image' }],
      }),
      [`files/${FILE}.webp`]: '<script>alert(1)</script>',
    },
  ],
  [
    'a text that refers to a file of somebody else',
    'file_missing',
    { 'manifest.json': JSON.stringify({ ...empty, courses: [{ ...course, image_path: `/lk/files/${FILE}` }] }) },
  ],
  [
    'a step without its module',
    'text_rejected',
    {
      'manifest.json': JSON.stringify({
        ...empty,
        courses: [
          {
            ...course,
            sections: [
              {
                title: 'Раздел',
                themes: [
                  {
                    title: 'Тема',
                    steps: [
                      {
                        kind: 'theory',
                        module: 3,
                        pass_mark: 80,
                        attempts_limit: null,
                        shuffle: false,
                        draw_count: null,
                        time_limit_minutes: null,
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      }),
    },
  ],
  [
    'a page without a form, beside a good course',
    'text_rejected',
    { 'manifest.json': JSON.stringify({ ...empty, courses: [course], templates: [page('<p>x</p>')] }) },
  ],
];

test('hostile and broken packs are rejected with a reason, and leave nothing', async () => {
  const { org, administrator } = await people();
  const before = await counts(org.id);
  for (const [name, code, entries] of hostile) {
    const path = name === 'no archive' ? join(await folder(), 'x.zip') : await zipOf(entries);
    if (name === 'no archive') await writeFile(path, 'это не архив');
    const task = await importFile(administrator, path);
    expect([name, task.status, task.message]).toEqual([name, 'error', `pack.rejected.${code}`]);
  }
  expect(await counts(org.id)).toEqual(before);
});

test('bytes that were stored before a later part failed are removed, attachments too', async () => {
  const { administrator } = await people();
  const { files } = await platform();
  const data = dirname(files.scratch);
  const bytes = async () => {
    await runJobs('files.remove-bytes', administrator.organization_id);
    const all = await readdir(data, { recursive: true, withFileTypes: true });
    return all.filter((one) => one.isFile() && one.parentPath !== files.scratch).map((one) => one.name);
  };
  const uploaded = { kind: 'uploaded', file_id: FILE, name: 'a.html', type: 'text/html', size: 0, reports: 'nothing' };
  const version = { language: 'ru', name: 'Письмо', subject: 'Тема', sender_name: 'ИТ', tips: [] };
  const email = {
    sender_address: 'it@x.test',
    premise: null,
    page: 0,
    versions: [{ ...version, html: '<a href="{{link}}">x</a>', attachments: [uploaded] }],
  };
  const form = page('<form><input data-field="login"><button>Войти</button></form>');
  const pack = (last: object) =>
    zipOf({
      'manifest.json': JSON.stringify({
        ...empty,
        files: [{ id: FILE, path: `files/${FILE}.html`, name: 'a.html', use: 'attachment' }],
        templates: [{ ...form, emails: [email] }, last],
      }),
      [`files/${FILE}.html`]: '<p>Памятка</p>',
    });
  const before = await bytes();
  const failed = await importFile(administrator, await pack({ ...form, logo: '7a0f7a52-5a0c-4f1f-8d38-0c9f6f4c1d12' }));
  expect(failed).toMatchObject({ status: 'error', message: 'pack.rejected.file_missing' });
  expect(await bytes()).toEqual(before);
  expect(await importFile(administrator, await pack(form))).toMatchObject({ status: 'success' });
  expect(await bytes()).toHaveLength(before.length + 1);
});

test('a pack whose file has lost its bytes is not delivered', { timeout: 120_000 }, async () => {
  const { org, administrator } = await people();
  const { files } = await platform();
  const { data } = await call('library.starter-adopt', administrator, { courses: [{ slug: 'pressed-the-link' }] });
  const keys = await stored<{ storage_key: string }>('select storage_key from files where organization_id = $1', [
    org.id,
  ]);
  await files.remove(keys[0]!.storage_key);
  const { task_id } = await call('packs.export', administrator, { courses: [data[0]!.id] });
  await runJobs('packs.write-pack', org.id).catch(() => undefined);
  const task = await call('tasks.get', administrator, { id: task_id });
  expect(task.status).not.toBe('success');
  expect(task.result).toBeNull();
});

/** All files of a stored package as `path: bytes`, in order. */
const filesOf = async (packageId: string) => {
  const { files } = await platform();
  const rows = await stored<{ path: string; storage_key: string }>(
    'select path, storage_key from scorm_package_files where package_id = $1 order by path collate "C"',
    [packageId],
  );
  const found: string[] = [];
  for (const { path, storage_key } of rows)
    found.push(
      `${path}: ${createHash('sha256')
        .update(await files.bytes(storage_key))
        .digest('hex')}`,
    );
  return found;
};
const REAL_PACKAGE = fileURLToPath(new URL('../../../../../e2e/fixtures/scorm/e1_cut_emoji_2004.zip', import.meta.url));
const importedScorm = async (who: Person, bytes: Buffer) => {
  const path = join(await folder(), 'kurs.zip');
  await writeFile(path, bytes);
  const upload = { path, name: 'kurs.zip', type: 'application/zip', size: bytes.length };
  const { task_id } = await call('scorm.create-course', who, {}, { package: upload });
  await runJobs('scorm.import-package', who.organization_id);
  const { result } = await call('tasks.get', who, { id: task_id });
  return call('scorm.course', who, { id: (result as { course_id: string }).course_id });
};

test(
  'courses with packages of SCORM arrive whole: alone and as a step between slides',
  { timeout: 120_000 },
  async () => {
    const { org, administrator } = await people();
    const { administrator: receiver } = await people();
    const made = await importedScorm(administrator, await readFile(REAL_PACKAGE));
    await call('scorm.update-course', administrator, {
      id: made.id,
      description: 'О письмах',
      minutes: 7,
      score_policy: 'last',
      completion_by: 'score',
      completion_score: 70,
    });
    const native = await learning.course(org);
    const step = { kind: 'scorm', scorm_package_id: made.package.id, score_policy: 'average' } as const;
    const theme = await call('library.create-theme', administrator, { title: 'С пакетом', steps: [step] });
    const before = await call('library.course', administrator, { id: native.id });
    await call('library.append-theme', administrator, {
      id: native.id,
      section_id: before.sections[0]!.id,
      theme_id: theme.id,
    });
    const path = await exportFile(administrator, { courses: [made.id, native.id] });
    const task = await importFile(receiver, path);
    expect(task).toMatchObject({ status: 'success', result: { courses: 2, templates: 0 } });

    const { data } = await call('scorm.courses', receiver, {});
    const arrived = await call('scorm.course', receiver, { id: data[0]!.id });
    expect(arrived).toMatchObject({
      title: made.title,
      description: 'О письмах',
      minutes: 7,
      published_version: 1,
      score_policy: 'last',
      completion_rule: { by: 'score', score: 70 },
      proposed_rule: made.proposed_rule,
      package: { file_name: 'kurs.zip', report: made.package.report },
    });
    expect(await filesOf(arrived.package.id)).toEqual(await filesOf(made.package.id));
    const own = (await call('library.courses', receiver, {})).data[0]!;
    const { sections } = await call('library.course', receiver, { id: own.id });
    expect(sections.flatMap((one) => one.themes.flatMap(({ steps }) => steps)).at(-1)).toMatchObject({
      kind: 'scorm',
      scorm_package_id: arrived.package.id,
      score_policy: 'average',
    });
    // The package is packed the same way again, so a second import finds it.
    const again = await exportFile(administrator, { courses: [made.id] });
    expect(await importFile(receiver, again)).toMatchObject({ status: 'success' });
    const packages = await stored('select id from scorm_packages where organization_id = $1', [
      receiver.organization_id,
    ]);
    expect(packages).toEqual([{ id: arrived.package.id }]);
  },
);

const PACKAGE = '7a0f7a52-5a0c-4f1f-8d38-0c9f6f4c1d13';
/** A pack whose only course plays this package; `stated` changes what the manifest says about it. */
const packOf = (bytes: Buffer | null, stated: object = {}) => {
  const sha256 = createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
  const path = `packages/${PACKAGE}.zip`;
  const packed = { id: PACKAGE, path, name: 'kurs.zip', size: bytes?.length ?? 1, sha256, ...stated };
  const scorm = { ...course, score_policy: 'highest', completion_rule: null, package: PACKAGE };
  const { sections: _, modules: __, ...facts } = scorm;
  const manifest = { ...empty, packages: [packed], scorm_courses: [facts] };
  return zipOf({ 'manifest.json': JSON.stringify(manifest), ...(bytes && { [path]: bytes }) });
};

test('a pack with a package that an upload would reject is rejected, and leaves nothing', async () => {
  const { org, administrator } = await people();
  const { files } = await platform();
  const good = scormZip(packageEntries());
  const bytes = async () => {
    await runJobs('files.remove-bytes', org.id);
    const all = await readdir(dirname(files.scratch), { recursive: true, withFileTypes: true });
    return all.filter((one) => one.isFile()).map((one) => one.name);
  };
  const bomb = scormZip([...packageEntries(), { name: 'big.txt', data: Buffer.alloc(60_000_000) }]);
  // The damage is found after earlier files of the package were stored.
  const broken = scormZip([...packageEntries(), { name: 'z.txt', data: 'x', statedSize: 5 }]);
  const cases = [
    ['missing', null, {}, 'file_missing', undefined],
    ['too large', good, { size: 2_000_000_001 }, 'too_large', undefined],
    ['another size', good, { size: good.length + 1 }, 'damaged', undefined],
    ['another hash', good, { sha256: 'a'.repeat(64) }, 'damaged', undefined],
    ['no archive', Buffer.from('это не архив'), {}, 'package', 'not_a_zip'],
    ['unpacks to too much', bomb, {}, 'package', 'zip_bomb'],
    ['broken', broken, {}, 'package', 'damaged'],
    ['not SCORM', scormZip([{ name: 'index.html', data: '<p>x</p>' }]), {}, 'package', 'manifest_missing'],
    [
      'an address outside',
      scormZip([...packageEntries(), { name: '../x.txt', data: 'x' }]),
      {},
      'package',
      'path_unsafe',
    ],
  ] as const;
  const before = await bytes();
  for (const [name, packed, stated, code, reason] of cases) {
    const task = await importFile(administrator, await packOf(packed, stated));
    expect([name, task.status, task.message]).toEqual([name, 'error', `pack.rejected.${code}`]);
    expect(packRejectionDetail.parse(JSON.parse(task.detail!)).package).toBe(reason);
  }
  expect(await bytes()).toEqual(before);
  expect(await counts(org.id)).toEqual({ courses: 0, templates: 0, files: 0 });
  expect(await importFile(administrator, await packOf(good))).toMatchObject({ status: 'success' });
});

test('an export that no portal could import ends with the reason', async () => {
  const { org, administrator } = await people();
  const { data } = await call('library.starter-adopt', administrator, { courses: [{ slug: 'pressed-the-link' }] });
  await stored('update files set size = 400000000 where organization_id = $1', [org.id]);
  const { task_id } = await call('packs.export', administrator, { courses: [data[0]!.id] });
  await runJobs('packs.write-pack', org.id);
  const task = await call('tasks.get', administrator, { id: task_id });
  expect(task).toMatchObject({ status: 'error', message: 'pack.rejected.too_large', result: null });
});

test('packages and courses of a pack belong together', async () => {
  const { administrator } = await people();
  const good = scormZip(packageEntries());
  const other = await packOf(good, { id: FILE, path: `packages/${PACKAGE}.zip` });
  expect(await importFile(administrator, other)).toMatchObject({ message: 'pack.rejected.file_missing' });
});

test('a file of a pack beyond the limit of its use is rejected before anything is read', async () => {
  const { administrator } = await people();
  const path = await zipOf({
    'manifest.json': JSON.stringify({
      ...empty,
      files: [{ id: FILE, path: `files/${FILE}.pdf`, name: 'Памятка.pdf', use: 'attachment' }],
    }),
    [`files/${FILE}.pdf`]: randomBytes(5_000_001),
  });
  const task = await importFile(administrator, path);
  expect(task).toMatchObject({ status: 'error', message: 'pack.rejected.too_large' });
  expect(JSON.parse(task.detail!)).toMatchObject({ places: ['Памятка.pdf'] });
});

test('scripts of a page are removed, as in the editor', async () => {
  const { administrator } = await people();
  const form = '<form><input data-field="login"><button>Войти</button></form>';
  const path = await zipOf({
    'manifest.json': JSON.stringify({
      ...empty,
      templates: [page(`<div onclick="x()">${form}<script>x()</script></div>`)],
    }),
  });
  expect(await importFile(administrator, path)).toMatchObject({ status: 'success' });
  const [row] = await stored<{ html: string }>('select html from landing_pages where organization_id = $1', [
    administrator.organization_id,
  ]);
  expect(row!.html).not.toMatch(/script|onclick/);
});

test('a path that leaves the folder is no file of a pack', async () => {
  const path = await zipOf({ 'manifest.json': JSON.stringify(empty), 'files/x.webp': 'x' });
  await expect(openPack(path)).rejects.toMatchObject({ code: 'path_unsafe' });
  await platform();
});
