import type { CampaignDraftRow, StoredCampaignDraft } from '@sergak/contract/campaigns/drafts.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db.ts';

type Row = CampaignDraftRow & { readonly form: string };
const columns = sql`
  d.id, d.name, d.step, d.version, d.updated_at,
  case when e.id is null then null else jsonb_build_object('id', e.id, 'full_name', e.full_name) end as created_by`;

/** The drafts of the organisation, the last changed first. */
export const findDrafts = async (tx: Tx): Promise<CampaignDraftRow[]> => {
  const { rows } = await sql<CampaignDraftRow>`
    select ${columns} from campaign_drafts d left join employees e on e.id = d.created_by and e.deleted_at is null
    order by d.updated_at desc, d.id`.execute(tx);
  return rows;
};

/** One draft with its form. */
export const findDraft = async (tx: Tx, id: string): Promise<StoredCampaignDraft | undefined> => {
  const { rows } = await sql<Row>`
    select ${columns}, d.form from campaign_drafts d left join employees e on e.id = d.created_by and e.deleted_at is null
    where d.id = ${id}`.execute(tx);
  return rows[0];
};
