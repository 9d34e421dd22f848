import { slideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import { expect, test } from 'vitest';
import { actionLog, call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { docOfHtml } from './doc-of-html.ts';

test('courses can be searched, sorted and archived; a stale version is rejected; courses of others are not found', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await learning.course(org);
  await learning.course(org);
  const stranger = await make.operator(await make.organization());
  await expect(call('library.course', stranger, { id: course.id })).rejects.toMatchObject({ code: 'course.not_found' });
  await expect(call('library.module', stranger, { id: course.modules.first })).rejects.toMatchObject({
    code: 'module.not_found',
  });
  await expect(call('library.choice-of-courses', stranger, { id: org.id })).rejects.toMatchObject({
    code: 'organization.not_found',
  });
  await call('library.update-course', administrator, {
    id: course.id,
    title: 'Азы 100 %',
    description: 'Для всех',
    version: 1,
  });
  await expect(
    call('library.update-course', administrator, { id: course.id, title: 'Поздно', description: '', version: 1 }),
  ).rejects.toMatchObject({ code: 'common.stale_version' });
  expect((await call('library.courses', administrator, { search: '0 %' })).data.map((one) => one.title)).toEqual([
    'Азы 100 %',
  ]);
  expect((await call('library.courses', administrator, { search: '%' })).total_count).toBe(1);
  await call('library.change-course', administrator, { id: course.id, archived: true, version: 2 });
  expect((await call('library.courses', administrator, {})).total_count).toBe(1);
  expect((await call('library.archived-courses', administrator, {})).data[0]).toMatchObject({
    id: course.id,
    archived: true,
  });
  expect((await call('library.choice-of-courses', administrator, { id: org.id, archived: 'true' })).total_count).toBe(
    1,
  );
  expect((await actionLog(org.id)).map((row) => row.action)).toEqual(['course.updated', 'course.updated']);
});

test('themes and modules list where they are used', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await learning.course(org);
  const themes = await call('library.themes', administrator, {});
  expect(themes.data[0]).toMatchObject({ id: course.themeId, courses: [{ id: course.id }] });
  expect(themes.data[0]!.steps.map((step) => step.kind)).toEqual(['theory', 'quiz', 'theory']);
  const modules = await call('library.modules', administrator, { search: 'первый' });
  expect(await call('library.modules', administrator, { search: 'perviy' })).toEqual(modules);
  expect((await call('library.modules', administrator, { search: 'vtoroy' })).data).not.toEqual(modules.data);
  expect(modules.data).toMatchObject([
    { id: course.modules.first, slides_count: 3, questions_count: 5, courses: [{ id: course.id }] },
  ]);
});

test('the HTML of a starter course becomes a document of blocks; unknown elements keep only their text', () => {
  const doc = docOfHtml(
    '<div class="callout evil"><p>Раз</p></div><div class="callout"><p onclick="x()">Текст <strong>жирный</strong></p></div>' +
      '<script>alert(1)</script><ul><li>Два</li></ul>',
  );
  expect(slideDoc.parse(doc).content).toEqual([
    { type: 'paragraph', content: [{ type: 'text', text: 'Раз' }] },
    {
      type: 'callout',
      attrs: { tone: 'info' },
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Текст ' },
            { type: 'text', text: 'жирный', marks: [{ type: 'bold' }] },
          ],
        },
      ],
    },
    {
      type: 'bulletList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Два' }] }] }],
    },
  ]);
});
