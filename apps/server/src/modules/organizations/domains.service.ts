import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { listDomains } from './organizations.query.ts';
import * as repo from './organizations.repo.ts';

/** RFC 6761 keeps .test out of the public DNS, so it can belong to nobody else. */
const needsNoProof = (domain: string) => domain.endsWith('.test');

const shown = async (ctx: Ctx, domain: string) => {
  const found = (await listDomains(ctx.tx)).find((row) => row.domain === domain);
  if (!found) throw new AppError('organization.not_found');
  return found;
};

/** Names a mail domain of the organisation; it counts once its DNS shows the proof. */
export const addDomain = async (ctx: Ctx, input: { domain: string }) => {
  const proof = `sergak-domain=${randomBytes(16).toString('hex')}`;
  await repo.insertDomain(ctx.tx, input.domain, proof, needsNoProof(input.domain) ? now() : null);
  return new Logged(await shown(ctx, input.domain), input.domain, { domain: [null, input.domain] });
};

/** Looks the proof up in the DNS. What was confirmed once stays confirmed. */
export const verifyDomain = async (ctx: Ctx, input: { domain: string }) => {
  const row = await repo.findDomain(ctx.tx, input.domain);
  if (!row) throw new AppError('organization.not_found');
  if (!row.confirmed_at) {
    const records = await new Resolver({ timeout: 3_000, tries: 2 }).resolveTxt(input.domain).catch(() => []);
    const found = records.map((parts) => parts.join(''));
    if (!found.includes(row.proof))
      throw new AppError('organization.domain_unconfirmed', {
        domain: input.domain,
        wanted: row.proof,
        found: found.slice(0, 10),
      });
    await repo.confirmDomain(ctx.tx, input.domain);
  }
  return new Logged(await shown(ctx, input.domain), input.domain, { confirmed: [row.confirmed_at !== null, true] });
};

export const removeDomain = async (ctx: Ctx, input: { domain: string }) => {
  if (!(await repo.findDomain(ctx.tx, input.domain))) throw new AppError('organization.not_found');
  await repo.deleteDomain(ctx.tx, input.domain);
  return new Logged(null, input.domain, { domain: [input.domain, null] });
};
