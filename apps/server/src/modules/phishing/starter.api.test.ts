import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { actionLog, call, type Person, platform, stored } from '../../../test/app.ts';
import * as campaign from '../../../test/make/campaign.ts';
import * as make from '../../../test/make/index.ts';
import { renderPreview, type PhishingPreview } from './preview.service.ts';
import { starterCourses } from '../library/starter-files.ts';
import { starterPhishing } from './starter-files.ts';
import { now } from '../../platform/clock.ts';
import type { PreviewPayload } from '../../platform/context.ts';

const people = async () => {
  const org = await make.organization();
  return {
    org,
    administrator: await make.operator(org),
    manager: await make.employee(org, { role: 'content_manager' }),
  };
};
const count = async (organizationId: string) =>
  (
    await stored<{ n: number }>('select count(*)::int as n from templates where organization_id = $1', [organizationId])
  )[0]!.n;
const SLUG = 'new-sign-in';
const entry = async (who: Awaited<ReturnType<typeof make.operator>>) =>
  (await call('phishing.starter-templates', who, {})).data.find((one) => one.slug === SLUG)!;

test('a new organisation sees the library in the language of the reader and holds nothing of it', async () => {
  const { org, administrator, manager } = await people();
  const { data } = await call('phishing.starter-templates', administrator, {});
  expect(data.length).toBeGreaterThanOrEqual(12);
  expect(data.every((one) => one.copy === null && !one.is_new && one.category_title !== one.category)).toBe(true);
  expect(data.find((one) => one.slug === 'password-expires')!.name).toMatch(/[а-я]/);
  expect(await count(org.id)).toBe(0);
  const logo = await call('phishing.starter-logo', administrator, { slug: SLUG });
  expect(logo.type).toBe('image/svg+xml');
  expect((await buffer(logo.stream as never)).toString()).toContain('<svg');
  await expect(call('phishing.starter-templates', manager, {})).rejects.toMatchObject({ code: 'session.forbidden' });
  await expect(call('phishing.starter-adopt', manager, { slugs: [SLUG] })).rejects.toMatchObject({
    code: 'session.forbidden',
  });
  await expect(call('phishing.starter-adopt', administrator, { slugs: [SLUG, 'nothing'] })).rejects.toMatchObject({
    code: 'template.not_found',
  });
  expect(await count(org.id)).toBe(0);
});

test('a template is looked at without a copy', async () => {
  const { org, administrator } = await people();
  const on = await platform();
  for (const what of ['email', 'page'] as const) {
    const { url } = await call('phishing.starter-preview', administrator, { slug: SLUG, what, language: 'en' });
    const payload = on.secrets.verify<PreviewPayload & PhishingPreview>(url.split('/').at(-1)!, now())!;
    expect((await renderPreview(on, payload))!.html).toContain('lang="en"');
  }
  expect(await count(org.id)).toBe(0);
});

test('calls at the same time make one copy in all languages; an archived copy is shown again', async () => {
  const { org, administrator } = await people();
  const answers = await Promise.all(
    [1, 2, 3].map(() => call('phishing.starter-adopt', administrator, { slugs: [SLUG, 'password-expires'] })),
  );
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await count(org.id)).toBe(2);
  const [made] = answers[0]!.data;
  const template = await call('phishing.template', administrator, { id: made!.template_id });
  expect(template).toMatchObject({ starter: true, archived: false });
  expect(template.emails[0]!.versions.map((one) => one.language).sort()).toEqual(['en', 'ru', 'uz']);
  expect(template.emails[0]!.id).toBe(made!.email_id);
  expect(await entry(administrator)).toMatchObject({ copy: { changed: false, outdated: false, archived: false } });
  await call('phishing.template-update', administrator, { id: template.id, archived: true });
  const again = await call('phishing.starter-adopt', administrator, { slugs: [SLUG] });
  expect(again.data[0]!.template_id).toBe(template.id);
  expect((await call('phishing.template', administrator, { id: template.id })).archived).toBe(false);
  expect((await actionLog(org.id)).map((row) => row.action)).toContain('template.adopted');
});

test('a copy that nobody renamed is shown in the language of the reader, and its form renames nothing', async () => {
  const { org, administrator } = await people();
  const { data } = await call('phishing.starter-adopt', administrator, { slugs: [SLUG] });
  await stored(
    "update templates set language = 'en', name = starter_texts->'title'->>'en' where organization_id = $1",
    [org.id],
  );
  const { templates } = await starterPhishing();
  const { name } = templates.find((one) => one.slug === SLUG)!;
  const [group] = (await call('phishing.templates', administrator, { search: name.ru })).data;
  expect(group!.templates[0]!.name).toBe(name.ru);
  const id = data[0]!.template_id;
  await call('phishing.template-update', administrator, { id, name: name.ru, difficulty: 'easy' });
  expect(await stored('select name from templates where id = $1', [id])).toEqual([{ name: name.en }]);
  await call('phishing.template-update', administrator, { id, name: 'Наш вход' });
  expect((await call('phishing.template', administrator, { id })).name).toBe('Наш вход');
});

test.each(['email', 'page', 'language', 'name', 'deleted'] as const)(
  'a change of its %s makes a copy changed',
  async (what) => {
    const { administrator } = await people();
    const { data } = await call('phishing.starter-adopt', administrator, { slugs: [SLUG] });
    const template = await call('phishing.template', administrator, { id: data[0]!.template_id });
    const [email, page] = [template.emails[0]!, template.pages[0]!];
    if (what === 'email') await call('phishing.email-update', administrator, { id: email.id, subject: 'Другая тема' });
    else if (what === 'page')
      await call('phishing.page-update', administrator, {
        id: page.id,
        html: page.html.replace('</body>', '<p>Ещё</p></body>'),
      });
    else if (what === 'name')
      await call('phishing.template-update', administrator, { id: template.id, name: 'Иное имя' });
    else if (what === 'deleted') await call('phishing.email-delete', administrator, { id: email.id });
    else {
      await call('phishing.email-delete', administrator, { id: email.versions.at(-1)!.id });
      await call('phishing.email-translate', administrator, {
        id: email.id,
        language: email.versions.at(-1)!.language,
      });
    }
    expect(await entry(administrator)).toMatchObject({ copy: { changed: true, outdated: false } });
  },
);

