import { expect, test } from 'vitest';
import { call, inOrganization, platform, stored } from '../../../test/app.ts';
import { launch, organization, recipients, sent } from '../../../test/make/campaign.ts';
import * as make from '../../../test/make/index.ts';
import { NoSimulation, verifyHeader } from '../../cli/verify-header.ts';
import { SIMULATION_HEADER, simulationMac } from '../settings/public.ts';

const keyOf = async (id: string) =>
  (await stored<{ header_key: Buffer }>('select header_key from organizations where id = $1', [id]))[0]!.header_key;

/** A sent simulation: its organisation, its recipient, and the headers of its email. */
const simulated = async () => {
  const h = await organization(1);
  const made = await launch(h);
  await sent(made.id);
  const [recipient] = (await recipients(made.id)) as unknown as { message_id: string; address: string }[];
  const { message_id, address } = recipient!;
  const [email] = await stored<{ sender_address: string; name: string }>(
    'select sender_address, name from campaign_emails where campaign_id = $1',
    [made.id],
  );
  const mac = simulationMac(await keyOf(h.org.id), message_id);
  const headers = [
    'Received: from mx.company.test (10.1.1.5)',
    ' by exchange.company.test; Mon, 23 Nov 2026 10:00:03 +0500',
    `From: "Support" <${email!.sender_address}>`,
    `To: <${address}>`,
    'Subject: Update your password',
    `Message-ID: ${message_id}`,
    `${SIMULATION_HEADER}: ${mac}`,
    '',
    '<a href="https://example.test">x</a>',
  ].join('\r\n');
  const verify = (text: string, as = h.administrator) => call('suspicious-mail.verify', as, { text });
  return { ...h, id: made.id, email: email!, message_id, address, mac, headers, verify };
};

test('the headers of a simulation name its campaign, time, sender and recipient', async () => {
  const s = await simulated();
  expect(await s.verify(s.headers)).toMatchObject({
    verdict: 'genuine',
    organization: { id: s.org.id },
    campaign: { id: s.id, name: 'Кампания', email: s.email.name },
    sent_at: expect.any(String),
    sender: { address: s.email.sender_address },
    sender_matches: true,
    recipient: { address: s.address },
    recipient_matches: true,
  });
});

test('programs fold and rename headers: other cases, line ends and folded values are read, as is a block without a body', async () => {
  const s = await simulated();
  for (const text of [
    s.headers.replaceAll('\r\n', '\n'),
    s.headers.replace('Message-ID: ', 'MESSAGE-ID:\r\n\t'),
    s.headers.replace(`${SIMULATION_HEADER}: `, `${SIMULATION_HEADER.toLowerCase()}:\r\n `),
    s.headers.replace(s.mac, s.mac.toUpperCase()),
    `From someone@mbox Mon Nov 23 10:00:00 2026\n${s.headers}`,
    `Message-ID: ${s.message_id}\n${SIMULATION_HEADER}: ${s.mac}`,
  ])
    expect([text, (await s.verify(text)).verdict]).toEqual([text, 'genuine']);
});

test('a signature that does not match, several of them, or one inside the body prove nothing', async () => {
  const s = await simulated();
  const invalid = [
    s.headers.replace(s.message_id, '<other@evil.test>'),
    s.headers.replace(s.mac, 'f'.repeat(64)),
    s.headers.replace(s.mac, s.mac.slice(0, 63)),
    s.headers.replace('Subject:', `Message-ID: <other@evil.test>\r\nSubject:`),
    s.headers.replace('Subject:', `${SIMULATION_HEADER}: ${'0'.repeat(64)}\r\nSubject:`),
  ];
  for (const text of invalid) expect(await s.verify(text)).toMatchObject({ verdict: 'invalid', campaign: null });
  const attached = `From: <attacker@evil.test>\r\nMessage-ID: <own@evil.test>\r\n\r\n${s.headers}`;
  for (const text of [attached, 'just text', s.headers.replace(SIMULATION_HEADER, 'X-Other')])
    expect(await s.verify(text)).toMatchObject({ verdict: 'missing', organization: null });
});

