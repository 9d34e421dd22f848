import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { call, platform, stored } from '../../../test/app.ts';
import { emailStates, mailServer } from '../../../test/make/campaign-rows.ts';
import { launch, organization } from '../../../test/make/campaign.ts';
import * as make from '../../../test/make/index.ts';
import { SENDER_DEFAULTS, startSender } from './senders.ts';

const WIRE = 'xn--80a1acny.test';

test('an email to and from an international domain leaves in ASCII and is shown in Unicode', async () => {
  const h = await organization(1);
  const boss = await make.employee(h.org, { role: 'super_user' });
  await call('organizations.domain-add', boss, { domain: WIRE });
  const { id: person } = h.staff[0]!;
  expect(await call('employees.update', boss, { id: person, email: `anna@${WIRE}` })).toMatchObject({
    email: 'anna@почта.test',
  });
  expect(
    await call('phishing.email-update', h.administrator, { id: h.email_id, sender_address: `it@${WIRE}` }),
  ).toMatchObject({ sender_address: 'it@почта.test' });
  const on = await platform();
  const { id } = await launch(h);
  const sink = await sinkWith({ extensions: ['8BITMIME'] });
  await mailServer(on, h.org.id, sink.port);
  const sender = await startSender(on, { ...SENDER_DEFAULTS, pollMs: 50 });
  onTestFinished(() => sender.stop());
  await vi.waitFor(async () => expect(await emailStates(on, id)).toEqual({ sent: 1 }), { timeout: 20_000 });
  const [email] = sink.accepted;
  expect(email!.to).toEqual([`anna@${WIRE}`]);
  expect(email!.raw!.toString('latin1')).toMatch(/^From: .*<it@xn--80a1acny\.test>/m);
  const [row] = await stored<{ address: string; message_id: string }>(
    'select address, message_id from campaign_recipients where campaign_id = $1',
    [id],
  );
  expect(row!.address).toBe('anna@почта.test');
  expect(row!.message_id).toMatch(/^<[0-9a-f-]{36}@xn--80a1acny\.test>$/);
  expect((await call('campaigns.users', h.administrator, { id, search: WIRE })).total_count).toBe(1);
});
