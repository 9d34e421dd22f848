import { expect, test } from 'vitest';
import { call, inOrganization, platform, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';

const people = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const made = await emails(org);
  return { org, administrator, ...made };
};
const draft = {
  name: 'Письмо',
  subject: 'Тема',
  sender_name: 'Microsoft',
  html: '<p><a href="{{link}}">сюда</a></p>',
};
const rejected = (...domains: string[]) => ({ code: 'email.sender_domain', details: { domains } });
const verify = (org: { id: string }, domain: string) =>
  inOrganization(org.id, 'write', (tx) =>
    tx.insertInto('organization_domains').values({ domain, proof: 'p', verified_at: new Date() }).execute(),
  );

test('a sender at a foreign domain is rejected when an email is added, changed or copied', async () => {
  const { administrator, template_id, email_id } = await people();
  const create = (sender_address: string) =>
    call('phishing.email-create', administrator, { ...draft, template_id, sender_address });
  for (const domain of ['microsoft.com', 'corp.test.com', 'corp.xtest'])
    await expect(create(`security@${domain}`)).rejects.toMatchObject(rejected(domain));
  const update = (changes: object) => call('phishing.email-update', administrator, { id: email_id, ...changes });
  await expect(update({ sender_address: 'it@Microsoft.COM' })).rejects.toMatchObject(rejected('microsoft.com'));
  await stored(`update emails set sender_address = 'it@microsoft.com' where id = $1`, [email_id]);
  await expect(update({ name: 'Только имя' })).rejects.toMatchObject(rejected('microsoft.com'));
  await expect(call('phishing.template-copy', administrator, { id: template_id })).rejects.toMatchObject(
    rejected('microsoft.com'),
  );
  expect(await update({ sender_address: 'it@corp-portal.test' })).toMatchObject({
    sender_address: 'it@corp-portal.test',
  });
});

test('a sender may use a verified domain and its sub-domains, but no unverified domain', async () => {
  const { org, administrator, template_id } = await people();
  const create = (sender_address: string) =>
    call('phishing.email-create', administrator, { ...draft, template_id, sender_address });
  const domain = `zavod-${org.domain.slice(4, 12)}.uz`;
  await call('organizations.domain-add', administrator, { domain });
  await expect(create(`it@${domain}`)).rejects.toMatchObject(rejected(domain));
  await call('organizations.domain-remove', administrator, { domain });
  await verify(org, domain);
  expect((await create(`it@${domain}`)).sender_address).toBe(`it@${domain}`);
  expect((await create(`it@help.${domain}`)).sender_address).toBe(`it@help.${domain}`);
  await expect(create(`it@not${domain}`)).rejects.toMatchObject(rejected(`not${domain}`));
  expect((await call('phishing.domains', administrator, {})).data).toEqual(
    expect.arrayContaining([domain, 'corp.test']),
  );
});

test('the installation can allow sender domains for all organisations', async () => {
  const { administrator, template_id } = await people();
  const on = await platform();
  const allowing = { ...on, config: { ...on.config, senderDomains: ['training-mail.uz'] } };
  const input = { ...draft, template_id, sender_address: 'it@training-mail.uz' };
  await expect(call('phishing.email-create', administrator, input)).rejects.toMatchObject(rejected('training-mail.uz'));
  expect(await call('phishing.email-create', administrator, input, {}, allowing)).toMatchObject({ name: 'Письмо' });
  expect((await call('phishing.domains', administrator, {}, {}, allowing)).data).toContain('training-mail.uz');
  // The list is shortened later: domains of saved emails are no longer offered.
  expect((await call('phishing.domains', administrator, {})).data).not.toContain('training-mail.uz');
});

test('a tag action rejects an email with a sender at a foreign domain', async () => {
  const { org, administrator, email_id } = await people();
  const tag = await make.tag(org);
  await stored(`update emails set sender_address = 'it@microsoft.com' where id = $1`, [email_id]);
  const action = { tagId: tag.id, templates_ids: [email_id] };
  await expect(call('automation.add-phishing', administrator, action)).rejects.toMatchObject(rejected('microsoft.com'));
});
