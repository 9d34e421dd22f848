import { expect, test } from 'vitest';
import { actionLog, call, platform, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';
import { now } from '../../platform/clock.ts';
import { renderPreview, type PhishingPreview } from './preview.service.ts';

const people = async () => {
  const org = await make.organization();
  return { org, administrator: await make.operator(org) };
};
const readPreview = async (url: string) => {
  const on = await platform();
  const payload = on.secrets.verify<PhishingPreview>(url.split('/preview/')[1]!, now());
  return (await renderPreview(on, payload!))?.html;
};
const page = '<form><input data-field="password" type="password"><button type="submit">OK</button></form>';

test('a template is created, filled, copied and deleted; the audit log has an entry for each step', async () => {
  const { org, administrator } = await people();
  const { category_id } = await emails(org);
  const made = await call('phishing.template-create', administrator, { category_id, name: 'Пароль истекает' });
  const landing = await call('phishing.page-create', administrator, { template_id: made.id, name: 'Вход', html: page });
  await call('phishing.email-create', administrator, {
    template_id: made.id,
    name: 'Письмо',
    subject: 'Тема',
    sender_name: 'Служба',
    sender_address: 'it@corp.test',
    html: '<p>{{first_name}}, <a href="{{link}}">сюда</a></p>',
    page_id: landing.id,
    tips: [{ text: 'Адрес чужой', cue: 'sender_address' }],
  });
  const copy = await call('phishing.template-copy', administrator, { id: made.id });
  expect(copy).toMatchObject({
    name: 'Пароль истекает (2)',
    starter: false,
    emails: [{ tips: [{ text: 'Адрес чужой', cue: 'sender_address' }] }],
    pages: [{ name: 'Вход' }],
  });
  expect(copy.emails[0]!.page_id).toBe(copy.pages[0]!.id);
  expect(await call('phishing.template-delete', administrator, { id: copy.id })).toEqual({ archived: false });
  await expect(call('phishing.template', administrator, { id: copy.id })).rejects.toMatchObject({
    code: 'template.not_found',
  });
  expect((await actionLog(org.id)).map((line) => line.action)).toEqual([
    'template.created',
    'page.created',
    'email.created',
    'template.copied',
    'template.deleted',
  ]);
});

test('an email with an unknown variable or without a link is rejected, and the error names the position', async () => {
  const { org, administrator } = await people();
  const { template_id } = await emails(org);
  const draft = { template_id, name: 'П', subject: 'Тема', sender_name: 'Служба', sender_address: 'it@corp.test' };
  await expect(
    call('phishing.email-create', administrator, { ...draft, html: '<p>a</p>\n{{frist_name}} {{link}}' }),
  ).rejects.toMatchObject({
    code: 'email.unknown_variable',
    details: { faults: [{ line: 2, column: 1, text: '{{frist_name}}' }] },
  });
  await expect(call('phishing.email-create', administrator, { ...draft, html: '<p>a</p>' })).rejects.toMatchObject({
    code: 'email.link_missing',
  });
  await expect(
    call('phishing.template-update', administrator, { id: template_id, attack_vector: 'attachments' }),
  ).rejects.toMatchObject({
    code: 'email.attachment_missing',
  });
  await expect(
    call('phishing.email-create', administrator, { ...draft, subject: 'a\r\nBcc: x@y.test', html: '{{link}}' }),
  ).rejects.toMatchObject({
    name: 'ZodError',
  });
});

test('a page without a form is rejected; scripts and outgoing addresses are removed and reported', async () => {
  const { org, administrator } = await people();
  const { template_id } = await emails(org);
  await expect(
    call('phishing.page-create', administrator, { template_id, name: 'С', html: '<p>x</p>' }),
  ).rejects.toMatchObject({ code: 'page.form_missing' });
  const saved = await call('phishing.page-create', administrator, {
    template_id,
    name: 'С',
    html: `<script>x</script>${page.replace('<input', '<input name="p"')}<img src="https://a.test/x.png">`,
  });
  expect(saved.html).not.toMatch(/script|name=|a\.test/);
  expect(saved.warnings.map((one) => one.code)).toEqual(['script', 'external_resource', 'field_name']);
});

test('a new page is linked: to the named emails, otherwise to those that lead to no page, with their translations', async () => {
  const { org, administrator } = await people();
  const { template_id, email_id, page_id } = await emails(org);
  const plain = { template_id, name: 'П', subject: 'Тема', sender_name: 'Служба', sender_address: 'it@corp.test' };
  const alone = await call('phishing.email-create', administrator, { ...plain, html: '<a href="{{link}}">a</a>' });
  const english = await call('phishing.email-translate', administrator, { id: alone.id, language: 'en' });
  const pageOf = async (id: string) => (await call('phishing.email', administrator, { id })).page_id;
  const add = (email_ids?: string[]) =>
    call('phishing.page-create', administrator, {
      template_id,
      name: 'С',
      html: page,
      ...(email_ids && { email_ids }),
    });
  const first = await add();
  expect([await pageOf(alone.id), await pageOf(english.id), await pageOf(email_id)]).toEqual([
    first.id,
    first.id,
    page_id,
  ]);
  const second = await add([email_id]);
  expect([await pageOf(email_id), await pageOf(alone.id)]).toEqual([second.id, first.id]);
  await add([]);
  expect([await pageOf(email_id), await pageOf(alone.id)]).toEqual([second.id, first.id]);
  const { email_id: theirs } = await emails(await make.organization());
  for (const wrong of [theirs, english.id])
    await expect(add([wrong])).rejects.toMatchObject({ code: 'email.not_found' });
});

test('of two people who save the same email, the second gets a conflict, and nothing is lost', async () => {
  const { org, administrator } = await people();
  const { email_id } = await emails(org);
  const { version } = await call('phishing.email', administrator, { id: email_id });
  await call('phishing.email-update', administrator, { id: email_id, subject: 'Первый', version });
  await expect(
    call('phishing.email-update', administrator, { id: email_id, subject: 'Второй', version }),
  ).rejects.toMatchObject({ code: 'common.stale_version' });
  expect((await call('phishing.email', administrator, { id: email_id })).subject).toBe('Первый');
});

test('templates, emails and pages of another organisation are not found', async () => {
  const { administrator } = await people();
  const theirs = await emails(await make.organization());
  const rejected = (code: string) => ({ code });
  await expect(call('phishing.template', administrator, { id: theirs.template_id })).rejects.toMatchObject(
    rejected('template.not_found'),
  );
  await expect(call('phishing.template-delete', administrator, { id: theirs.template_id })).rejects.toMatchObject(
    rejected('template.not_found'),
  );
  await expect(call('phishing.email-delete', administrator, { id: theirs.email_id })).rejects.toMatchObject(
    rejected('email.not_found'),
  );
  await expect(call('phishing.page', administrator, { id: theirs.page_id })).rejects.toMatchObject(
    rejected('page.not_found'),
  );
  await expect(call('phishing.preview', administrator, { email_id: theirs.email_id })).rejects.toMatchObject(
    rejected('email.not_found'),
  );
  await expect(
    call('phishing.page-create', administrator, { template_id: theirs.template_id, name: 'x', html: page }),
  ).rejects.toMatchObject(rejected('template.not_found'));
});

test('a preview is filled with the chosen person, has no working links and shows cleaned drafts', async () => {
  const { org, administrator } = await people();
  const { email_id } = await emails(org);
  const person = await make.employee(org, { first_name: '<b>Зоя</b>', last_name: "О'Нил" });
  const stored = await call('phishing.preview', administrator, { email_id, employee_id: person.id });
  const html = await readPreview(stored.url);
  expect(html).toContain('&lt;b&gt;Зоя&lt;/b&gt;');
  expect(html).toContain('href="#"');
  expect(html).not.toContain('{{');
  const draft = await call('phishing.preview', administrator, {
    kind: 'email',
    html: '<p onclick="x()">{{first_name}}</p><script>1</script>',
  });
  expect(draft.warnings.map((one) => one.code)).toContain('script');
  expect(await readPreview(draft.url)).toBe('<p>Анна</p>');
  const marked = { kind: 'email' as const, html: '<p><span data-tip="1">x</span></p>' };
  const plain = await call('phishing.preview', administrator, marked);
  expect(await readPreview(plain.url)).not.toContain('<style>');
  const shown = await call('phishing.preview', administrator, { ...marked, marks: true });
  expect(await readPreview(shown.url)).toMatch(/data-tip="1".*<style>.*attr\(data-tip\)/s);
});

test('redirect pages cannot be deleted while a campaign shows them', async () => {
  const { org, administrator } = await people();
  const made = await call('phishing.redirect-page-create', administrator, {
    name: 'Памятка',
    html: '<h1>{{first_name}}</h1><form>x</form>',
  });
  expect(made.html).toBe('<h1>{{first_name}}</h1>x');
  await stored(
    `insert into campaigns (organization_id, name, settings, start_at, end_at, redirect_page_id) values ($1, 'c', '{}', now(), now() + interval '1 day', $2)`,
    [org.id, made.id],
  );
  await expect(call('phishing.redirect-page-delete', administrator, { id: made.id })).rejects.toMatchObject({
    code: 'redirect_page.in_use',
  });
  await call('phishing.redirect-page-update', administrator, { id: made.id, name: 'Новая', version: made.version });
  expect((await call('phishing.redirect-pages', administrator, {})).data).toMatchObject([
    { name: 'Новая', campaigns_count: 1 },
  ]);
});

test('automatic phishing is switched on and off for the organisation', async () => {
  const { org, administrator } = await people();
  expect(await call('phishing.autophish', administrator, {})).toEqual({ active: false });
  await call('phishing.autophish-toggle', administrator, { toggle: 'true' });
  expect(await call('phishing.autophish', administrator, {})).toEqual({ active: true });
  expect(await actionLog(org.id)).toMatchObject([{ action: 'autophish.toggled', changes: { active: [false, true] } }]);
});

test('the search finds templates by the subject of an email, in any case and alphabet', async () => {
  const { org, administrator } = await people();
  await emails(org, { subject: 'Срочно: ПАРОЛЬ 100%_' });
  await emails(org, { subject: 'Отпуск' });
  for (const search of ['пароль 100%_', 'parol', 'srochno'])
    expect(
      (await call('phishing.templates', administrator, { search })).data.flatMap((g) => g.templates),
      search,
    ).toHaveLength(1);
});

test('the link of a preview ends when the person who made it loses the permission', async () => {
  const { org, administrator } = await people();
  const { email_id } = await emails(org);
  const { url, expires_at } = await call('phishing.preview', administrator, { email_id });
  expect(new Date(expires_at).getTime() - now().getTime()).toBeLessThanOrEqual(15 * 60_000);
  expect(await readPreview(url)).toContain('<');
  await stored("update employees set role = 'employee' where id = $1", [administrator.id]);
  expect(await readPreview(url)).toBeUndefined();
  await stored("update employees set role = 'operator' where id = $1", [administrator.id]);
  expect(await readPreview(url)).toContain('<');
  await stored('update employees set deleted_at = now() where id = $1', [administrator.id]);
  expect(await readPreview(url)).toBeUndefined();
});

const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const preview = (html: string, kind: 'email' | 'page' = 'email') => ({ html, kind });

/** Number of event loop turns while `work` is pending: zero if the loop is blocked. */
const countTurns = async (work: Promise<unknown>) => {
  let turns = 0;
  let isDone = false;
  const ended = work.finally(() => (isDone = true)).catch(() => undefined);
  while (!isDone) {
    await new Promise((next) => setImmediate(next));
    turns += 1;
  }
  await ended;
  return turns;
};

test('cleaning a style sheet of open brackets does not block the process', async () => {
  const { administrator } = await people();
  const text = `<style>${'url('.repeat(100_000)}</style>{{tracking}}`;
  const turns = await countTurns(call('phishing.preview', administrator, preview(text)));
  expect(turns).toBeGreaterThan(3);
});

test('a text nested too deeply is rejected with 422, and the next text is cleaned', async () => {
  const { administrator } = await people();
  const deep = call('phishing.preview', administrator, preview('<b>'.repeat(10_000)));
  expect(await codeOf(deep)).toBe('page.too_complex');
  expect(await call('phishing.preview', administrator, preview('<p>1</p>'))).toMatchObject({ subject: null });
});

test('warnings and faults of a hostile text are limited and found in one pass', async () => {
  const { administrator } = await people();
  for (const piece of ['<script', '<style', ' src=', 'url( ', '}}', '<input ', ' onx=']) {
    const html = piece.repeat(120_000 / piece.length);
    const answer = await call('phishing.preview', administrator, preview(html, 'page'));
    expect(answer.warnings.length, piece).toBeLessThanOrEqual(300);
  }
});

test('a variable inside a foreign address is rejected when an email is saved or previewed', async () => {
  const { administrator } = await people();
  const html = '<a href="https://a.example/?e=&#123;{email}}">1</a>{{link}}';
  expect(await codeOf(call('phishing.preview', administrator, preview(html)))).toBe('email.variable_misplaced');
  const page = { name: '1', html: '<a href="https://a.example/?e={{email}}">1</a>' };
  expect(await codeOf(call('phishing.redirect-page-create', administrator, page))).toBe('email.variable_misplaced');
});

test('the figures of a template count delivered emails only', async () => {
  const { org, administrator } = await people();
  const { category_id } = await emails(org);
  const template = await call('phishing.template-create', administrator, { category_id, name: 'Посылка' });
  const campaign = await history.campaign(org);
  await stored('update campaign_emails set template_id = $2 where campaign_id = $1', [campaign.id, template.id]);
  const fates = [
    { result: 4 },
    { result: 0 },
    { state: 'queued' },
    { state: 'failed' },
    { state: 'cancelled' },
  ] as const;
  for (const fate of fates) await history.email(org, campaign, await make.employee(org), fate);
  expect(await call('phishing.template-statistics', administrator, { id: template.id })).toMatchObject({
    recipients: 2,
    sent: 2,
    entered_data: 1,
    incident_risk: 50,
  });
});
