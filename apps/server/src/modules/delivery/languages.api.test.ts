import { readReceived } from '@sergak/mail/test-received.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { call, platform, stored } from '../../../test/app.ts';
import { launch, organization, recipients } from '../../../test/make/campaign.ts';
import { emailStates, mailServer } from '../../../test/make/campaign-rows.ts';
import { SENDER_DEFAULTS, startSender } from './senders.ts';
import { startTracking } from '../tracking/listener.ts';

const form = (word: string) => `<p>${word}</p><form><input data-field="password"></form>`;

/** Four people (ru, en, uz and without a language), an email in three languages with pages in two. */
const prepare = async () => {
  const h = await organization(4);
  for (const [n, language] of ['ru', 'en', 'uz', null].entries())
    await stored('update employees set language = $2 where id = $1', [h.staff[n]!.id, language]);
  const { page_id } = await call('phishing.email', h.administrator, { id: h.email_id });
  await call('phishing.page-update', h.administrator, { id: page_id!, html: form('Вход') });
  const page = await call('phishing.page-translate', h.administrator, { id: page_id!, language: 'en' });
  await call('phishing.page-update', h.administrator, { id: page.id, html: form('Sign in') });
  const translate = async (language: 'en' | 'uz', subject: string) => {
    const made = await call('phishing.email-translate', h.administrator, { id: h.email_id, language });
    await call('phishing.email-update', h.administrator, {
      id: made.id,
      subject,
      html: `<p><span data-tip="1">${subject}</span> <a href="{{link}}">x</a></p>{{tracking}}`,
      sender_address: `${language}@elsewhere.test`,
      tips: [{ text: `Tip ${language} {{sender_address}}, {{report_address}}`, cue: 'urgency' }],
    });
    return made.id;
  };
  const english = await translate('en', 'Check it');
  await translate('uz', 'Tekshiring');
  return { h, english };
};

test('a campaign sends each person the version in the own language, with its page and its red flags', async () => {
  const { h, english } = await prepare();
  const on = await platform();
  const { id } = await launch(h);
  const sink = await sinkWith();
  await mailServer(on, h.org.id, sink.port);
  // Edits after the launch do not reach the campaign.
  await call('phishing.email-update', h.administrator, { id: english, subject: 'Later' });
  const sender = await startSender(on, { ...SENDER_DEFAULTS, pollMs: 50 });
  onTestFinished(() => sender.stop());
  await vi.waitFor(async () => expect(await emailStates(on, id)).toEqual({ sent: 4 }), { timeout: 20_000 });
  const mails = await Promise.all(sink.accepted.map((one) => readReceived(one.raw!)));
  const sent = await stored<{ employee_id: string; language: string; message_id: string; tracking_key: string }>(
    'select * from campaign_recipients where campaign_id = $1',
    [id],
  );
  const of = (n: number) => sent.find((one) => one.employee_id === h.staff[n]!.id)!;
  const subject = (n: number) => mails.find((mail) => mail.messageId === of(n).message_id)!.subject;
  expect([0, 1, 2, 3].map((n) => of(n).language)).toEqual(['ru', 'en', 'uz', 'ru']);
  expect([subject(1), subject(2)]).toEqual(['Check it', 'Tekshiring']);
  expect(subject(0)).toContain('Проверьте');
  expect(mails.every((mail) => !String(mail.html).includes('data-tip'))).toBe(true);

  const listener = await startTracking(on, 0, '127.0.0.1');
  onTestFinished(() => listener.stop());
  const port = (listener.server.address() as { port: number }).port;
  const page = async (n: number) => (await fetch(`http://127.0.0.1:${port}/${of(n).tracking_key}`)).text();
  expect(await page(1)).toContain('Sign in');
  // The page has no Uzbek version, so the base is shown.
  expect(await page(2)).toContain('Вход');
  const gotcha = async (n: number) => call('campaigns.gotcha', null, { key: of(n).tracking_key });
  const domain = (await call('phishing.email', h.administrator, { id: h.email_id })).sender_address.split('@')[1];
  expect(mails.find((mail) => mail.messageId === of(2).message_id)!.from).toMatchObject({ address: `uz@${domain}` });
  expect(await gotcha(1)).toMatchObject({
    language: 'en',
    tips: [`Tip en en@${domain}, the address for phishing reports`],
    email: { subject: 'Check it', sender_address: `en@${domain}` },
  });
  expect(await gotcha(0)).toMatchObject({ language: 'ru', tips: ['Чужой адрес'] });
});

test('a person without a version in the own language gets that of the organisation, then the base', async () => {
  const h = await organization(2);
  await stored(`update organizations set language = 'en' where id = $1`, [h.org.id]);
  await stored(`update employees set language = 'uz' where id = $1`, [h.staff[0]!.id]);
  const languages = async (campaign: { id: string }) =>
    (
      await stored<{ language: string }>('select language from campaign_recipients where campaign_id = $1', [
        campaign.id,
      ])
    ).map((one) => one.language);
  expect(await languages(await launch(h))).toEqual(['ru', 'ru']);
  await call('phishing.email-translate', h.administrator, { id: h.email_id, language: 'en' });
  const second = await launch(h);
  expect(await languages(second)).toEqual(['en', 'en']);
  expect(await recipients(second.id)).toHaveLength(2);
});

test('campaigns choose bases, never translations', async () => {
  const { h, english } = await prepare();
  await expect(call('campaigns.create', h.administrator, { ...h.form, templates: [english] })).rejects.toMatchObject({
    code: 'email.not_found',
  });
});
