import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Upload } from '../../platform/context.ts';
import { scormImportResult, scormRejectionDetail } from '@sergak/contract/scorm/scorm.schema.ts';
import { expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, queued, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { manifestOf, packageEntries, PAGE, zipOf, type ZipEntry } from '../../../test/make/scorm.ts';
import { findContentFile } from './content-files.service.ts';
import { storageKey } from './packages.repo.ts';

const uploadOf = async (bytes: Buffer, name = 'kurs.zip'): Promise<Upload> => {
  const path = join((await platform()).files.scratch, `${randomUUID()}.upload`);
  await writeFile(path, bytes);
  return { path, name, type: 'application/zip', size: bytes.length };
};

const newManager = async () => {
  const org = await make.organization();
  return { org, manager: await make.operator(org) };
};

/** Uploads a package, runs the import and returns its task. */
const importOf = async (manager: Person, bytes: Buffer, title?: string) => {
  const { task_id } = await call('scorm.create-course', manager, { title }, { package: await uploadOf(bytes) });
  await runJobs('scorm.import-package', manager.organization_id);
  return call('tasks.get', manager, { id: task_id });
};
const importedCourse = async (manager: Person, bytes: Buffer, title?: string) => {
  const task = await importOf(manager, bytes, title);
  expect(task).toMatchObject({ status: 'success' });
  return call('scorm.course', manager, { id: scormImportResult.parse(task.result).course_id });
};
/** Imports a package that must be rejected; returns the code. Nothing of it may stay. */
const rejectionOf = async (bytes: Buffer) => {
  const { org, manager } = await newManager();
  const task = await importOf(manager, bytes);
  const { code } = scormRejectionDetail.parse(JSON.parse(task.detail!));
  expect(task).toMatchObject({ status: 'error', message: `scorm.rejected.${code}` });
  await runJobs('files.remove-bytes', org.id);
  const [left] = await stored<{ id: string; upload_key: string; files_planned: number; status: string }>(
    'select id, upload_key, files_planned, status from scorm_imports where organization_id = $1',
    [org.id],
  );
  expect(left!.status).toBe('failed');
  const keys = Array.from({ length: left!.files_planned }, (_, index) => storageKey(left!.id, index));
  for (const key of [left!.upload_key, ...keys]) expect(await (await platform()).files.exists(key)).toBe(false);
  return code;
};
const withPage = (manifest: string | Buffer, ...more: ZipEntry[]) =>
  zipOf([{ name: 'imsmanifest.xml', data: manifest }, { name: 'index.html', data: PAGE }, ...more]);

test('a package becomes a published course with a report; its files are read by their exact path', async () => {
  const { org, manager } = await newManager();
  const course = await importedCourse(manager, zipOf([...packageEntries(), { name: 'img/Фото.png', data: 'bytes' }]));
  expect(course).toMatchObject({
    kind: 'scorm',
    title: 'Пожарная безопасность',
    standard: '1.2',
    published_version: 1,
    has_changes: false,
    score_policy: 'highest',
    package: {
      file_name: 'kurs.zip',
      report: {
        organization: 'Пожарная безопасность',
        files_count: 3,
        scos: [{ title: 'Урок', launch: 'index.html', type: 'sco' }],
        warnings: [],
      },
    },
  });
  const [version] = await stored<{ content: { kind: string; sections: unknown[] } }>(
    'select content from course_versions where course_id = $1',
    [course.id],
  );
  expect(version!.content).toMatchObject({
    kind: 'scorm',
    sections: [{ themes: [{ steps: [{ kind: 'scorm', package_id: course.package.id }] }] }],
  });
  const on = await platform();
  const grant = { organizationId: org.id, packageId: course.package.id, mode: 'browse' } as const;
  const file = await findContentFile(on, grant, 'img/Фото.png');
  expect((await buffer(await on.files.read(file.storageKey))).toString()).toBe('bytes');
  await expect(findContentFile(on, grant, 'Фото.png')).rejects.toMatchObject({ code: 'common.not_found' });
  expect((await actionLog(org.id)).map((row) => row.action)).toEqual(['course.imported']);
  expect(await readdir(on.files.scratch)).not.toContain(expect.stringContaining('.package'));
});

test('the same file is stored once; a second course plays the same package', async () => {
  const { manager } = await newManager();
  const bytes = zipOf(packageEntries());
  const first = await importedCourse(manager, bytes);
  const second = await importedCourse(manager, bytes, 'Своё название');
  expect(second).toMatchObject({ title: 'Своё название', package: { id: first.package.id } });
  const list = await call('scorm.courses', manager, { search: 'своё' });
  expect(list).toMatchObject({ total_count: 1, data: [{ id: second.id, standard: '1.2' }] });
});

test.each<[string, () => Buffer, string]>([
  ['an empty file', () => Buffer.alloc(0), 'empty'],
  ['an archive without files', () => zipOf([]), 'empty'],
  ['a text file', () => Buffer.from('это не архив'), 'not_a_zip'],
  ['a truncated archive', () => zipOf(packageEntries()).subarray(0, -30), 'truncated'],
  ['an encrypted file', () => withPage(manifestOf(), { name: 'a.js', flags: 1 }), 'encrypted'],
  ['an unknown compression', () => withPage(manifestOf(), { name: 'a.js', method: 99 }), 'compression_unknown'],
  ['a way out of the package', () => withPage(manifestOf(), { name: '../../etc/passwd' }), 'path_unsafe'],
  ['a way out with backslashes', () => withPage(manifestOf(), { name: 'a\\..\\..\\b.js' }), 'path_unsafe'],
  ['an absolute path', () => withPage(manifestOf(), { name: '/etc/passwd' }), 'path_unsafe'],
  ['a drive letter', () => withPage(manifestOf(), { name: 'C:\\a.js' }), 'path_unsafe'],
  ['a control character in a name', () => withPage(manifestOf(), { name: 'a\nb.js' }), 'path_unsafe'],
  ['a long name', () => withPage(manifestOf(), { name: `${'a'.repeat(241)}.js` }), 'path_too_long'],
  ['a symbolic link', () => withPage(manifestOf(), { name: 'a.js', mode: 0o120777 }), 'link'],
  ['the same name twice', () => withPage(manifestOf(), { name: 'a.js' }, { name: 'a.js' }), 'duplicate_names'],
  ['names that differ in case', () => withPage(manifestOf(), { name: 'Ё.js' }, { name: 'ё.js' }), 'duplicate_names'],
  [
    'names that differ in composition',
    () => withPage(manifestOf(), { name: 'й.js'.normalize('NFC') }, { name: 'й.js'.normalize('NFD') }),
    'duplicate_names',
  ],
  [
    'too many files',
    () => zipOf(Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}`, method: 0 }))),
    'too_many_files',
  ],
  ['a zip bomb', () => withPage(manifestOf(), { name: 'bomb', data: Buffer.alloc(60_000_000) }), 'zip_bomb'],
  [
    'a file larger than stated',
    () => withPage(manifestOf(), { name: 'a.js', data: 'x'.repeat(5000), statedSize: 10 }),
    'damaged',
  ],
  ['no manifest', () => zipOf([{ name: 'index.html', data: PAGE }]), 'manifest_missing'],
  [
    'two manifests side by side',
    () =>
      zipOf([
        { name: 'a/imsmanifest.xml', data: manifestOf() },
        { name: 'b/imsmanifest.xml', data: manifestOf() },
      ]),
    'manifest_ambiguous',
  ],
  [
    'a DOCTYPE',
    () => withPage(manifestOf({ head: '<?xml version="1.0"?><!DOCTYPE m [<!ENTITY e SYSTEM "file:///etc/passwd">]>' })),
    'manifest_doctype',
  ],
  ['a manifest that is not XML', () => withPage('<manifest><a></manifest>'), 'manifest_malformed'],
  ['a manifest of another format', () => withPage('<quiz/>'), 'not_scorm'],
  [
    'a manifest too large',
    () => withPage(manifestOf({ after: `<!--${'x'.repeat(5_000_001)}-->` })),
    'manifest_too_large',
  ],
  ['nothing to open', () => withPage(manifestOf({ items: '<item identifier="a"/>' })), 'nothing_to_launch'],
  ['a missing page', () => withPage(manifestOf({ href: 'lesson.html' })), 'launch_missing'],
  ['an external page', () => withPage(manifestOf({ href: 'https://evil.test/' })), 'launch_external'],
  ['a script as a page', () => withPage(manifestOf({ href: 'javascript:alert(1)' })), 'launch_external'],
  ['a page without a scheme', () => withPage(manifestOf({ href: '//evil.test/a' })), 'launch_external'],
  ['a page outside the package', () => withPage(manifestOf({ href: '../a.html' })), 'launch_external'],
])('%s is rejected and leaves nothing', async (_, bytes, code) => {
  expect(await rejectionOf(bytes())).toBe(code);
});

const cp866 = (text: string) =>
  Buffer.from(
    Array.from(text, (letter) => {
      const n = letter.charCodeAt(0);
      return n < 0x80 ? n : n >= 0x440 ? n - 0x440 + 0xe0 : n - 0x410 + 0x80;
    }),
  );
const cp1251 = (text: string) =>
  Buffer.from(
    Array.from(text, (letter) => (letter.charCodeAt(0) < 0x80 ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x350)),
  );

test.each<[string, string | Buffer]>([
  ['cp866', cp866('урок/начало.html')],
  ['cp1251', cp1251('урок/начало.html')],
  ['UTF-8 without its flag', Buffer.from('урок/начало.html')],
  ['UTF-8 in decomposed form', 'урок/начало.html'.normalize('NFD')],
  ['backslashes', 'урок\\начало.html'],
])('names in %s are read by what the manifest refers to', async (_, name) => {
  const { manager } = await newManager();
  const manifest = manifestOf({ href: 'урок/начало.html' });
  const course = await importedCourse(
    manager,
    zipOf([
      { name: 'imsmanifest.xml', data: manifest },
      { name, data: PAGE },
    ]),
  );
  const [file] = await stored<{ path: string }>(
    `select path from scorm_package_files where package_id = $1 and path <> 'imsmanifest.xml'`,
    [course.package.id],
  );
  expect(file!.path).toBe('урок/начало.html'.normalize('NFC'));
  expect(course.package.report.scos[0]!.launch).toBe(
    ['урок', 'начало.html'].map((part) => encodeURIComponent(part)).join('/'),
  );
});

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
test.each<[string, Buffer]>([
  ['UTF-16', utf16(manifestOf({ head: '<?xml version="1.0" encoding="UTF-16"?>' }))],
  ['UTF-16 without a byte order mark', Buffer.from(manifestOf({ head: '<?xml version="1.0"?>' }), 'utf16le')],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${manifestOf()}`)],
  ['windows-1251', cp1251(manifestOf({ head: '<?xml version="1.0" encoding="windows-1251"?>' }))],
])('a manifest in %s is read', async (_, manifest) => {
  const { manager } = await newManager();
  expect((await importedCourse(manager, withPage(manifest))).title).toBe('Пожарная безопасность');
});

