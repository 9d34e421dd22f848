import { REMOVED_DAYS } from '@sergak/contract/employees/employees.limits.ts';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Ctx } from '../../platform/context.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { numberIn } from '../../platform/texts.ts';
import { notifyAdministrators } from '../session/public.ts';
import * as repo from './employees.repo.ts';

/** A call for everyone whose number of people nobody confirmed is reported if it removes more than this share of the staff. */
const REPORTED_SHARE = 0.1;

/**
 * Reports a removal of everyone that a filter finds (`all`) to all administrators, with the way to restore, if the call does not say
 * how many people it expects and selects more than a tenth of the staff. Call it before the removal, so that administrators among
 * the selected people get the email as well.
 */
export const reportMassRemoval = async (
  { tx, platform, viewer }: Ctx,
  selection: PeopleSelection,
  selected: readonly string[],
): Promise<void> => {
  if (!selection.all || selection.expected_count !== undefined) return;
  const count = selected.filter((id) => id !== viewer.id).length;
  const total = await repo.countPeople(tx);
  if (count <= total * REPORTED_SHARE) return;
  const url = `${platform.urls.portal}/lk/admin/staff/employees?view=removed`;
  const wordsIn = (language: Language, by: string) =>
    emailTexts(language, 'employees__server', 'email.mass_removal', {
      number: numberIn(language, count),
      total: numberIn(language, total),
      days: REMOVED_DAYS,
      by,
    });
  await notifyAdministrators(tx, viewer, 'mass_removal', wordsIn, { url });
};
