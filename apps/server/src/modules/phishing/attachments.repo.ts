import type { AttachmentReports } from '@sergak/contract/phishing/phishing.rules.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export type AttachmentFile = { file_id: string; type: string; size: number; reports: AttachmentReports };

export const insertAttachmentFile = async (tx: Tx, file: AttachmentFile): Promise<void> => {
  await tx
    .insertInto('attachment_files')
    .values({ ...file, checked_at: now() })
    .execute();
};

/**
 * The checked files with these ids, which the sweep of unused files cannot delete until the transaction ends. Other files of
 * the organisation cannot be attached.
 */
export const findAttachmentFiles = async (tx: Tx, ids: readonly string[]): Promise<AttachmentFile[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('attachment_files')
        .select(['file_id', 'type', 'size', 'reports'])
        .where('file_id', 'in', [...ids])
        .forKeyShare()
        .$narrowType<{ reports: AttachmentReports }>()
        .execute();
