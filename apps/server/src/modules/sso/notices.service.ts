import { auditFields } from '@sergak/contract/audit/audit.rules.ts';
import type { AuditEntry } from '@sergak/contract/audit/audit.schema.ts';
import { auditChanges, writeAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { textsOf } from '../../platform/texts.ts';
import { type Author, notifyAdministrators } from '../session/public.ts';
import { lockSettings, setBreakGlass } from './sso.repo.ts';

/** Emails all administrators what was changed and by whom, because the settings decide who can sign in as whom. */
export const reportChange = async (tx: Tx, entry: AuditEntry, author: Author): Promise<void> => {
  const fields = auditChanges(entry).map(({ field }) => field);
  if (fields.length === 0) return;
  const changed = auditFields.sso.filter((field) => fields.includes(field));
  await notifyAdministrators(tx, author, 'sso_changed', (language, by) => {
    const t = textsOf(language, 'audit');
    return emailTexts(language, 'sso__server', 'email.changed', {
      fields: changed.map((field) => t(`field.${field}`)).join(', '),
      by,
    });
  });
};

/**
 * Lets a super user sign in with the password although single sign-on is forced, in place of the super user who could before.
 * Does nothing if it is not forced. For the command that unlocks a super user.
 */
export const keepPasswordOf = async (tx: Tx, employeeId: string, by: string): Promise<void> => {
  const row = await lockSettings(tx);
  if (!row?.forced || row.break_glass_id === employeeId) return;
  await setBreakGlass(tx, employeeId);
  const changes = { break_glass: [row.break_glass_id, employeeId] } as const;
  const entry = { kind: 'sso', title: null, changes } as const;
  await writeAudit(tx, { action: 'sso.changed', actorId: null, actorName: by }, entry);
  await reportChange(tx, entry, { name: by });
};
