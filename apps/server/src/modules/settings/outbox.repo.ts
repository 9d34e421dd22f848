import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export const findLetter = (tx: Tx, id: string) =>
  tx.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

export const markSent = (tx: Tx, id: string, reply: string) =>
  tx
    .updateTable('outbox')
    // The text goes with the letter: it may hold a link or a code that opens something.
    .set((eb) => ({
      state: 'sent' as const,
      reply,
      sent_at: now(),
      attempts: eb('attempts', '+', 1),
      html: '',
      text: '',
      message: null,
    }))
    .where('id', '=', id)
    .execute();

export const markTried = (tx: Tx, id: string, reply: string, final: boolean) =>
  tx
    .updateTable('outbox')
    .set((eb) => ({
      state: final ? ('failed' as const) : ('queued' as const),
      reply,
      attempts: eb('attempts', '+', 1),
      ...(final ? { html: '', text: '', message: null } : {}),
    }))
    .where('id', '=', id)
    .execute();
