import type { Input } from '@sergak/contract/endpoint.ts';
import type { organizationsEndpoints } from '@sergak/contract/organizations/organizations.endpoints.ts';
import { paragraphsOf } from '@sergak/contract/organizations/organizations.rules.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { layOutLetter } from '../../platform/letter-layout.ts';
import { queueLetters } from '../../platform/outbox.ts';
import { limitRate } from '../../platform/rate.ts';
import { selectedIds } from '../directory/public.ts';
import { findAddressees, findOrganization } from './organizations.query.ts';

const AT_ONCE = 500;

/** Sends the selected people a letter in the administrator's own words, by the organisation's mail server. */
export const notifyEmployees = async (
  ctx: Ctx,
  input: Input<(typeof organizationsEndpoints)['organizations.notify']>,
) => {
  const { tx, viewer } = ctx;
  await limitRate(ctx.platform.db, `notify:${viewer.id}`, 20, 3_600);
  const { theme, text, need_all, ...selection } = input;
  const ids = await selectedIds(tx, { ...selection, all: selection.all || need_all === true }, viewer.timeZone);
  if (ids.length === 0) throw new AppError('employee.none_selected');
  const house = (await findOrganization(tx))!;
  const paragraphs = paragraphsOf(text);
  const laid = (['ru', 'en', 'uz'] as const).map((language) => [
    language,
    layOutLetter({ language, organization: house.title, brandColor: house.brand_color, title: theme, paragraphs }),
  ]);
  const letters = Object.fromEntries(laid) as Record<'ru' | 'en' | 'uz', ReturnType<typeof layOutLetter>>;
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const people = await findAddressees(tx, ids.slice(from, from + AT_ONCE));
    await queueLetters(
      tx,
      people.map(({ id, email, language }) => ({
        kind: 'notice',
        employeeId: id,
        to: email,
        language,
        subject: theme,
        ...letters[language],
      })),
    );
  }
  return new Logged({ count: ids.length }, String(ids.length), { theme: [null, theme], people: ids.slice(0, 100) });
};
