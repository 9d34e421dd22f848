import type { ReportVerdict } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { reportAnswer, type ReportAnswer } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

type AnswerRow = Pick<ReportAnswer, 'verdict' | 'version'> & { readonly texts: ReportAnswer['texts'] | null };

/** The answers that the organisation has set; `texts` is null where it has restored those of the product. */
export const listAnswers = async (tx: Tx): Promise<AnswerRow[]> => {
  const { rows } = await sql<Omit<AnswerRow, 'texts'> & { readonly texts: unknown }>`
    select verdict, texts, version from report_answers`.execute(tx);
  return rows.map((row) => ({ ...row, texts: reportAnswer.shape.texts.nullable().parse(row.texts) }));
};

/** Stores an answer over the version that was read. Returns false if another person saved first. */
export const putAnswer = async (
  tx: Tx,
  verdict: ReportVerdict,
  texts: ReportAnswer['texts'] | null,
  version: number,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into report_answers as a (verdict, texts, version) values (${verdict}, ${texts && JSON.stringify(texts)}::jsonb, ${version + 1})
    on conflict (organization_id, verdict) do update set texts = excluded.texts, version = excluded.version
    where a.version = ${version} returning 1`.execute(tx);
  return rows.length === 1;
};
