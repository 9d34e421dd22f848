import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { now } from '../../platform/clock.ts';
import { Logged, type Ctx, type OwnCtx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { listDomains } from './organizations.query.ts';
import * as repo from './organizations.repo.ts';

/** RFC 6761 keeps .test out of the public DNS, so it can belong to nobody else. */
const needsNoProof = (domain: string) => domain.endsWith('.test');

const shown = async (tx: Tx, domain: string) => {
  const found = (await listDomains(tx)).find((row) => row.domain === domain);
  if (!found) throw new AppError('organization.not_found');
  return found;
};

/** Names a mail domain of the organisation; it counts once its DNS shows the proof. */
export const addDomain = async (ctx: Ctx, input: { domain: string }) => {
  const proof = `sergak-domain=${randomBytes(16).toString('hex')}`;
  await repo.insertDomain(ctx.tx, input.domain, proof, needsNoProof(input.domain) ? now() : null);
  return new Logged(await shown(ctx.tx, input.domain), input.domain, { domain: [null, input.domain] });
};

const requireDomain = async (tx: Tx, domain: string) => {
  const row = await repo.findDomain(tx, domain);
  if (!row) throw new AppError('organization.not_found');
  return row;
};

/** The TXT records of a name, from the name servers of this process. None where it has none or nobody answers. */
const lookUp = async (domain: string): Promise<string[]> => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  resolver.setServers(dns.getServers()); // through the object: a name taken from it keeps the servers of the start
  const records = await resolver.resolveTxt(domain).catch(() => []);
  return records.map((parts) => parts.join(''));
};

/** Looks the proof up in the DNS. What was confirmed once stays confirmed. */
export const verifyDomain = async (ctx: OwnCtx, { domain }: { domain: string }) => {
  const asked = await ctx.run('read', (tx) => requireDomain(tx, domain));
  const found = asked.confirmed_at ? [] : await lookUp(domain);
  return ctx.finish(async (tx) => {
    // Meanwhile it may have been taken off the list, named anew with another proof, or confirmed.
    const row = await requireDomain(tx, domain);
    if (!row.confirmed_at) {
      if (!found.includes(row.proof))
        throw new AppError('organization.domain_unconfirmed', { domain, wanted: row.proof, found: found.slice(0, 10) });
      await repo.confirmDomain(tx, domain);
    }
    return new Logged(await shown(tx, domain), domain, { confirmed: [row.confirmed_at !== null, true] });
  });
};

export const removeDomain = async (ctx: Ctx, input: { domain: string }) => {
  if (!(await repo.findDomain(ctx.tx, input.domain))) throw new AppError('organization.not_found');
  await repo.deleteDomain(ctx.tx, input.domain);
  return new Logged(null, input.domain, { domain: [input.domain, null] });
};
