import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { realPhishing, ways, type Reported } from '../apps/server/src/modules/suspicious-mail/test-reports.ts';
import { PASSWORD, startDovecot, whyNoDovecot } from '../apps/server/test/dovecot.ts';
import { mailing } from '../apps/server/test/make/mailing.ts';
import { machineFacts, round, writeResults } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';

// 10,000 people report one campaign by mail, in all the ways that the tests know. A tenth of them report twice, and one in
// twenty reports a real phishing email as well. Dovecot serves the mailbox. The reader is a process of its own, which is
// killed again and again until all is read: no report may be lost or counted twice.
//   node bench/reports-by-mail.ts [--reports 10000] [--kills 5]

const { values } = parseArgs({
  options: { reports: { type: 'string', default: '10000' }, kills: { type: 'string', default: '5' } },
});
const REPORTS = Number(values.reports);
const KILLS = Number(values.kills);

if (whyNoDovecot !== null) {
  console.log(whyNoDovecot);
  process.exit(0);
}
const facts = machineFacts();
const database = await openStaffDatabase(REPORTS + 10);
const { platform, organizationId } = database;
const { owner } = platform.db;
const dovecot = await startDovecot([{ name: 'reports' }]);
try {
  const { campaignId } = await mailing(platform, organizationId, REPORTS, { domain: 'zavod.test' });
  await owner.query(`update campaign_recipients set state = 'sent', sent_at = now() - interval '1 hour'`);
  const sealed = platform.secrets.seal(PASSWORD, `report_mailboxes:${organizationId}`);
  await owner.query(
    `insert into report_mailboxes (organization_id, address, host, port, security, username, password_sealed)
     values ($1, 'report@zavod.test', '127.0.0.1', $2, 'none', 'reports', $3)`,
    [organizationId, dovecot.port, sealed],
  );
  const { rows: people } = await owner.query<{ address: string; tracking_key: string; message_id: string }>(
    'select address, tracking_key, message_id from campaign_recipients where campaign_id = $1 order by id',
    [campaignId],
  );
  const { rows: keys } = await owner.query<{ header_key: Buffer }>(
    'select header_key from organizations where id = $1',
    [organizationId],
  );
  const messages = people.flatMap((one, at) => {
    const reported: Reported = {
      by: one.address,
      to: one.address,
      report: 'report@zavod.test',
      link: `${platform.urls.phishing}/${one.tracking_key}`,
      messageId: one.message_id,
      headerKey: keys[0]!.header_key,
    };
    const builders = Object.values(ways);
    const report = builders[at % builders.length]!(reported);
    return [report, ...(at % 10 === 0 ? [report] : []), ...(at % 20 === 0 ? [realPhishing(reported)] : [])];
  });
  // Dovecot takes files of this folder over, which is faster than one command for each.
  const inbox = join(dovecot.folder, 'mail/reports');
  const folders = [inbox, ...['new', 'cur', 'tmp'].map((name) => join(inbox, name))];
  const { uid, gid } = dovecot.owner;
  for (const folder of folders) {
    await mkdir(folder, { recursive: true });
    await chown(folder, uid, gid);
  }
  for (const [at, message] of messages.entries()) {
    const file = join(inbox, 'new', `${1_700_000_000 + at}.M${at}P1.bench`);
    await writeFile(file, message);
    await chown(file, uid, gid);
  }

  const script = fileURLToPath(
    new URL('../apps/server/src/modules/suspicious-mail/test-reader-process.ts', import.meta.url),
  );
  const lastUid = async () =>
    Number((await owner.query<{ last_uid: string }>('select last_uid from report_mailboxes')).rows[0]!.last_uid);
  const from = performance.now();
  let kills = 0;
  for (let runs = 0; runs < 100 && (await lastUid()) < messages.length; runs += 1) {
    const reader = spawn(process.execPath, [script, database.url, platform.config.dataDir, organizationId, 'none'], {
      stdio: 'inherit',
    });
    const ended = once(reader, 'exit');
    if (kills < KILLS) {
      // Killed somewhere within its work: each time after another part of the messages.
      const until = (await lastUid()) + 1 + Math.floor((messages.length / (KILLS + 2)) * (0.5 + (kills % 3) / 4));
      while (reader.exitCode === null && (await lastUid()) < until) await pause(20);
      if (reader.exitCode === null) kills += 1;
      reader.kill('SIGKILL');
    }
    await ended;
  }
  const seconds = (performance.now() - from) / 1_000;

  const count = async (text: string) =>
    (await owner.query<{ n: number }>(`select count(*)::int as n from ${text}`)).rows[0]!.n;
  const reported = await count('campaign_recipients where reported_at is not null');
  const events = await count(`tracking_events where kind = 'reported'`);
  const thanks = await count(`outbox where kind = 'report_thanks'`);
  const suspicious = await count('suspicious_emails');
  const real = Math.ceil(REPORTS / 20);
  writeResults(
    'reports-by-mail',
    facts,
    [
      {
        name: 'reports lost',
        value: REPORTS - reported,
        unit: '',
        bar: '= 0',
        reached: reported === REPORTS,
        note: `${kills} kills`,
      },
      { name: 'reports counted twice', value: events - reported, unit: '', bar: '= 0', reached: events === reported },
      {
        name: 'people not thanked exactly once',
        value: Math.abs(thanks - REPORTS - suspicious),
        unit: '',
        bar: '= 0',
        reached: thanks === REPORTS + suspicious,
      },
      {
        name: 'real emails lost or listed twice',
        value: Math.abs(suspicious - real),
        unit: '',
        bar: '= 0',
        reached: suspicious === real,
      },
    ],
    {
      messages: messages.length,
      kills,
      seconds: round(seconds),
      messages_per_second: round(messages.length / seconds),
    },
  );
  if (reported !== REPORTS || events !== reported || suspicious !== real) process.exitCode = 1;
} finally {
  await dovecot.stop();
  await database.close();
}
