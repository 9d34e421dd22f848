import { randomBytes } from 'node:crypto';
import { now } from '../../platform/clock.ts';
import { Logged, type Ctx, type OwnCtx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { lookUp } from './domain-lookup.ts';
import { listDomains } from './organizations.query.ts';
import * as repo from './organizations.repo.ts';

/** RFC 6761 reserves .test: it is not in the public DNS, so no one else can own such a name. */
const needsNoProof = (domain: string) => domain.endsWith('.test');

const shown = async (tx: Tx, domain: string) => {
  const found = (await listDomains(tx)).find((row) => row.domain === domain);
  if (!found) throw new AppError('organization.not_found');
  return found;
};

/** Adds a mail domain to the organisation; the domain is unverified until its DNS contains the proof. */
export const addDomain = async (ctx: Ctx, input: { domain: string }) => {
  const proof = `sergak-domain=${randomBytes(16).toString('hex')}`;
  await repo.insertDomain(ctx.tx, input.domain, proof, needsNoProof(input.domain) ? now() : null);
  return new Logged(await shown(ctx.tx, input.domain), {
    kind: 'domain',
    title: input.domain,
    changes: { domain: [null, input.domain] },
  });
};

const requireDomain = async (tx: Tx, domain: string) => {
  const row = await repo.findDomain(tx, domain);
  if (!row) throw new AppError('organization.not_found');
  return row;
};

/**
 * Looks for the proof in the DNS. Verified domains are checked monthly (`domain-checks.service`). A domain with a missing
 * record is checked here at once, so that a restored record counts without waiting.
 */
export const verifyDomain = async (ctx: OwnCtx, { domain }: { domain: string }) => {
  const before = await ctx.run('read', (tx) => requireDomain(tx, domain));
  const settled = (row: typeof before) => row.verified_at !== null && row.failing_since === null;
  const found = settled(before) ? [] : await lookUp(domain);
  return ctx.finish(async (tx) => {
    // In the meantime the domain may have been removed, added again with another proof, or verified.
    const row = await requireDomain(tx, domain);
    if (!settled(row)) {
      if (!found.includes(row.proof))
        throw new AppError('organization.domain_unverified', { domain, wanted: row.proof, found: found.slice(0, 10) });
      await repo.confirmDomain(tx, domain);
    }
    return new Logged(await shown(tx, domain), {
      kind: 'domain',
      title: domain,
      changes: { verified: [row.verified_at !== null, true] },
    });
  });
};

export const removeDomain = async (ctx: Ctx, input: { domain: string }) => {
  if (!(await repo.findDomain(ctx.tx, input.domain))) throw new AppError('organization.not_found');
  await repo.deleteDomain(ctx.tx, input.domain);
  return new Logged(null, { kind: 'domain', title: input.domain, changes: { domain: [input.domain, null] } });
};
