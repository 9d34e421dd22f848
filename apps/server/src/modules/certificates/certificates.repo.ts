import type { CertificateMode } from '@sergak/contract/certificates/certificates.rules.ts';
import type { Completion } from './certificates.query.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

type NewCertificate = Completion & { number: string; organization_title: string; language: Language };

/** Stores certificates; a learner who has one already is skipped. Returns how many were stored. */
export const insertCertificates = async (tx: Tx, list: readonly NewCertificate[]): Promise<number> => {
  if (list.length === 0) return 0;
  const rows = await tx
    .insertInto('certificates')
    .values(
      list.map((c) => ({
        number: c.number,
        learner_id: c.learner_id,
        assignment_id: c.assignment_id,
        course_id: c.course_id,
        employee_id: c.employee_id,
        person_name: c.person_name,
        course_title: c.course_title,
        organization_title: c.organization_title,
        language: c.language,
        score: c.score,
        issued_at: c.completed_at,
        valid_until: c.valid_until,
      })),
    )
    .onConflict((oc) => oc.column('learner_id').doNothing())
    .returning('id')
    .execute();
  return rows.length;
};

/** Revokes a certificate; returns false if it was revoked before. */
export const revokeCertificate = async (tx: Tx, id: string, by: string, reason: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('certificates')
    .set({ revoked_at: now(), revoked_by: by, revoke_reason: reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const markCertificatesReminded = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx
    .updateTable('certificates')
    .set({ reminded_at: now() })
    .where('id', 'in', [...ids])
    .execute();
};

/**
 * Empties the names on the certificates of these people. The certificates stay valid, and no longer name an assignment: a campaign
 * assigns courses to those whom it caught.
 */
export const forgetNames = async (tx: Tx, employeeIds: readonly string[]): Promise<void> => {
  await sql`
    update certificates set person_name = '', learner_id = null, assignment_id = null
    where employee_id = any(${employeeIds}::uuid[])`.execute(tx);
};

type RuleFields = { mode: CertificateMode; valid_months: number | null; remind_days: number; reassign: boolean };

/** Stores the rule of a course if `version` is the stored one (0: none is stored); returns whether it was. */
export const storeRule = async (tx: Tx, courseId: string, version: number, rule: RuleFields): Promise<boolean> => {
  if (version === 0) {
    const rows = await tx
      .insertInto('certificate_rules')
      .values({ course_id: courseId, ...rule })
      .onConflict((oc) => oc.column('course_id').doNothing())
      .returning('course_id')
      .execute();
    return rows.length > 0;
  }
  const { numUpdatedRows } = await tx
    .updateTable('certificate_rules')
    .set({ ...rule, version: sql`version + 1` })
    .where('course_id', '=', courseId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
