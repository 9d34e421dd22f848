import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/** Stores the unsaved text of a person for the live preview, in place of the earlier draft of this kind. */
export const keepDraft = (tx: Tx, draft: { employee_id: string; kind: 'email' | 'page' | 'redirect'; html: string }) =>
  tx
    .insertInto('preview_drafts')
    .values({ ...draft, updated_at: now() })
    .onConflict((oc) =>
      oc.columns(['organization_id', 'employee_id', 'kind']).doUpdateSet({ html: draft.html, updated_at: now() }),
    )
    .execute();

export const findDraft = (tx: Tx, employeeId: string, kind: 'email' | 'page' | 'redirect') =>
  tx
    .selectFrom('preview_drafts')
    .select('html')
    .where('employee_id', '=', employeeId)
    .where('kind', '=', kind)
    .executeTakeFirst();