test('a newer version replaces an unchanged copy in its place, and becomes a second copy beside a changed one', async () => {
  const { org, administrator } = await people();
  const { data } = await call('phishing.starter-adopt', administrator, { slugs: [SLUG] });
  const { template_id: id, email_id } = data[0]!;
  // What an earlier release had.
  await stored("update templates set starter_version = 'before' where id = $1", [id]);
  await stored("update emails set subject = 'Прежняя тема' where id = $1", [email_id]);
  expect(await entry(administrator)).toMatchObject({ copy: { changed: false, outdated: true } });
  const differences = await call('phishing.starter-differences', administrator, { slug: SLUG });
  expect(differences.data.find((one) => one.part === 'subject' && one.language === 'ru')).toMatchObject({
    before: 'Прежняя тема',
  });
  expect(differences.data.filter((one) => one.part !== 'subject')).toEqual([]);
  const replaced = await call('phishing.starter-update', administrator, { slug: SLUG, how: 'replace' });
  expect(replaced).toMatchObject({ template_id: id, email_id });
  expect((await call('phishing.email', administrator, { id: email_id! })).subject).not.toBe('Прежняя тема');
  expect(await entry(administrator)).toMatchObject({ copy: { changed: false, outdated: false } });
  expect((await call('phishing.starter-differences', administrator, { slug: SLUG })).data).toEqual([]);

  await stored("update templates set starter_version = 'before' where id = $1", [id]);
  await call('phishing.email-update', administrator, { id: email_id!, subject: 'Своя тема' });
  await expect(call('phishing.starter-update', administrator, { slug: SLUG, how: 'replace' })).rejects.toMatchObject({
    code: 'starter.changed',
  });
  const second = await call('phishing.starter-update', administrator, { slug: SLUG, how: 'second' });
  expect(second.template_id).not.toBe(id);
  expect((await call('phishing.email', administrator, { id: email_id! })).subject).toBe('Своя тема');
  expect((await call('phishing.template', administrator, { id: second.template_id })).name).toMatch(/ \(2\)$/);
  expect((await entry(administrator)).copy!.id).toBe(second.template_id);
  expect(await count(org.id)).toBe(2);
});

test('another organisation has its own copy', async () => {
  const { administrator } = await people();
  const { administrator: other } = await people();
  const { data } = await call('phishing.starter-adopt', administrator, { slugs: [SLUG] });
  expect((await entry(other)).copy).toBeNull();
  await expect(call('phishing.starter-differences', other, { slug: SLUG })).rejects.toMatchObject({
    code: 'template.not_found',
  });
  await expect(call('phishing.template', other, { id: data[0]!.template_id })).rejects.toMatchObject({
    code: 'template.not_found',
  });
});

test('tag actions, campaigns and the course editor name unchanged copies in the language of the reader', async () => {
  const h = await campaign.organization();
  const english = { ...(await make.operator(h.org)), language: 'en' as const };
  const { data } = await call('phishing.starter-adopt', h.administrator, { slugs: [SLUG] });
  const { email_id, template_id } = data[0]!;
  const { id: course } = (await call('library.starter-adopt', h.administrator, { courses: [{ slug: 'phishing' }] }))
    .data[0]!;
  const tag = await make.tag(h.org);
  await call('automation.add-phishing', h.administrator, { tagId: tag.id, templates_ids: [email_id!] });
  await call('automation.add-courses', h.administrator, { tag_id: tag.id, course_ids: [course] });
  const made = await campaign.launch(h, { templates: [email_id] });
  const names = async (who: Person) => {
    const actions = (await call('automation.actions', who, { id: tag.id })).data;
    const email = actions.find((one) => one.type === 'phishing')!.phishing_templates[0]!;
    const [sent] = (await call('campaigns.emails', who, { id: made.id })).data;
    return {
      templates: [email.name, email.template_name, sent!.name, sent!.template_name].concat(
        (await call('campaigns.get', who, { id: made.id })).email!.name,
        (await call('campaigns.list', who, {})).data[0]!.email!.name,
      ),
      courses: [
        actions.find((one) => one.type === 'course')!.courses[0]!.title,
        (await call('library.course', who, { id: course })).shown_title,
      ],
    };
  };
  const template = (await starterPhishing()).templates.find((one) => one.slug === SLUG)!;
  const text = (await starterCourses()).find((one) => one.slug === 'phishing')!;
  const all = (name: string, title: string) => ({ templates: Array(6).fill(name), courses: [title, title] });
  expect(await names(english)).toEqual(all(template.name.en, text.title.en));
  expect(await names(h.administrator)).toEqual(all(template.name.ru, text.title.ru));
  expect((await call('library.course', english, { id: course })).title).toBe(text.title.ru);
  // What an organisation has named itself keeps its name.
  await stored("update courses set title = 'Наш курс' where id = $1", [course]);
  await stored("update campaign_emails set template_name = 'Наш шаблон' where template_id = $1", [template_id]);
  const renamed = await names(english);
  expect(renamed.courses).toEqual(['Наш курс', 'Наш курс']);
  expect(renamed.templates[3]).toBe('Наш шаблон');
});