test('a package in a folder is moved to the root, and the report names what the import noticed', async () => {
  const { manager } = await newManager();
  const resources = `<resource identifier="R1" adlcp:scormtype="sco" href="Start%20Page.html?a=1"><file href="lost.png"/></resource>`;
  const course = await importedCourse(
    manager,
    zipOf([
      { name: 'course/imsmanifest.xml', data: manifestOf({ resources }) },
      { name: 'course/start page.html', data: '<img src="http://pictures.test/a.png">' },
      { name: 'readme.txt' },
      { name: '__MACOSX/course/._start page.html' },
    ]),
  );
  expect(course.package.report.scos[0]!.launch).toBe('start%20page.html?a=1');
  expect(Object.fromEntries(course.package.report.warnings.map((one) => [one.code, one.places]))).toEqual({
    file_missing: ['lost.png'],
    case_differs: ['start page.html'],
    rerooted: ['course'],
    file_skipped: ['readme.txt', '__MACOSX/course/._start page.html'],
    no_api_calls: [],
    insecure_resource: ['start page.html'],
    external_host: ['pictures.test'],
  });
});

test('sequencing of SCORM 2004 is stored as scorm-again expects it', async () => {
  const { manager } = await newManager();
  const sequencing = `<imsss:sequencing IDRef="S"><imsss:objectives>
      <imsss:primaryObjective objectiveID="PRIMARY" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure>
        <imsss:mapInfo targetObjectiveID="G" writeSatisfiedStatus="true"/></imsss:primaryObjective>
      <imsss:objective objectiveID="second"/></imsss:objectives></imsss:sequencing>`;
  const collection = `<imsss:sequencingCollection><imsss:sequencing ID="S"><imsss:controlMode flow="true" choice="false"/>
    <imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions conditionCombination="any">
      <imsss:ruleCondition condition="objectiveMeasureLessThan" operator="not" measureThreshold="0.5" referencedObjective="second"/>
      </imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules>
    <imsss:rollupRules objectiveMeasureWeight="0.5"><imsss:rollupRule childActivitySet="any"><imsss:rollupConditions>
      <imsss:rollupCondition condition="completed"/></imsss:rollupConditions><imsss:rollupAction action="completed"/></imsss:rollupRule>
    </imsss:rollupRules></imsss:sequencing></imsss:sequencingCollection>`;
  const items = `<item identifier="C"><title>Глава</title><item identifier="I" identifierref="R1" parameters="?x=1">
    <title>Урок</title>${sequencing}<adlcp:dataFromLMS>данные</adlcp:dataFromLMS></item></item>`;
  const course = await importedCourse(
    manager,
    withPage(manifestOf({ version: '2004 3rd Edition', items, after: collection })),
  );
  const [row] = await stored<{ manifest: unknown }>('select manifest from scorm_packages where id = $1', [
    course.package.id,
  ]);
  expect(row!.manifest).toMatchObject({
    standard: '2004',
    edition: '3rd',
    items: [
      {
        title: 'Глава',
        launch: null,
        items: [
          {
            launch: 'index.html?x=1',
            type: 'sco',
            scaled_passing_score: 0.8,
            launch_data: 'данные',
            objectives: ['PRIMARY', 'second'],
            sequencing: {
              sequencingControls: { flow: true, choice: false, objectiveMeasureWeight: 0.5 },
              sequencingRules: {
                preConditionRules: [
                  {
                    action: 'skip',
                    conditionCombination: 'any',
                    conditions: [
                      {
                        condition: 'objectiveMeasureLessThan',
                        operator: 'not',
                        referencedObjective: 'second',
                        parameters: { threshold: 0.5 },
                      },
                    ],
                  },
                ],
              },
              rollupRules: {
                rules: [{ action: 'completed', consideration: 'any', conditions: [{ condition: 'completed' }] }],
              },
              primaryObjective: {
                objectiveID: 'PRIMARY',
                satisfiedByMeasure: true,
                minNormalizedMeasure: 0.8,
                mapInfo: [{ targetObjectiveID: 'G', writeSatisfiedStatus: true }],
              },
            },
          },
        ],
      },
    ],
  });
});

