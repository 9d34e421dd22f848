import type { Premise } from '@sergak/contract/phishing/phish-scale.rules.ts';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { actionLog, call, platform, sessionOf, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';
import { addRoutes, createPortal } from '../../platform/http/server.ts';
import { phishingRoutes } from './phishing.routes.ts';
import { adoptTemplates, starterTemplateSlugs } from './public.ts';

const people = async () => {
  const org = await make.organization();
  return { org, administrator: await make.operator(org) };
};
type Administrator = Awaited<ReturnType<typeof people>>['administrator'];
const listed = async (administrator: Administrator, filter: Parameters<typeof call<'phishing.templates'>>[2] = {}) =>
  (await call('phishing.templates', administrator, filter)).data.flatMap((group) => group.templates);
const premise: Premise = { workplace_process: 8, relevance: 8, events: 4, concern: 6, training: 0 };

test('the list carries no html unless it is asked for', async () => {
  const { org, administrator } = await people();
  await emails(org);
  expect((await listed(administrator))[0]!.emails[0]).not.toHaveProperty('html');
  expect((await listed(administrator, { with_html: 'true' }))[0]!.emails[0]!.html).toContain('{{link}}');
});

test('the list is filtered by category, difficulty, language and use, and sorted', async () => {
  const { org, administrator } = await people();
  const first = await emails(org);
  const second = await emails(org);
  const other = await call('phishing.category-create', administrator, { title: 'Другая' });
  await call('phishing.template-update', administrator, { id: first.template_id, name: 'Б', difficulty: 'hard' });
  await call('phishing.template-update', administrator, { id: second.template_id, name: 'А', category_id: other.id });
  const names = async (filter: Parameters<typeof listed>[1]) =>
    (await listed(administrator, filter)).map((one) => one.name);
  expect(await names({ category: other.id })).toEqual(['А']);
  expect(await names({ difficulty: 'hard' })).toEqual(['Б']);
  expect(await names({ language: 'en' })).toEqual([]);
  expect(await names({ use: 'used' })).toEqual([]);
  expect((await names({ use: 'never' })).sort()).toEqual(['А', 'Б']);
  await call('phishing.template-update', administrator, { id: second.template_id, category_id: first.category_id });
  expect(await names({})).toEqual(['А', 'Б']);
  expect(await names({ sort: 'difficulty' })).toEqual(['А', 'Б']);
  expect((await listed(administrator, { archived: 'true' })).length).toBe(0);
});

test('several templates are archived, restored and deleted; used ones are archived instead of deleted', async () => {
  const { org, administrator } = await people();
  const used = await emails(org);
  const fresh = await emails(org);
  await stored(
    `with c as (insert into campaigns (organization_id, name, settings, start_at, end_at)
       values ($1, 'c', '{}', now(), now() + interval '1 day') returning id)
     insert into campaign_emails (organization_id, campaign_id, email_id, template_id, name, template_name, attack_vector, subject,
       sender_name, sender_address, html) select $1, c.id, $2, $3, 'x', 'x', 'form', 'x', 'x', 'x@y.test', 'x' from c`,
    [org.id, used.email_id, used.template_id],
  );
  const ids = [used.template_id, fresh.template_id];
  const bulk = (action: 'archive' | 'restore' | 'delete') =>
    call('phishing.templates-bulk', administrator, { ids, action });
  expect(await bulk('archive')).toEqual({ done: 2, archived: 2, deleted: 0 });
  expect(await listed(administrator)).toEqual([]);
  expect(await bulk('restore')).toMatchObject({ done: 2 });
  expect(await bulk('delete')).toEqual({ done: 2, archived: 1, deleted: 1 });
  expect((await listed(administrator, { archived: 'true' })).map((one) => one.id)).toEqual([used.template_id]);
  const theirs = await emails(await make.organization());
  await expect(
    call('phishing.templates-bulk', administrator, { ids: [theirs.template_id], action: 'delete' }),
  ).rejects.toMatchObject({ code: 'template.not_found' });
  expect((await actionLog(org.id)).map((line) => line.action)).toEqual(Array(3).fill('templates.changed'));
});

test('categories are added, renamed, ordered and removed; one in use is kept and names its templates', async () => {
  const { org, administrator } = await people();
  const { category_id } = await emails(org);
  const made = await call('phishing.category-create', administrator, { title: 'Доставка' });
  await expect(call('phishing.category-create', administrator, { title: 'доставка' })).rejects.toMatchObject({
    code: 'template_category.exists',
  });
  await call('phishing.category-update', administrator, { id: made.id, title: 'Посылки' });
  await call('phishing.categories-reorder', administrator, { ids: [made.id, category_id] });
  const titles = async () => (await call('phishing.categories', administrator, {})).data.map((one) => one.title);
  expect(await titles()).toEqual(['Посылки', 'Проверка']);
  await expect(call('phishing.category-delete', administrator, { id: category_id })).rejects.toMatchObject({
    code: 'template_category.in_use',
    details: { count: 1, templates: ['Шаблон'] },
  });
  await call('phishing.category-delete', administrator, { id: made.id });
  expect(await titles()).toEqual(['Проверка']);
});

test('the difficulty follows the estimate until a person sets it, and returns to it on request', async () => {
  const { org, administrator } = await people();
  const { email_id, template_id } = await emails(org);
  const difficulty = async () => (await call('phishing.template', administrator, { id: template_id })).difficulty;
  expect(await difficulty()).toBe('medium');
  await call('phishing.email-update', administrator, { id: email_id, premise });
  expect(await difficulty()).toBe('hard');
  await call('phishing.template-update', administrator, { id: template_id, difficulty: 'easy' });
  await call('phishing.email-update', administrator, { id: email_id, premise: { ...premise, training: 8 } });
  expect(await difficulty()).toBe('easy');
  const back = await call('phishing.template-update', administrator, { id: template_id, difficulty_set: false });
  expect(back).toMatchObject({ difficulty: 'hard', difficulty_set: false });
});

test('marks of red flags survive saving', async () => {
  const { org, administrator } = await people();
  const { email_id } = await emails(org);
  const html = '<p><span data-tip="1">Срочно</span> <a href="{{link}}">x</a></p>';
  const tips = [{ text: 'Спешка', cue: 'urgency' as const }];
  const saved = await call('phishing.email-update', administrator, { id: email_id, html, tips });
  expect(saved.html).toBe(html);
  expect(saved.warnings.map((one) => one.code)).toEqual(['tracking_missing']);
});

test('a mark that belongs to no red flag is removed with a warning, also when its red flag is removed', async () => {
  const { org, administrator } = await people();
  const { email_id, template_id } = await emails(org);
  const html = '<p><span data-tip="1">a</span><span data-tip="2">b</span> <a href="{{link}}">x</a></p>{{tracking}}';
  const kept = '<p><span data-tip="1">a</span>b <a href="{{link}}">x</a></p>{{tracking}}';
  const none = '<p>ab <a href="{{link}}">x</a></p>{{tracking}}';
  const tips = [{ text: 'Спешка', cue: 'urgency' as const }];
  const saved = await call('phishing.email-update', administrator, { id: email_id, html, tips });
  expect(saved).toMatchObject({ html: kept, warnings: [{ code: 'mark_unknown' }] });
  expect((await call('phishing.email-update', administrator, { id: email_id, tips: [] })).html).toBe(none);
  const draft = { template_id, name: 'n', subject: 's', sender_name: 'n', sender_address: 'it@corp.test', html, tips };
  expect((await call('phishing.email-create', administrator, draft)).html).toBe(kept);
});

test('an email and its page get one version per language; the list shows complete languages', async () => {
  const { org, administrator } = await people();
  const { email_id, page_id, template_id } = await emails(org);
  const english = await call('phishing.email-translate', administrator, { id: email_id, language: 'en' });
  expect(english).toMatchObject({ language: 'en', translation_of: email_id, page_id });
  expect(english.versions.map((one) => one.language)).toEqual(['ru', 'en']);
  for (const language of ['ru', 'en'] as const)
    await expect(call('phishing.email-translate', administrator, { id: english.id, language })).rejects.toMatchObject({
      code: 'email.language_exists',
    });
  expect((await listed(administrator))[0]!.languages).toEqual(['ru']);
  const page = await call('phishing.page-translate', administrator, { id: page_id, language: 'en' });
  expect((await listed(administrator))[0]!.languages).toEqual(['ru', 'en']);
  expect(await listed(administrator, { language: 'en' })).toHaveLength(1);
  await call('phishing.email-update', administrator, { id: email_id, sender_address: 'new@corp.test' });
  const changed = await call('phishing.email-update', administrator, {
    id: english.id,
    subject: 'Check it',
    sender_address: 'accounts@elsewhere.test',
  });
  // Its part before the @ is its own, the domain is that of the base.
  expect(changed).toMatchObject({ subject: 'Check it', sender_address: 'accounts@corp.test' });
  await call('phishing.email-update', administrator, { id: email_id, sender_address: 'kassa@office.test' });
  expect(await call('phishing.email', administrator, { id: english.id })).toMatchObject({
    sender_address: 'accounts@office.test',
  });
  const template = await call('phishing.template', administrator, { id: template_id });
  expect([template.emails.length, template.pages.length]).toEqual([1, 1]);
  const copy = await call('phishing.template-copy', administrator, { id: template_id });
  expect(copy.emails[0]!.versions.map((one) => one.language)).toEqual(['ru', 'en']);
  expect(copy.pages[0]!.versions).toHaveLength(2);
  await expect(call('phishing.page-delete', administrator, { id: page_id })).rejects.toMatchObject({
    code: 'page.in_use',
  });
  await call('phishing.page-delete', administrator, { id: page.id });
  await call('phishing.email-delete', administrator, { id: email_id });
  await expect(call('phishing.email', administrator, { id: english.id })).rejects.toMatchObject({
    code: 'email.not_found',
  });
});

test('the starter library has all languages, the one of the organisation as base', async () => {
  const { org, administrator } = await people();
  await stored("update organizations set language = 'uz' where id = $1", [org.id]);
  await adoptTemplates(await platform(), org.id, await starterTemplateSlugs());
  const all = await listed(administrator);
  const count = (await starterTemplateSlugs()).length;
  expect(all).toHaveLength(count);
  expect(all.every((one) => one.emails[0]!.language === 'uz')).toBe(true);
  expect(all.map((one) => one.languages)).toEqual(Array(count).fill(['uz', 'en', 'ru']));
  const one = await call('phishing.email', administrator, { id: all[0]!.emails[0]!.id });
  expect(one.tips.every((tip) => tip.cue !== null)).toBe(true);
});

test('the list of 200 templates is smaller than 50 kB on the wire', async () => {
  const { org, administrator } = await people();
  const on = await platform();
  await adoptTemplates(on, org.id, (await starterTemplateSlugs()).slice(0, 12));
  // Copies with other names and descriptions, because equal ones would compress too well.
  await stored(
    `with made as (
       insert into templates (organization_id, category_id, name, description, difficulty, attack_vector, language)
       select t.organization_id, t.category_id, t.name || ' ' || md5(n || t.name),
         (select string_agg(w, ' ' order by random()) from regexp_split_to_table(t.description, ' ') w where n > 0),
         t.difficulty, t.attack_vector, t.language
       from templates t cross join generate_series(1, 20) n where t.organization_id = $1 limit 188
       returning id, name, category_id, organization_id)
     insert into emails (organization_id, template_id, name, subject, sender_name, sender_address, html)
     select organization_id, id, name, name, 'Служба поддержки', 'it@' || left(md5(name), 8) || '.test', repeat('x', 5000) from made`,
    [org.id],
  );
  const app = await createPortal(on);
  const shown = phishingRoutes.map((route) => ({ ...route, view: async () => null, guard: null }));
  addRoutes(app, on, shown, async () => sessionOf(administrator));
  onTestFinished(() => app.close());
  const answer = await app.inject({
    method: 'GET',
    url: '/lk/api/v2/phishing/templates',
    headers: {
      host: new URL(on.urls.portal).host,
      'accept-encoding': 'gzip',
      authorization: 'Bearer test',
    },
  });
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'gzip']);
  const listed = JSON.parse(gunzipSync(answer.rawPayload).toString()) as { data: { templates: unknown[] }[] };
  expect(listed.data.flatMap((group) => group.templates)).toHaveLength(200);
  expect(answer.rawPayload.length).toBeLessThan(50_000);
});
