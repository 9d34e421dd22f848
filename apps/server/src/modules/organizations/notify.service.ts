import type { Input } from '@sergak/contract/endpoint.ts';
import type { organizationsEndpoints } from '@sergak/contract/organizations/organizations.endpoints.ts';
import { paragraphsOf } from '@sergak/contract/organizations/organizations.rules.ts';
import { z } from 'zod';
import { bulkAction, runInBulk, bulkAuditEntry, tallyPeople } from '../../platform/bulk.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { queueEmails } from '../../platform/outbox.ts';
import { limitRate } from '../../platform/rate.ts';
import { readSelection, requireSomeone } from '../directory/public.ts';
import { findAddressees, findOrganization } from './organizations.query.ts';

const AT_ONCE = 500;
type Words = { readonly theme: string; readonly text: string };

/** The email for each language: the frame is translated, the text is the administrator's own. */
const layOut = async (tx: Tx, { theme, text }: Words) => {
  const organization = (await findOrganization(tx))!;
  const paragraphs = paragraphsOf(text);
  const laid = (['ru', 'en', 'uz'] as const).map((language) => [
    language,
    layOutEmail({
      language,
      organization: organization.title,
      brandColor: organization.brand_color,
      title: theme,
      paragraphs,
    }),
  ]);
  return Object.fromEntries(laid) as Record<'ru' | 'en' | 'uz', ReturnType<typeof layOutEmail>>;
};

/** Sends an administrator's own text through the organisation's mail server. */
export const notification = bulkAction({
  kind: 'notify_people',
  detail: z.strictObject({ theme: z.string(), text: z.string() }),
  step: async ({ tx }, { people, detail }) => {
    const emails = await layOut(tx, detail);
    const written: string[] = [];
    for (let from = 0; from < people.length; from += AT_ONCE) {
      const addressees = await findAddressees(tx, people.slice(from, from + AT_ONCE));
      await queueEmails(
        tx,
        addressees.map(({ id, email, language }) => ({
          kind: 'notice',
          employeeId: id,
          to: email,
          language,
          subject: detail.theme,
          ...emails[language],
        })),
      );
      written.push(...addressees.map((one) => one.id));
    }
    return tallyPeople(people, written);
  },
});

/** Sends the selected people an email with the administrator's own text. */
export const notifyEmployees = async (
  ctx: Ctx,
  input: Input<(typeof organizationsEndpoints)['organizations.notify']>,
) => {
  await limitRate(ctx.platform.db, `notify:${ctx.viewer.id}`, 20, 3_600);
  const { theme, text, ...selection } = input;
  const ids = await requireSomeone(ctx, readSelection(selection));
  const { done, people, task_id } = await runInBulk(ctx, notification, { people: ids, detail: { theme, text } });
  const entry = bulkAuditEntry({ people, task_id, ordered: ids.length }, { theme });
  return new Logged(task_id ? { count: 0, task_id } : { count: done }, entry);
};
