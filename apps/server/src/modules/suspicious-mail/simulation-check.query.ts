import { sql } from 'kysely';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** The organisations that the transaction may read, each with the key that signs its simulations. */
export const findSigners = (tx: Tx | SystemTx) =>
  (tx as Tx).selectFrom('organizations').select(['id', 'title', 'header_key']).execute();

export type SentSimulation = {
  readonly campaign_id: string;
  readonly campaign: string;
  readonly email: string;
  readonly sender_name: string;
  readonly sender_address: string;
  readonly sent_at: string | null;
  readonly full_name: string;
  readonly address: string;
  readonly anonymous: boolean;
};

/** The simulated email of an organisation with this Message-ID. */
export const findSimulation = async (
  tx: Tx | SystemTx,
  organizationId: string,
  messageId: string,
): Promise<SentSimulation | undefined> => {
  const { rows } = await sql<SentSimulation>`
    select c.id as campaign_id, c.name as campaign, e.name as email, coalesce(t.sender_name, e.sender_name) as sender_name,
      coalesce(t.sender_address, e.sender_address) as sender_address, r.sent_at, concat_ws(' ', nullif(r.last_name, ''), nullif(r.first_name, ''), nullif(r.middle_name, '')) as full_name,
      r.address, coalesce(p.anonymous, false) as anonymous
    from campaign_recipients r
    join campaigns c on c.organization_id = r.organization_id and c.id = r.campaign_id
    join campaign_emails e on e.organization_id = r.organization_id and e.campaign_id = r.campaign_id and e.email_id = r.email_id
    left join campaign_email_translations t on t.organization_id = r.organization_id and t.campaign_id = r.campaign_id
      and t.email_id = r.email_id and t.language = r.language
    left join retention_settings p on p.organization_id = r.organization_id
    where r.organization_id = ${organizationId} and r.message_id = ${messageId}`.execute(tx);
  return rows[0];
};
