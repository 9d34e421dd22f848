import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReceived } from '@sergak/mail/test-received.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, startDovecot, whyNoDovecot, type Dovecot } from '../../../test/dovecot.ts';
import { call, platform, queued, stored } from '../../../test/app.ts';
import { cloneDatabase } from '../../../test/database.ts';
import * as make from '../../../test/make/index.ts';
import { insertCampaign, mailServer } from '../../../test/make/campaign-rows.ts';
import { readConfig } from '../../config.ts';
import { jobContext } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { createPlatform } from '../../platform/platform.ts';
import { createOrganization } from '../organizations/public.ts';
import { readReports } from './read-reports.jobs.ts';
import { testMailbox } from './report-address.service.ts';
import { realPhishing, ways, type ReportedMessage } from './test-reports.ts';

const users = Array.from({ length: 15 }, (_, n) => ({ name: `box${n}` }));
let dovecot: Dovecot;
let taken = 0;

const run = async (organizationId: string) =>
  readReports(jobContext(await platform(), organizationId, new AbortController().signal), {});

/** An organisation with a mailbox of its own, and a campaign that was sent to `count` people. */
const setUp = async (count: number, changes: { folder?: string; forward_to?: string; user?: string } = {}) => {
  const org = await make.organization();
  const administrator = await make.employee(org, { role: 'system_admin' });
  const on = await platform();
  const { campaignId } = await insertCampaign(on, org.id, count);
  await stored(
    `update campaign_recipients set state = 'sent', sent_at = now() - interval '1 hour' where campaign_id = $1`,
    [campaignId],
  );
  const user = changes.user ?? users[taken++]!.name;
  const settings = {
    address: `report@${org.domain}`,
    host: dovecot.host,
    port: dovecot.port,
    security: 'none' as const,
    username: user,
    password: PASSWORD,
    folder: changes.folder ?? 'INBOX',
    forward_to: changes.forward_to ?? null,
    thanks: true,
  };
  await call('suspicious-mail.address-save', administrator, { ...settings, version: 0 });
  const [{ header_key }] = (await stored<{ header_key: Buffer }>('select header_key from organizations where id = $1', [
    org.id,
  ])) as [{ header_key: Buffer }];
  const people = await stored<{
    id: number;
    address: string;
    tracking_key: string;
    message_id: string;
    employee_id: string;
  }>('select * from campaign_recipients where campaign_id = $1 order by id', [campaignId]);
  const reported = (at: number, by = people[at]!.address): ReportedMessage => ({
    by,
    to: people[at]!.address,
    report: settings.address,
    link: `${on.urls.phishing}/${people[at]!.tracking_key}`,
    messageId: people[at]!.message_id,
    headerKey: header_key,
  });
  return { org, administrator, campaignId, people, reported, user, settings };
};
const events = (campaignId: string) =>
  stored<{ recipient_id: number }>(
    `select recipient_id from tracking_events where campaign_id = $1 and kind = 'reported' order by recipient_id`,
    [campaignId],
  );
const outbox = (organizationId: string, kind: string) =>
  stored<{ recipient: string; subject: string; text: string; message: Buffer | null }>(
    'select * from outbox where organization_id = $1 and kind = $2 order by created_at, recipient',
    [organizationId, kind],
  );
const mailbox = async (organizationId: string) =>
  (
    await stored<{
      last_uid: number;
      failures: number;
      failure: { code: string; step: string } | null;
      is_full: boolean;
    }>('select * from report_mailboxes where organization_id = $1', [organizationId])
  )[0]!;