test('a cancelled import and a repeated one leave no files and no second course', async () => {
  const { org, manager } = await newManager();
  const { task_id } = await call(
    'scorm.create-course',
    manager,
    {},
    { package: await uploadOf(zipOf(packageEntries())) },
  );
  const [payload] = await queued('scorm.import-package', org.id);
  await call('tasks.forget', manager, { id: task_id });
  await runJobs('scorm.import-package', org.id);
  expect(await call('tasks.get', manager, { id: task_id })).toMatchObject({
    status: 'error',
    message: 'task.cancelled',
  });
  const course = await importedCourse(manager, zipOf(packageEntries()));
  const { handlers } = await import('../../app/composition.ts');
  const { jobContext } = await import('../../platform/jobs.ts');
  const context = jobContext(await platform(), org.id, new AbortController().signal);
  await handlers['scorm.import-package'](context, payload!);
  expect(await call('scorm.courses', manager, {})).toMatchObject({ total_count: 1, data: [{ id: course.id }] });
});

test('a changed course is published again; a new package replaces the old one, and assignments keep theirs', async () => {
  const { org, manager } = await newManager();
  const course = await importedCourse(manager, zipOf(packageEntries()));
  const changed = await call('scorm.update-course', manager, {
    id: course.id,
    version: course.version,
    title: 'Новое название',
    tags: ['Безопасность'],
    score_policy: 'last',
  });
  expect(changed).toMatchObject({
    published_version: 2,
    tags: ['Безопасность'],
    score_policy: 'last',
    has_changes: false,
  });
  await expect(
    call('scorm.update-course', manager, { id: course.id, version: course.version, title: 'Поздно' }),
  ).rejects.toMatchObject({ code: 'common.stale_version' });
  const [assigned] = await stored<{ id: string }>(
    `insert into assignments (organization_id, course_id, course_version_id, title, start_date, deadline)
     select organization_id, course_id, id, 'Назначение', '2026-11-01', '2026-12-01' from course_versions
     where course_id = $1 and number = 2 returning id`,
    [course.id],
  );
  const upload = { package: await uploadOf(zipOf(packageEntries('<p>вторая</p>')), 'v2.zip') };
  const { task_id } = await call('scorm.update-course', manager, { id: course.id, version: changed.version }, upload);
  await runJobs('scorm.import-package', org.id);
  expect(await call('tasks.get', manager, { id: task_id! })).toMatchObject({ status: 'success' });
  const now = await call('scorm.course', manager, { id: course.id });
  expect(now).toMatchObject({
    title: 'Новое название',
    published_version: 3,
    package: { file_name: 'v2.zip' },
    assignments_behind: 1,
  });
  const [pinned] = await stored<{ package_id: string }>(
    `select p.package_id from assignments a join course_version_packages p on p.course_version_id = a.course_version_id where a.id = $1`,
    [assigned!.id],
  );
  expect(pinned!.package_id).toBe(course.package.id);
  await expect(call('scorm.delete-course', manager, { id: course.id })).rejects.toMatchObject({
    code: 'course.in_use',
    details: { assignments: [{ id: assigned!.id, title: 'Назначение' }], campaigns: [], tags: [] },
  });
  expect((await actionLog(org.id)).map((row) => row.action)).toEqual([
    'course.imported',
    'course.updated',
    'course.updated',
    'course.package_replaced',
  ]);
});

