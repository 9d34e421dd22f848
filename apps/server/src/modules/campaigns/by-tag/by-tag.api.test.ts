import { expect, test } from 'vitest';
import { inOrganization, platform, stored } from '../../../../test/app.ts';
import { organization } from '../../../../test/make/campaign.ts';
import { planTagCampaign } from './by-tag.service.ts';

test('a campaign by tag skips an email with a link that leads nowhere or an unknown variable', async () => {
  const h = await organization(1);
  const [tag] = await stored<{ id: string }>(
    `insert into tags (organization_id, title, type) values ($1, 'Новички', 'arbitrary') returning id`,
    [h.org.id],
  );
  const [action] = await stored<{ id: string }>(
    `insert into tag_actions (organization_id, tag_id, type) values ($1, $2, 'phishing') returning id`,
    [h.org.id, tag!.id],
  );
  const on = await platform();
  const person = h.staff[0]!.id;
  const plan = async (html: string) => {
    await stored('update emails set html = $2 where id = $1', [h.email_id, html]);
    return inOrganization(h.org.id, 'write', (tx) =>
      planTagCampaign(
        { tx, platform: on },
        { actionId: action!.id, tag: { id: tag!.id, title: 'Новички' }, emailIds: [h.email_id], people: [person] },
      ),
    );
  };
  expect((await plan('<a href="{{link}}">1</a><a href="#">2</a>')).rejected.get(person)).toBe('no_emails');
  expect((await plan('<a href="{{link}}">1</a> {{.RId}}')).rejected.get(person)).toBe('no_emails');
  expect((await plan('<a href="{{link}}">1</a>')).planned).toEqual([person]);
});
