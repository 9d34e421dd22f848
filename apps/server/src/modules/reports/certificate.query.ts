import { sql } from 'kysely';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Tx } from '../../platform/db.ts';

export type CertificateFacts = {
  id: string;
  number: string;
  employee_id: string | null;
  person_name: string;
  course_title: string;
  organization_title: string;
  language: Language;
  score: number | null;
  issued_on: string;
  valid_until: string | null;
  revoked: boolean;
  brand_color: string;
  logo_key: string | null;
};

/** Certificates in the order of these ids, with the logo and the colour that the organisation has today. */
export const selectCertificates = async (tx: Tx, ids: readonly string[]): Promise<CertificateFacts[]> => {
  const { rows } = await sql<CertificateFacts>`
    select c.id, c.number, c.employee_id, c.person_name, c.course_title, c.organization_title, c.language, c.score,
      (c.issued_at at time zone o.time_zone)::date::text as issued_on, c.valid_until, c.revoked_at is not null as revoked,
      o.brand_color, f.storage_key as logo_key
    from certificates c join organizations o on o.id = c.organization_id left join files f on f.id = o.logo_light_file_id
    where c.id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], c.id)`.execute(tx);
  return rows;
};