test('open assignments move to the new package if the manager says so; finished attempts keep theirs', async () => {
  const { org, manager } = await newManager();
  const course = await importedCourse(manager, zipOf(packageEntries()));
  const people = [await make.employee(org), await make.employee(org), await make.employee(org)];
  const assign = async (users: readonly Person[]) => {
    const selection = { ids: { include_ids: users.map((one) => one.id) } };
    return (await call('learning.scorm-assign', manager, { course_id: course.id, selection, need_message: false })).id;
  };
  const id = await assign(people);
  expect((await call('learning.scorm-assignment', manager, { id })).completion_rule?.by).toBe('passed');
  const over = await assign([await make.employee(org)]);
  await stored(`update learners set completed_at = now(), progress = 100 where assignment_id = $1`, [over]);
  const step = async (person: Person) =>
    (await call('learner.course', person, { id })).sections[0]!.themes[0]!.steps[0]!.id;
  const statement = async (person: Person, status: string) =>
    call('scorm.save-step', person, {
      id,
      step_id: await step(person),
      statement: { 'cmi.core.lesson_status': status, 'cmi.core.lesson_location': '7' },
    });
  await statement(people[0]!, 'incomplete');
  await statement(people[1]!, 'passed');
  const upload = { package: await uploadOf(zipOf(packageEntries('<p>вторая</p>')), 'v2.zip') };
  const { task_id } = await call(
    'scorm.update-course',
    manager,
    { id: course.id, version: course.version, move_open: true },
    upload,
  );
  await runJobs('scorm.import-package', org.id);
  const { result } = await call('tasks.get', manager, { id: task_id! });
  expect(result).toMatchObject({ course_id: course.id, moved: 2 });
  const { completion_rule } = await call('learning.scorm-assignment', manager, { id });
  expect(completion_rule, 'the new package reports nothing').toEqual({ by: 'pages', score: null });
  const { package: next, assignments_behind } = await call('scorm.course', manager, { id: course.id });
  expect(assignments_behind, 'everybody of the other assignment has finished').toBe(1);
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'course.package_replaced',
    details: { affected: 2 },
  });
  await statement(people[0]!, 'incomplete');
  const attempts = await stored<{ number: number; package_id: string; done: boolean }>(
    `select r.number, r.package_id, r.completed_at is not null as done from scorm_registrations r
     where organization_id = $1 order by done, number`,
    [org.id],
  );
  expect(attempts).toEqual([
    { number: 1, package_id: course.package.id, done: false },
    { number: 2, package_id: next.id, done: false },
    { number: 1, package_id: course.package.id, done: true },
  ]);
});

