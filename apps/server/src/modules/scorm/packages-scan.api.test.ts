import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scormImportResult } from '@sergak/contract/scorm/scorm.schema.ts';
import { expect, test } from 'vitest';
import { actionLog, call, platform, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { manifestOf, PAGE, zipOf } from '../../../test/make/scorm.ts';

/** Imports a package with these files; returns its course and what the import found in the files. */
const reported = async (manifest: string, files: Readonly<Record<string, string>>) => {
  const manager = await make.operator(await make.organization());
  const entries = Object.entries({ 'imsmanifest.xml': manifest, ...files }).map(([name, data]) => ({ name, data }));
  const bytes = zipOf(entries);
  const path = join((await platform()).files.scratch, `${randomUUID()}.upload`);
  await writeFile(path, bytes);
  const upload = { path, name: 'kurs.zip', type: 'application/zip', size: bytes.length };
  const { task_id } = await call('scorm.create-course', manager, {}, { package: upload });
  await runJobs('scorm.import-package', manager.organization_id);
  const { result } = await call('tasks.get', manager, { id: task_id });
  const course = await call('scorm.course', manager, { id: scormImportResult.parse(result).course_id });
  const [row] = await stored<{ pages: string[] | undefined }>(
    "select manifest->'pages' as pages from scorm_packages where id = $1",
    [course.package.id],
  );
  const { report } = course.package;
  return { course, manager, report, pages: row!.pages, codes: report.warnings.map((one) => one.code) };
};

test('packages of authoring tools get a sensible completion rule', async () => {
  const storyline = await reported(manifestOf({ href: 'index_lms.html' }), {
    'index_lms.html': '<script>/* http://www.articulate.com */ var a = findAPI(window); a.LMSInitialize("")</script>',
  });
  expect(storyline.course).toMatchObject({ completion_rule: { by: 'passed', score: null }, reports: true });
  const item =
    '<item identifier="I1" identifierref="R1"><title>iSpring</title><imsss:sequencing><imsss:objectives>' +
    '<imsss:primaryObjective objectiveID="P" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure>' +
    '</imsss:primaryObjective></imsss:objectives></imsss:sequencing></item>';
  const ispring = await reported(manifestOf({ version: '2004 3rd Edition', items: item }), {
    'index.html': '<script>parent.API_1484_11.Initialize("")</script>',
  });
  expect(ispring.course.completion_rule).toEqual({ by: 'passed', score: null });
  const plain = '<item identifier="I1" identifierref="R1"><title>Captivate</title></item>';
  const captivate = await reported(manifestOf({ items: plain }), { 'index.html': PAGE });
  expect(captivate.course.completion_rule).toEqual({ by: 'completed', score: null });
});

test('a package without calls is completed by its pages: each HTML file that the start page reaches', async () => {
  const { course, pages, codes } = await reported(
    manifestOf({
      items: '<item identifier="I1" identifierref="R1"><title>Памятка</title></item>',
      href: 'book/start%20page.html?mode=1',
    }),
    {
      'book/start page.html':
        '<a href="one.html#top">1</a><iframe src=../extra/two.html></iframe><script src="pages.js"></script>',
      'book/one.html': '<a href="start%20page.html">назад</a> <a href="https://elsewhere.test/x.html">сайт</a>',
      'book/three.html': '<p>3</p>',
      'book/pages.js': "var pages = ['three.html', 'missing.html'];",
      'extra/two.html': '<p>2</p>',
      'extra/unused.html': '<p>никто не ссылается</p>',
    },
  );
  expect(pages?.toSorted()).toEqual(['book/one.html', 'book/start page.html', 'book/three.html', 'extra/two.html']);
  expect(course).toMatchObject({
    reports: false,
    minutes: 0,
    completion_rule: { by: 'pages' },
    package: { report: { pages_count: 4 } },
  });
  expect(codes).toEqual(['no_api_calls']);
});

test('only hosts that are loaded at run time are named, and an organisation can allow them', async () => {
  const { course, manager, report } = await reported(manifestOf(), {
    'index.html': `${PAGE}<!-- <script src="https://old.test/a.js"></script> --><a href="https://link.test">сайт</a>
      <link rel="stylesheet" href="//fonts.test/css?family=Roboto"><link rel="license" href="https://licence.test">
      <iframe src="https://video.test/embed/1"></iframe><script src="https://cdn.test/jquery.min.js"></script>`,
    'lib.js': `/*! Library v1 https://author.test | (c) http://licence.test */ var help = "https://docs.test/start";
      img.src = 'https://pictures.test/a.png'; fetch("https://api.test/data"); html('<iframe src=\\"https://player.test/x\\">');`,
    'style.css': '/* https://theme.test */ @font-face { src: url(https://font-files.test/r.woff2) } a { color: red }',
    'package.json': '{"url": "https://registry.test/lib.js"}',
  });
  expect(Object.fromEntries(report.hosts!.map(({ host, uses }) => [host, uses.join()]))).toEqual({
    'fonts.test': 'style',
    'video.test': 'frame',
    'cdn.test': 'script',
    'pictures.test': 'media',
    'api.test': 'media',
    'player.test': 'media',
    'font-files.test': 'font',
  });
  const allowed = [
    { host: 'cdn.test', uses: ['script' as const] },
    { host: 'video.test', uses: ['frame' as const] },
  ];
  const changed = await call('scorm.allow-hosts', manager, { id: course.id, allowed_hosts: allowed });
  expect(changed.package.allowed_hosts).toEqual(allowed);
  expect((await actionLog(manager.organization_id)).at(-1)).toMatchObject({
    changes: { allowed_hosts: [[], ['cdn.test: script', 'video.test: frame']] },
  });
  for (const host of ['*.test', 'https://cdn.test', "cdn.test 'unsafe-hashes'", 'cdn.test; script-src *'])
    await expect(
      call('scorm.allow-hosts', manager, { id: course.id, allowed_hosts: [{ host, uses: ['script'] }] }),
    ).rejects.toMatchObject({ issues: expect.anything() });
});

test('Flash is recognised by the content of a package, unless it can be played without', async () => {
  const files = { 'index.html': `${PAGE}<embed src="player.swf">`, 'player.swf': 'x', 'data/slide1.swf': 'x' };
  expect((await reported(manifestOf(), files)).report.warnings).toEqual([
    { code: 'flash_only', places: ['player.swf', 'data/slide1.swf'] },
  ]);
  expect((await reported(manifestOf(), { ...files, 'html5/slide1.mp4': 'x' })).codes).toEqual([]);
});
