import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Tx } from '../../platform/db.ts';
import { textsOf } from '../../platform/texts.ts';

/** The address to which employees report emails, if one is set. */
export const findReportAddress = async (tx: Tx): Promise<string | undefined> => {
  const row = await tx.selectFrom('report_mailboxes').select('address').executeTakeFirst();
  return row?.address;
};

/** The address for reports, for a sentence; words that stand for it if none is set. */
export const reportAddressOrWords = async (tx: Tx, language: Language): Promise<string> =>
  (await findReportAddress(tx)) ?? textsOf(language, 'settings__server')('report_address');
