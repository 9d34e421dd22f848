import type { Tx } from '../../platform/db.ts';

/** The address to which employees report emails, if one is set. */
export const findReportAddress = async (tx: Tx): Promise<string | undefined> => {
  const row = await tx.selectFrom('report_mailboxes').select('address').executeTakeFirst();
  return row?.address;
};
