import { now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

type Caught = {
  organizationId: string;
  messageId: string;
  sender: string;
  recipient: string;
  subject: string;
  raw: Buffer;
};

export const insertCaught = (tx: SystemTx, letter: Caught) =>
  tx
    .insertInto('mailbox_letters')
    .values({
      organization_id: letter.organizationId,
      message_id: letter.messageId,
      sender: letter.sender,
      recipient: letter.recipient,
      subject: letter.subject,
      raw: letter.raw,
      received_at: now(),
    })
    .execute();

export const rowColumns = ['id', 'sender', 'recipient', 'subject', 'received_at'] as const;

export const findCaught = (tx: Tx | SystemTx, id: number, organizationId?: string) =>
  tx
    .selectFrom('mailbox_letters')
    .select([...rowColumns, 'raw'])
    .where('id', '=', id)
    .$if(organizationId !== undefined, (q) => q.where('organization_id', '=', organizationId!))
    .executeTakeFirst();

export const clearCaught = async (tx: Tx) => {
  const result = await tx.deleteFrom('mailbox_letters').executeTakeFirst();
  return Number(result.numDeletedRows);
};
