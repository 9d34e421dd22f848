import { expect, test } from 'vitest';
import { actionLog, call, platform, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { textDoc } from '../../../test/make/learning.ts';
import { openPortal } from '../../../test/portal.ts';
import { starterCourses } from './starter-files.ts';
import { noteStarterReleases } from './public.ts';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { dayIn, now } from '../../platform/clock.ts';

const today = () => dayIn(now(), 'Asia/Tashkent');

const people = async () => {
  const org = await make.organization();
  return { org, administrator: await make.operator(org), employee: await make.employee(org) };
};
const SLUG = 'phishing';
const count = async (organizationId: string) =>
  (
    await stored<{ n: number }>('select count(*)::int as n from courses where organization_id = $1', [organizationId])
  )[0]!.n;

test('the library is read in the language of the reader, and looked at as a learner would, without a copy', async () => {
  const { org, administrator, employee } = await people();
  const { data } = await call('library.starter-courses', administrator, {});
  expect(data.length).toBeGreaterThanOrEqual(3);
  expect(data.every((one) => one.copies.length === 0 && !one.is_new && one.slides_count > 0)).toBe(true);
  const detail = await call('library.starter-course', administrator, { slug: SLUG, language: 'en' });
  const { title } = (await starterCourses()).find((one) => one.slug === SLUG)!;
  expect(detail).toMatchObject({ language: 'en', title: title.en });
  expect(detail.steps.some((step) => step.kind === 'quiz' && step.questions.length > 0)).toBe(true);
  const name = detail.image_path.split('/').at(-1)!;
  expect(await call('library.starter-picture', administrator, { slug: SLUG, name })).toMatchObject({
    type: 'image/svg+xml',
  });
  await expect(call('library.starter-picture', administrator, { slug: SLUG, name: 'other.svg' })).rejects.toMatchObject(
    { code: 'file.not_found' },
  );
  await expect(call('library.starter-courses', employee, {})).rejects.toMatchObject({ code: 'session.forbidden' });
  await expect(call('library.starter-adopt', employee, { courses: [{ slug: SLUG }] })).rejects.toMatchObject({
    code: 'session.forbidden',
  });
  expect(await count(org.id)).toBe(0);
});

test('calls at the same time make one published copy for a language, with pictures', async () => {
  const { org, administrator } = await people();
  const adopt = () =>
    call('library.starter-adopt', administrator, { courses: [{ slug: SLUG }, { slug: SLUG, language: 'en' }] });
  const [first, second] = await Promise.all([adopt(), adopt()]);
  expect(second).toEqual(first);
  expect(await count(org.id)).toBe(2);
  const [russian, english] = first.data;
  expect(russian).toMatchObject({ language: 'ru', published_version: 1, has_changes: false, starter_slug: SLUG });
  expect(english).toMatchObject({ language: 'en', title: russian!.title }); // shown in the language of the reader
  const file = await call('files.get', administrator, { id: russian!.image_path!.split('/').at(-1)! });
  expect(file).toMatchObject({ type: 'image/webp', inline: true });
  const { data } = await call('library.courses', administrator, { search: russian!.title });
  expect(data.map((one) => one.id).sort()).toEqual([russian!.id, english!.id].sort());
  expect((await actionLog(org.id)).map((row) => row.action)).toContain('course.adopted');
});

test('a newer version replaces an unchanged copy and is published; an assignment keeps what it pinned', async () => {
  const { administrator, employee } = await people();
  const { data } = await call('library.starter-adopt', administrator, { courses: [{ slug: SLUG }] });
  const { id } = data[0]!;
  const { id: assignment } = await call('learning.assign', administrator, {
    course_id: id,
    selection: { ids: { include_ids: [employee.id] } },
    deadline: addDays(today(), 30),
    need_message: false,
  });
  const pinned = () => stored('select course_version_id from assignments where id = $1', [assignment]);
  const before = await pinned();
  await stored("update courses set starter_version = 'before' where id = $1", [id]);
  const [{ summary } = {}] = await stored<{ summary: object }>('select summary from courses where id = $1', [id]);
  await stored('update courses set summary = $2 where id = $1', [id, JSON.stringify(textDoc('Прежняя памятка'))]);
  await stored(
    `update slides set title = 'Прежний заголовок' where id = (select s.id from slides s join theme_steps p on p.module_id = s.module_id
      join section_themes t on t.theme_id = p.theme_id join course_sections c on c.id = t.section_id where c.course_id = $1 limit 1)`,
    [id],
  );
  const mine = async () =>
    (await call('library.starter-courses', administrator, {})).data.find((one) => one.slug === SLUG)!.copies[0]!;
  expect(await mine()).toMatchObject({ id, changed: false, outdated: true });
  const { data: differences } = await call('library.starter-differences', administrator, { id });
  expect(differences).toMatchObject([
    { part: 'summary', before: 'Прежняя памятка' },
    { part: 'slide', language: 'ru', before: expect.stringContaining('Прежний заголовок') },
  ]);
  const card = await call('library.starter-update', administrator, { id, how: 'replace' });
  expect(card).toMatchObject({ id, published_version: 2, has_changes: false });
  expect(await mine()).toMatchObject({ id, changed: false, outdated: false });
  expect((await call('library.starter-differences', administrator, { id })).data).toEqual([]);
  expect(await stored('select summary from courses where id = $1', [id])).toEqual([{ summary }]);
  expect(await pinned()).toEqual(before);
});

test('a changed copy stays, and the newer version is added beside it', async () => {
  const { org, administrator } = await people();
  const { data } = await call('library.starter-adopt', administrator, { courses: [{ slug: SLUG }] });
  const { id } = data[0]!;
  const detail = await call('library.course', administrator, { id });
  const module = detail.sections[0]!.themes[0]!.steps[0]!.module_id!;
  await call('library.update-module', administrator, { id: module, title: 'Наш модуль' });
  await stored("update courses set starter_version = 'before' where id = $1", [id]);
  await expect(call('library.starter-update', administrator, { id, how: 'replace' })).rejects.toMatchObject({
    code: 'starter.changed',
  });
  const second = await call('library.starter-update', administrator, { id, how: 'second' });
  expect(second.title).toMatch(/ \(2\)$/);
  expect(await count(org.id)).toBe(2);
  const [entry] = (await call('library.starter-courses', administrator, {})).data.filter((one) => one.slug === SLUG);
  expect(entry!.copies.map((one) => one.id)).toEqual([second.id]);
});

test('what an upgrade brings is new for organisations that were there before it', async () => {
  const { administrator } = await people();
  const on = await platform();
  await noteStarterReleases(on, []);
  const fresh = async () =>
    (await call('library.starter-courses', administrator, {})).data.filter((one) => one.is_new).map((one) => one.slug);
  expect(await fresh()).toEqual([]);
  await stored("update starter_releases set first_seen_at = now() - interval '300 days'");
  await stored(
    "update starter_releases set first_seen_at = now() + interval '1 minute' where kind = 'course' and slug = $1",
    [SLUG],
  );
  expect(await fresh()).toEqual([SLUG]);
  const { administrator: later } = await people();
  await stored("update organizations set created_at = now() + interval '2 minutes' where id = $1", [
    later.organization_id,
  ]);
  const seen = await call('library.starter-courses', later, {});
  expect(seen.data.some((one) => one.is_new)).toBe(false);
});

test('the learner of a copy gets its page to print, with the address for reports', async () => {
  const { org, administrator, employee } = await people();
  const [copy] = (await call('library.starter-adopt', administrator, { courses: [{ slug: SLUG }] })).data;
  const { id } = await call('learning.assign', administrator, {
    course_id: copy!.id,
    selection: { ids: { include_ids: [employee.id] } },
    start_date: today(),
    deadline: addDays(today(), 10),
    need_message: false,
  });
  await stored(
    `insert into report_mailboxes (organization_id, address, host, port, security, username) values ($1, 'soc@corp.test', 'imap.test', 993, 'tls', 'soc')`,
    [org.id],
  );
  const { summary } = await call('learner.course', employee, { id });
  expect(summary).toMatchObject({ type: 'doc' });
  const text = JSON.stringify(summary);
  expect(text).not.toContain('{{');
  expect(text).toContain('soc@corp.test');
});

test('over HTTP the language of the page counts before that of the profile, and an unknown one does not', async () => {
  const { administrator } = await people();
  const { title } = (await starterCourses()).find((one) => one.slug === SLUG)!;
  const portal = await openPortal();
  const token = await portal.signIn(administrator);
  const titleIn = async (shown?: string) => {
    const headers: Record<string, string> = shown === undefined ? {} : { 'x-language': shown };
    const { body } = await portal.ask('GET', '/lk/api/v2/library/starter', token, undefined, headers);
    return body.data.find((one: { slug: string }) => one.slug === SLUG).title;
  };
  expect(await titleIn('uz')).toBe(title.uz);
  expect(await titleIn('en')).toBe(title.en);
  const ofProfile = await titleIn();
  expect(ofProfile).toBe(title.ru);
  expect(await titleIn('de')).toBe(ofProfile);
  await portal.close();
});
