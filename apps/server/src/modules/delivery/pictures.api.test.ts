import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReceived } from '@sergak/mail/test-received.ts';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { call, platform, runJobs, stored } from '../../../test/app.ts';
import { organization } from '../../../test/make/campaign.ts';
import { mailServer } from '../../../test/make/campaign-rows.ts';
import { contentParts, previews } from '../../app/composition.ts';
import { createContentOrigin } from '../../platform/http/content-origin.ts';
import { SENDER_DEFAULTS, startSender } from './senders.ts';
import { startTracking } from '../tracking/listener.ts';

const drawn = (colour: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: colour } })
    .png()
    .toBuffer();
const sent = async (bytes: Buffer) => {
  const path = join(tmpdir(), `picture-${randomUUID()}`);
  await writeFile(path, bytes);
  return { picture: { path, name: 'logo.png', type: 'image/png', size: bytes.length } };
};
const decoded = (bytes: Buffer | Uint8Array) => sharp(bytes).raw().toBuffer();

/** An organisation whose email and landing page show one picture, and whose library has a second one. */
const illustrated = async (people: number) => {
  const h = await organization(people);
  const id = h.template_id;
  const bytes = await drawn('#336699');
  const shown = await call('phishing.picture-add', h.administrator, { id }, await sent(bytes));
  await call('phishing.picture-add', h.administrator, { id }, await sent(await drawn('#ffffff')));
  const html = `<p><a href="{{link}}"><img src="picture:${shown.file_id}" alt="x"></a></p>{{tracking}}`;
  await call('phishing.email-update', h.administrator, { id: h.email_id, html });
  const page = `<img src="picture:${shown.file_id}" alt="x"><form><input data-field="login"></form>`;
  const [made] = await stored<{ page_id: string }>('select page_id from emails where id = $1', [h.email_id]);
  await call('phishing.page-update', h.administrator, { id: made!.page_id, html: page });
  return { ...h, bytes, shown };
};

test('each email embeds the pictures it shows, also after they were replaced in the template', async () => {
  const h = await illustrated(3);
  const on = await platform();
  const sink = await sinkWith();
  await mailServer(on, h.org.id, sink.port);
  const made = await call('campaigns.create', h.administrator, h.form);
  const replaced = { file_id: h.shown.file_id, template_id: h.template_id };
  await call('phishing.picture-replace', h.administrator, replaced, await sent(await drawn('#ff0000')));
  await runJobs('campaigns.plan-emails', h.org.id);
  const sender = await startSender(on, { ...SENDER_DEFAULTS, pollMs: 50 });
  onTestFinished(() => sender.stop());
  await vi.waitFor(() => expect(sink.accepted).toHaveLength(3), { timeout: 20_000 });
  for (const { raw } of sink.accepted) {
    expect(raw!.toString()).toContain(`"cid:${h.shown.file_id}@pictures"`);
    const { attachments } = await readReceived(raw!);
    expect(attachments).toHaveLength(1);
    expect(attachments[0]).toMatchObject({
      cid: `${h.shown.file_id}@pictures`,
      contentType: 'image/png',
      related: true,
    });
    expect(await decoded(attachments[0]!.content)).toEqual(await decoded(h.bytes));
  }
  // The old file is kept for the campaign, and deleted with it.
  const kept = () => stored('select id from files where id = $1', [h.shown.file_id]);
  expect(await kept()).toHaveLength(1);
  await call('campaigns.complete', h.administrator, { id: made.id });
  await call('campaigns.delete', h.administrator, { id: made.id });
  expect(await kept()).toEqual([]);
});

test('the phishing origin serves the pictures of campaigns, and no other file', async () => {
  const h = await illustrated(1);
  const on = await platform();
  const listener = await startTracking(on, 0, '127.0.0.1');
  onTestFinished(() => listener.stop());
  const base = `http://127.0.0.1:${(listener.server.address() as { port: number }).port}`;
  const get = () => fetch(`${base}/i/${h.shown.file_id}`);
  expect((await get()).status).toBe(404);
  await call('campaigns.create', h.administrator, h.form);
  await runJobs('campaigns.plan-emails', h.org.id);
  const answer = await get();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await decoded(Buffer.from(await answer.arrayBuffer()))).toEqual(await decoded(h.bytes));
  const [recipient] = await stored<{ tracking_key: string }>(
    'select tracking_key from campaign_recipients where organization_id = $1',
    [h.org.id],
  );
  const page = await (await fetch(`${base}/${recipient!.tracking_key}`)).text();
  expect(page).toContain(`<img src="/i/${h.shown.file_id}"`);
  const files = await stored<{ id: string }>('select id from files where organization_id = $1 and id <> $2', [
    h.org.id,
    h.shown.file_id,
  ]);
  for (const { id } of [...files, { id: randomUUID() }]) expect((await fetch(`${base}/i/${id}`)).status).toBe(404);
});

test('a preview shows its pictures under signed addresses of the content origin', async () => {
  const h = await illustrated(1);
  const on = await platform();
  const app = await createContentOrigin(on, previews);
  for (const part of contentParts) await part(app, on);
  onTestFinished(() => app.close());
  const host = new URL(on.urls.content).host;
  const get = (url: string) => app.inject({ url: url.replace(on.urls.content, ''), headers: { host } });
  const { url } = await call('phishing.preview', h.administrator, { email_id: h.email_id });
  const source = /<img src="([^"]+)"/.exec((await get(url)).body)?.[1];
  expect(source).toMatch(new RegExp(`^${on.urls.content}/preview-pictures/`));
  const picture = await get(source!);
  expect(picture.headers['content-type']).toBe('image/png');
  expect(await decoded(picture.rawPayload)).toEqual(await decoded(h.bytes));
  expect((await get(`${source}x`)).statusCode).toBe(404);
  await stored(`update employees set role = 'employee' where id = $1`, [h.administrator.id]);
  expect((await get(source!)).statusCode).toBe(404);
});

test('a test email shows the pictures of the template', async () => {
  const h = await illustrated(1);
  const on = await platform();
  const sink = await sinkWith();
  await mailServer(on, h.org.id, sink.port);
  await call('campaigns.test-email', h.administrator, { email_id: h.email_id });
  await runJobs('mail.send-email', h.org.id);
  const { attachments } = await readReceived(sink.accepted[0]!.raw!);
  expect(attachments.map(({ cid }) => cid)).toEqual([`${h.shown.file_id}@pictures`]);
});