test('the report names the rules of navigation that the player does not evaluate', async () => {
  const { manager } = await newManager();
  const page = (id: string) =>
    `<resource identifier="${id}" type="webcontent" adlcp:scormType="sco" href="index.html"><file href="index.html"/></resource>`;
  const warningsOf = async (version: string, items: string, pages = ['R1', 'R2']) =>
    (
      await importedCourse(
        manager,
        withPage(manifestOf({ version, items, resources: pages.map(page).join('') }), {
          name: `${randomUUID()}.txt`,
          data: 'x',
        }),
      )
    ).package.report.warnings.filter((one) => one.code === 'sequencing_unsupported');
  const item = (n: number, sequencing: string) =>
    `<item identifier="I${n}" identifierref="R${n}"><title>Урок ${n}</title>${sequencing}</item>`;
  const rules = (inner: string) => `<imsss:sequencing>${inner}</imsss:sequencing>`;
  const limit = rules('<imsss:limitConditions attemptLimit="2" endTimeLimit="2030-01-01"/>');
  expect(await warningsOf('2004 4th Edition', item(1, limit) + item(2, ''))).toEqual([
    { code: 'sequencing_unsupported', places: ['Урок 1: endTimeLimit'] },
  ]);
  const flow = rules('<imsss:controlMode flow="true"/><imsss:limitConditions attemptLimit="2"/>');
  expect(await warningsOf('2004 3rd Edition', item(1, flow) + item(2, ''))).toEqual([]);
  expect(await warningsOf('2004 3rd Edition', item(1, flow), ['R1'])).toEqual([
    { code: 'sequencing_unsupported', places: ['Урок 1: attemptLimit'] },
  ]);
  const needs = '<adlcp:prerequisites type="aicc_script">I1</adlcp:prerequisites>';
  expect(await warningsOf('1.2', item(1, '') + item(2, needs))).toEqual([
    { code: 'sequencing_unsupported', places: ['Урок 2: adlcp:prerequisites'] },
  ]);
});

