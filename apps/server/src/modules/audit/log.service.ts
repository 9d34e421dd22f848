import type { auditEndpoints } from '@sergak/contract/audit/audit.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { AuditThings } from '../../platform/audit-things.ts';
import type { Ctx } from '../../platform/context.ts';
import * as query from './audit.query.ts';
import { peopleByIds, thingsIn } from './things.service.ts';

type In<K extends keyof typeof auditEndpoints> = Input<(typeof auditEndpoints)[K]>;

/** A page of the audit log, with the things that its entries refer to. */
export const listLines =
  (things: AuditThings) =>
  async ({ tx, viewer }: Ctx, input: In<'audit.list'>) => {
    const read = input.search.trim() === '' ? query.listAudit : query.searchAudit;
    const page = await read(tx, await query.logCondition(tx, input, viewer), input);
    return { ...page, things: await thingsIn(things, tx, page.data) };
  };

/** A page of the people of an entry. */
export const listLoggedPeople =
  (things: AuditThings) =>
  async ({ tx }: Ctx, { line, limit, offset }: In<'audit.people'>) => {
    const { ids, total } = await query.listPeopleOfEntry(tx, line, { limit, offset });
    return { data: await peopleByIds(things, tx, ids), total_count: total };
  };