describe.skipIf(whyNoDovecot !== null)(whyNoDovecot ?? 'with Dovecot', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    dovecot = await startDovecot([...users, { name: 'full', quotaBytes: 6_000 }, { name: 'large' }]);
  });
  afterAll(() => dovecot?.stop());

  test('reports from every program count once for their people, who are thanked in their language', async () => {
    const list = Object.values(ways);
    const { org, administrator, campaignId, people, reported, user } = await setUp(list.length);
    await stored(`update employees set language = 'uz' where id = $1`, [people[0]!.employee_id]);
    await dovecot.deliver(
      user,
      list.map((build, at) => build(reported(at))),
    );
    await run(org.id);
    expect((await events(campaignId)).map((one) => one.recipient_id)).toEqual(people.map(({ id }) => id));
    const rows = await stored<{ result: number; reported: boolean }>(
      'select result, reported_at is not null as reported from campaign_recipients where campaign_id = $1',
      [campaignId],
    );
    expect(rows).toEqual(people.map(() => ({ result: 0, reported: true })));
    const thanks = await outbox(org.id, 'report_thanks');
    expect(thanks.map((one) => one.recipient).sort()).toEqual(people.map((one) => one.address).sort());
    expect(thanks.find((one) => one.recipient === people[0]!.address)!.subject).toBe(
      'Xat haqida xabar berganingiz uchun rahmat',
    );
    expect(thanks.find((one) => one.recipient === people[1]!.address)!.text).toContain('было учебным');
    const refreshed = (await queued('statistics.refresh-people', org.id)).flatMap((one) => one.employee_ids ?? []);
    expect(refreshed).toEqual(expect.arrayContaining(people.map((one) => one.employee_id)));
    expect((await call('suspicious-mail.list', administrator, {})).total_count).toBe(0);
    expect(await dovecot.flags(user)).toEqual(people.map(() => expect.arrayContaining(['\\Seen'])));
    expect(await call('suspicious-mail.address', administrator, {})).toMatchObject({
      simulations: list.length,
      suspicious: 0,
      failure: null,
    });
  });

  test('the same report twice counts once, also in two runs at the same time', async () => {
    const { org, campaignId, reported, user } = await setUp(1);
    const first = ways['Gmail, forwarded inline'](reported(0));
    const second = ways['Gmail, forwarded inline']({ ...reported(0), n: '2' });
    await dovecot.deliver(user, [first, first, second]);
    await Promise.all([run(org.id), run(org.id)]);
    await run(org.id);
    expect(await events(campaignId)).toHaveLength(1);
    expect(await outbox(org.id, 'report_thanks')).toHaveLength(1);
  });

  test('a colleague or a stranger cannot report for somebody else', async () => {
    const { org, administrator, campaignId, people, reported, user } = await setUp(2);
    await dovecot.deliver(user, [
      ways['Gmail, forwarded inline'](reported(0, people[1]!.address)),
      ways['Thunderbird, as an attachment'](reported(0, 'stranger@elsewhere.test')),
    ]);
    await run(org.id);
    expect(await events(campaignId)).toEqual([]);
    expect((await outbox(org.id, 'report_thanks')).map((one) => one.recipient)).toEqual([people[1]!.address]);
    expect((await call('suspicious-mail.list', administrator, {})).total_count).toBe(0);
  });

  test('an email of another organisation counts nothing there and is listed here like any other', async () => {
    const there = await setUp(1);
    const here = await setUp(1);
    await dovecot.deliver(here.user, [ways['Apple Mail, as an attachment'](there.reported(0))]);
    await run(here.org.id);
    expect(await events(there.campaignId)).toEqual([]);
    expect(await outbox(there.org.id, 'report_thanks')).toEqual([]);
    expect((await call('suspicious-mail.list', here.administrator, {})).total_count).toBe(1);
  });

  test('an attack with copied marks of a simulation is listed and sent on, and counts nothing', async () => {
    const { org, administrator, campaignId, people, reported, user } = await setUp(6, {
      forward_to: 'soc@company.test',
    });
    await mailServer(await platform(), org.id, 2525);
    const { 'Gmail, forwarded inline': inline, 'Outlook, as an attachment': attached } = ways;
    const evil = (at: number) => ({ ...reported(at), link: `https://evil.example/${people[at]!.tracking_key}` });
    const forged = (message: Buffer) =>
      String(message).replaceAll(/^(From: .*)<support@help-desk\.test>/gm, '$1<attacker@evil.example>');
    await dovecot.deliver(user, [
      inline(evil(0)),
      forged(attached(reported(1))),
      forged(ways['Outlook, redirected by a rule'](reported(2))),
      forged(ways['Apple Mail and Thunderbird, redirected'](reported(3))),
      ways['Outlook, forwarded inline, links rewritten'](evil(4)),
      `From: <attacker@evil.example>\nTo: <${people[5]!.address}>\nMessage-ID: <x@evil.example>\nReferences: ${people[5]!.message_id}\nSubject: x\nContent-Type: text/plain\n\nFrom: <support@help-desk.test>\nSubject: x\n`,
    ]);
    await run(org.id);
    expect(await events(campaignId)).toEqual([]);
    expect((await call('suspicious-mail.list', administrator, {})).total_count).toBe(6);
    expect(await outbox(org.id, 'suspicious_email')).toHaveLength(6);
    for (const { text } of await outbox(org.id, 'report_thanks')) expect(text).not.toContain('учебное');
  });

  test('a real suspicious email is listed, sent on to the security team and assessed by a person', async () => {
    const { org, administrator, people, reported, user } = await setUp(1, { forward_to: 'soc@company.test' });
    await mailServer(await platform(), org.id, 2525);
    const report = realPhishing(reported(0));
    await dovecot.deliver(user, [report, realPhishing({ ...reported(0), n: '2' })]);
    await run(org.id);
    const { data } = await call('suspicious-mail.list', administrator, { search: 'счёт', stages: ['new'] });
    expect(data).toMatchObject([
      {
        sender: 'Банк <secure@evil.test>',
        reporter: { email: people[0]!.address },
        links_count: 1,
        attachments_count: 1,
        stage: 'new',
        verdict: null,
      },
    ]);
    const { id } = data[0]!;
    expect(await call('suspicious-mail.get', administrator, { id })).toMatchObject({
      links: ['hxxp://bank[.]evil[.]test/login?a=1&b=2'],
      attachments: [{ name: 'invoice.pdf', size: 30 }],
      forwarded_to: 'soc@company.test',
      state_by: null,
    });
    const [forwarded, ...more] = await outbox(org.id, 'suspicious_email');
    expect(more).toEqual([]);
    const email = await readReceived(forwarded!.message!);
    expect(forwarded!.recipient).toBe('soc@company.test');
    expect(email.attachments).toMatchObject([{ filename: 'report.eml' }]);
    expect(email.attachments[0]!.content.equals(report)).toBe(true);
    expect((await outbox(org.id, 'report_thanks'))[0]!.text).not.toContain('учебное');
    const judge = (input: Omit<Parameters<typeof call<'suspicious-mail.judge'>>[2], 'id'>) =>
      call('suspicious-mail.judge', administrator, { id, ...input });
    const set = await judge({ stage: 'closed', verdict: 'dangerous', version: 1 });
    expect(set).toMatchObject({ stage: 'closed', verdict: 'dangerous', state_by: administrator.name });
    expect((await call('suspicious-mail.list', administrator, { stages: ['new'] })).total_count).toBe(0);
    expect(await judge({ stage: 'new', verdict: null, version: 2 })).toMatchObject({
      state_by: null,
      state_at: null,
    });
  });

  test('reports of strangers are only listed; of one employee at most 20 an hour are sent on', async () => {
    const { org, administrator, reported, user } = await setUp(2, { forward_to: 'soc@company.test' });
    await mailServer(await platform(), org.id, 2525);
    const suspicious = (by: string, n: number) =>
      `From: <${by}>\nMessage-ID: <${n}.${by}>\nSubject: ${n}\nContent-Type: text/html\n\n<a href="https://evil.test/${n}">x</a>`;
    const { by } = reported(0);
    await dovecot.deliver(user, [
      suspicious('stranger@evil.test', 1),
      ...Array.from({ length: 22 }, (_, n) => suspicious(by, n)),
      suspicious(reported(1).by, 1),
    ]);
    await run(org.id);
    const { data, total_count } = await call('suspicious-mail.list', administrator, { search: 'stranger@' });
    expect([data.length, total_count]).toEqual([1, 1]);
    expect(data[0]!.reporter).toEqual({ id: null, name: '', email: 'stranger@evil.test' });
    expect(await call('suspicious-mail.get', administrator, { id: data[0]!.id })).toMatchObject({ forwarded_to: null });
    expect((await call('suspicious-mail.list', administrator, {})).total_count).toBe(24);
    expect(await outbox(org.id, 'suspicious_email')).toHaveLength(21);
    const thanked = (await outbox(org.id, 'report_thanks')).map(({ recipient }) => recipient);
    expect([thanked.filter((one) => one === by).length, thanked.length]).toEqual([20, 21]);
  });

  test('automatic answers and our own emails to the security team are not treated as reports', async () => {
    const { org, administrator, user } = await setUp(1);
    await dovecot.deliver(user, [
      'From: a@b.test\nAuto-Submitted: auto-replied\nSubject: away\n\nI am away',
      'From: a@b.test\nX-Sergak-Report: forwarded\nSubject: back\n\n',
    ]);
    await run(org.id);
    expect((await call('suspicious-mail.list', administrator, {})).total_count).toBe(0);
    expect((await mailbox(org.id)).last_uid).toBe(2);
  });

  test('malformed mail is listed and does not keep later reports from being read', async () => {
    const { org, administrator, campaignId, reported, user } = await setUp(1);
    await dovecot.deliver(user, [
      'Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html; charset=nonsense\nContent-Transfer-Encoding: base64\n\n!!!',
      '\n\nno headers',
      `From: a@b.test\nSubject: =?utf-8?B?%%%?=\nMessage-ID: <a\n\n\x01\x02`,
      ways['Outlook, as an attachment'](reported(0)),
    ]);
    await run(org.id);
    expect(await events(campaignId)).toHaveLength(1);
    expect((await call('suspicious-mail.list', administrator, {})).total_count).toBe(3);
  });

  test('a message that cannot be read within the limits is listed with its headers, marked, and read once', async () => {
    const { org, administrator, people, reported, user } = await setUp(2);
    const head = (n: number) =>
      `From: Анна <${people[n]!.address}>\r\nSubject: Bomb ${n}\r\nMessage-ID: <bomb-${n}@x.test>\r\nMIME-Version: 1.0\r\n`;
    await dovecot.deliver(user, [
      `${head(0)}\r\n${'\n'.repeat(400_000)}`,
      `${head(1)}Content-Type: text/html\r\n\r\n${'<br '.repeat(200_000)}`,
      ways['Gmail, forwarded inline'](reported(0)),
    ]);
    await run(org.id);
    await run(org.id);
    const { data } = await call('suspicious-mail.list', administrator, { sort_by: 'subject', sort_order: 'asc' });
    expect(data).toMatchObject([
      { subject: 'Bomb 0', unreadable: true, reporter: { email: people[0]!.address }, links_count: 0 },
      { subject: 'Bomb 1', unreadable: false },
    ]);
    const [{ last_uid }] = (await stored('select last_uid from report_mailboxes where organization_id = $1', [
      org.id,
    ])) as [{ last_uid: string }];
    expect(Number(last_uid)).toBe(3);
  });

  test('a message of 20 MB is read up to the limit', async () => {
    const { org, administrator, campaignId, reported } = await setUp(1, {
      user: 'large',
      forward_to: 'soc@company.test',
    });
    await mailServer(await platform(), org.id, 2525);
    const filler = `\r\n--big\r\nContent-Type: application/zip; name=a.zip\r\nContent-Disposition: attachment; filename=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'A'.repeat(76)}\r\n`.repeat(269_000)}--big--\r\n`;
    const big = (inner: Buffer, id: string) =>
      Buffer.concat([
        Buffer.from(
          `From: <${reported(0).by}>\r\nMessage-ID: <${id}>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=big\r\n\r\n--big\r\n`,
        ),
        inner,
        Buffer.from(filler),
      ]);
    const attached = Buffer.from(`Content-Type: text/html\r\n\r\n<a href="${reported(0).link}">x</a>\r\n`);
    const other = Buffer.from('Content-Type: text/html\r\n\r\n<a href="https://evil.test/x">x</a>\r\n');
    await dovecot.deliver('large', [big(attached, 'big1'), big(other, 'big2')]);
    await run(org.id);
    expect(await events(campaignId)).toHaveLength(1);
    const { data } = await call('suspicious-mail.list', administrator, {});
    expect(data).toMatchObject([{ links_count: 1 }]);
    const { size } = await call('suspicious-mail.get', administrator, { id: data[0]!.id });
    expect(size).toBeGreaterThan(20_000_000);
    const [forwarded] = await outbox(org.id, 'suspicious_email');
    expect(forwarded!.message!.length).toBeLessThan(20_000);
  });

  test('a folder that was deleted and filled again is read again, and nothing counts twice', async () => {
    const { org, campaignId, reported, user } = await setUp(2, { folder: 'Reports' });
    const client = await dovecot.open(user);
    const messages = [ways['Gmail, forwarded inline'](reported(0)), realPhishing(reported(0))];
    await client.mailboxCreate('Reports');
    await dovecot.deliver(user, messages, 'Reports');
    await run(org.id);
    await client.mailboxDelete('Reports');
    await run(org.id);
    expect(await mailbox(org.id)).toMatchObject({ failures: 1, failure: { step: 'folder', code: 'folder_not_found' } });
    await client.mailboxCreate('Reports');
    await client.logout();
    await dovecot.deliver(user, [...messages, ways['Gmail, forwarded inline'](reported(1))], 'Reports');
    await run(org.id);
    expect(await events(campaignId)).toHaveLength(2);
    expect(await stored('select id from suspicious_emails where organization_id = $1', [org.id])).toHaveLength(1);
    expect(await outbox(org.id, 'report_thanks')).toHaveLength(3);
    expect(await mailbox(org.id)).toMatchObject({ failures: 0, failure: null });
  });

  test('a wrong password and a mailbox that is gone are reported with the failed step, and later tries wait longer', async () => {
    const { org, administrator, campaignId, reported, user, settings } = await setUp(1);
    await dovecot.deliver(user, [ways['Gmail, forwarded inline'](reported(0))]);
    await call('suspicious-mail.address-save', administrator, { ...settings, password: 'wrong', version: 1 });
    await run(org.id);
    await run(org.id);
    expect(await call('suspicious-mail.address', administrator, {})).toMatchObject({
      failure: { step: 'login', code: 'login_failed' },
      read_at: null,
    });
    expect((await mailbox(org.id)).failures).toBe(2);
    const [{ waits }] = (await stored<{ waits: boolean }>(
      `select next_at > now() + interval '30 seconds' as waits from report_mailboxes where organization_id = $1`,
      [org.id],
    )) as [{ waits: boolean }];
    expect(waits).toBe(true);
    await call('suspicious-mail.address-save', administrator, { ...settings, username: 'nobody-here', version: 2 });
    await run(org.id);
    expect((await mailbox(org.id)).failure).toMatchObject({ step: 'login' });
    await call('suspicious-mail.address-save', administrator, { ...settings, version: 3 });
    await run(org.id);
    expect(await events(campaignId)).toHaveLength(1);
  });

  test('a full mailbox is read and shown as full', async () => {
    const { org, administrator, campaignId, reported } = await setUp(1, { user: 'full' });
    await dovecot.deliver('full', [ways['Thunderbird, forwarded inline without links'](reported(0))]);
    const filler = `From: <${reported(0).by}>\nMessage-ID: <filler>\nAuto-Submitted: auto-replied\n\n`;
    for (const size of [4_000, 2_000, 1_000, 500, 250, 120, 60, 30])
      await dovecot.deliver('full', [`${filler}${'x'.repeat(size)}`]).catch(() => {});
    await run(org.id);
    expect(await events(campaignId)).toHaveLength(1);
    expect((await call('suspicious-mail.address', administrator, {})).full).toBe(true);
  });

  test('the check names the step that fails', async () => {
    const base = {
      host: '127.0.0.1',
      port: dovecot.port,
      security: 'none' as const,
      username: 'box0',
      password: PASSWORD,
      folder: 'INBOX',
      allowAddress: () => true,
    };
    const last = async (changes: object) => {
      const { ok, steps } = await testMailbox({ ...base, timeoutMs: 5_000, ...changes });
      const { step, code } = steps.at(-1)!;
      expect(steps.slice(0, -1).every((one) => one.ok)).toBe(true);
      expect(steps.at(-1)!.ok).toBe(ok);
      return `${step} ${code}`;
    };
    expect(await last({})).toBe('folder ok');
    expect(await last({ host: 'nowhere.invalid' })).toBe('name host_not_found');
    expect(await last({ allowAddress: () => false })).toBe('connect connection_refused');
    expect(await last({ port: 1 })).toBe('connect connection_refused');
    expect(await last({ security: 'starttls' })).toBe('tls tls_certificate');
    expect(await last({ security: 'starttls', ca: dovecot.ca })).toBe('folder ok');
    expect(await last({ security: 'tls', port: dovecot.securePort, host: 'localhost', ca: dovecot.ca })).toBe(
      'folder ok',
    );
    expect(await last({ security: 'tls' })).toBe('tls tls_failed');
    expect(await last({ password: 'wrong' })).toBe('login login_failed');
    expect(await last({ folder: 'Nowhere' })).toBe('folder folder_not_found');
  });

  test.each(['read', 'stored'])(
    'a process killed once the messages were %s loses and repeats nothing',
    async (stage) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'sergak-reader-'));
      const url = await cloneDatabase();
      const on = await createPlatform(
        { ...readConfig({ SERGAK_PORT: '0' }), dataDir },
        url,
        createLog({ logLevel: 'silent' }),
      );
      try {
        const organizationId = await createOrganization(on, {
          title: 'org',
          language: 'ru',
          timeZone: 'Asia/Tashkent',
          usersLimit: 10,
          licenceStart: '2020-01-01',
          licenceEnd: '2099-12-31',
          parent: undefined,
        });
        const { owner } = on.db;
        const { campaignId } = await insertCampaign(on, organizationId, 2, { domain: 'killed.test' });
        const user = users[taken++]!.name;
        await owner.query(
          `insert into report_mailboxes (organization_id, address, host, port, security, username, password_sealed) values ($1, 'report@killed.test', '127.0.0.1', $2, 'none', $3, $4)`,
          [organizationId, dovecot.port, user, on.secrets.seal(PASSWORD, `report_mailboxes:${organizationId}`)],
        );
        const { rows } = await owner.query<{ address: string; tracking_key: string; message_id: string }>(
          'select * from campaign_recipients where campaign_id = $1 order by id',
          [campaignId],
        );
        const messages = rows.map((one) =>
          ways['Gmail, forwarded inline']({
            by: one.address,
            to: one.address,
            report: 'report@killed.test',
            link: `${on.urls.phishing}/${one.tracking_key}`,
            messageId: one.message_id,
          }),
        );
        await dovecot.deliver(user, messages);
        const child = spawn(
          process.execPath,
          [join(import.meta.dirname, 'test-reader-process.ts'), url, dataDir, organizationId, stage],
          { stdio: ['ignore', 'pipe', 'inherit'] },
        );
        await once(child.stdout, 'data');
        child.kill('SIGKILL');
        await once(child, 'exit');
        await readReports(jobContext(on, organizationId, new AbortController().signal), {});
        const count = async (text: string) =>
          (await owner.query<{ n: number }>(`select count(*)::int as n from ${text}`)).rows[0]!.n;
        expect(await count(`tracking_events where kind = 'reported'`)).toBe(2);
        expect(await count(`outbox where kind = 'report_thanks'`)).toBe(2);
        expect(await count('mail_reports')).toBe(2);
      } finally {
        await on.db.close();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  );
});

test('a slow server and a server of another kind end the check in time', async () => {
  const silent = createServer(() => {});
  const smtp = createServer((socket) => socket.write('220 mail.test ESMTP\r\n'));
  for (const server of [silent, smtp]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const last = async (server: typeof silent) => {
    const { port } = server.address() as AddressInfo;
    const config = {
      host: '127.0.0.1',
      port,
      security: 'none' as const,
      username: 'u',
      password: 'p',
      folder: 'INBOX',
      allowAddress: () => true,
      timeoutMs: 500,
    };
    return (await testMailbox(config)).steps.at(-1);
  };
  expect(await last(silent)).toMatchObject({ step: 'connect', ok: false, code: 'timeout' });
  expect(await last(smtp)).toMatchObject({ step: 'connect', ok: false });
  for (const server of [silent, smtp]) server.close();
});