test('an unused course is deleted with its package and the bytes of its files', async () => {
  const { org, manager } = await newManager();
  const course = await importedCourse(manager, zipOf(packageEntries()));
  const files = await stored<{ storage_key: string }>(
    'select storage_key from scorm_package_files where package_id = $1',
    [course.package.id],
  );
  await call('scorm.delete-course', manager, { id: course.id });
  await runJobs('files.remove-bytes', org.id);
  expect(await stored('select 1 from scorm_packages where id = $1', [course.package.id])).toEqual([]);
  const store = (await platform()).files;
  for (const { storage_key } of files) expect(await store.exists(storage_key)).toBe(false);
});

test('native courses and SCORM courses are not found under the addresses of each other', async () => {
  const { org, manager } = await newManager();
  const native = await learning.course(org);
  const course = await importedCourse(manager, zipOf(packageEntries()));
  const missing = { code: 'course.not_found' };
  await expect(call('scorm.course', manager, { id: native.id })).rejects.toMatchObject(missing);
  await expect(call('scorm.preview', manager, { id: native.id })).rejects.toMatchObject(missing);
  await expect(call('scorm.delete-course', manager, { id: native.id })).rejects.toMatchObject(missing);
  await expect(call('scorm.update-course', manager, { id: native.id, version: 1 })).rejects.toMatchObject(missing);
  await expect(call('library.course', manager, { id: course.id })).rejects.toMatchObject(missing);
  await expect(
    call('library.change-course', manager, { id: course.id, archived: true, version: 1 }),
  ).rejects.toMatchObject(missing);
  expect((await call('library.courses', manager, {})).data.map((one) => one.id)).toEqual([native.id]);
  await call('scorm.update-course', manager, { id: course.id, version: course.version, archived: true });
  expect((await call('scorm.courses', manager, {})).total_count).toBe(0);
  expect((await call('scorm.archived-courses', manager, { tags: [] })).data.map((one) => one.id)).toEqual([course.id]);
  const other = await newManager();
  await expect(call('scorm.course', other.manager, { id: course.id })).rejects.toMatchObject(missing);
  const rows = await inOrganization(other.org.id, 'read', (tx) =>
    tx.selectFrom('scorm_packages').select('id').execute(),
  );
  expect(rows).toEqual([]);
});