test('a signature copied with its Message-ID into another email shows that the sender differs', async () => {
  const s = await simulated();
  const copied = s.headers.replace(s.email.sender_address, 'attacker@evil.test');
  expect(await s.verify(copied)).toMatchObject({ verdict: 'genuine', sender_matches: false });
});

test('the address of the simulation in a display name or in one of two From fields is not its sender', async () => {
  const s = await simulated();
  const real = `From: "Support" <${s.email.sender_address}>`;
  const { db } = await platform();
  for (const from of [
    `From: "${s.email.sender_address}" <attacker@evil.test>`,
    `From: ${s.email.sender_address} <attacker@evil.test>`,
    `From: <attacker@evil.test>\r\n${real}`,
    `${real}\r\nFrom: <attacker@evil.test>`,
  ]) {
    const forged = s.headers.replace(real, from);
    expect([from, (await s.verify(forged)).sender_matches]).toEqual([from, false]);
    expect((await verifyHeader(db, forged)).exitCode).toBe(2);
  }
});

test('an email to somebody else is shown as such, but not in an anonymous organisation', async () => {
  const s = await simulated();
  const other = s.headers.replace(`To: <${s.address}>`, `To: "${s.address}" <other@company.test>`);
  expect(await s.verify(other)).toMatchObject({ sender_matches: true, recipient_matches: false });
  expect((await verifyHeader((await platform()).db, other)).text).toContain('addressed to somebody else');
  await inOrganization(s.org.id, 'write', (tx) =>
    tx.insertInto('retention_settings').values({ anonymous: true }).execute(),
  );
  expect(await s.verify(other)).toMatchObject({ sender_matches: true, recipient_matches: null });
});

test('another organisation sees nothing of it; a parent sees the simulations of its child', async () => {
  const s = await simulated();
  const stranger = await make.operator(await make.organization());
  expect(await s.verify(s.headers, stranger as never)).toMatchObject({ verdict: 'invalid', organization: null });
  const readable = [stranger.organization_id, s.org.id];
  const above = await s.verify(s.headers, { ...stranger, readable } as never);
  expect(above).toMatchObject({ verdict: 'genuine', organization: { id: s.org.id }, campaign: { id: s.id } });
  await expect(s.verify(s.headers, (await make.employee(s.org)) as never)).rejects.toMatchObject({
    code: 'session.forbidden',
  });
});

test('in an anonymous organisation the recipient is not named, on the page and by the command', async () => {
  const s = await simulated();
  await inOrganization(s.org.id, 'write', (tx) =>
    tx.insertInto('retention_settings').values({ anonymous: true }).execute(),
  );
  const answer = await s.verify(s.headers);
  expect(answer).toMatchObject({ verdict: 'genuine', campaign: { id: s.id }, recipient: null });
  expect(JSON.stringify(answer)).not.toContain(s.address);
  expect((await verifyHeader((await platform()).db, s.headers)).text).not.toContain(s.address);
});

test('a test email is genuine and belongs to no campaign', async () => {
  const s = await simulated();
  const id = '<test-email@portal.test>';
  const mac = simulationMac(await keyOf(s.org.id), id);
  const text = `Message-ID: ${id}\n${SIMULATION_HEADER}: ${mac}`;
  expect(await s.verify(text)).toMatchObject({
    verdict: 'genuine',
    organization: { id: s.org.id },
    campaign: null,
    recipient: null,
    sender_matches: null,
  });
  expect((await verifyHeader((await platform()).db, text)).exitCode).toBe(2);
});

test('the command finds the organisation by itself, and fails for emails that are no simulations', async () => {
  const s = await simulated();
  const { db } = await platform();
  const { text, exitCode } = await verifyHeader(db, s.headers);
  expect(exitCode).toBe(0);
  expect(text).toContain('Кампания');
  expect(text).toContain(s.address);
  expect(text).not.toContain('WARNING');
  for (const from of ['From: <a@evil.test>', 'X-No: From']) {
    const doubtful = await verifyHeader(db, s.headers.replace(/^From: .*$/m, from));
    expect(doubtful).toEqual({ text: expect.stringContaining('WARNING'), exitCode: 2 });
  }
  for (const other of [s.headers.replace(s.mac, '0'.repeat(64)), 'Subject: hello'])
    await expect(verifyHeader(db, other)).rejects.toThrow(NoSimulation);
});
