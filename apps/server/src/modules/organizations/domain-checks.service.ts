import { DOMAIN_GRACE_DAYS } from '@sergak/contract/organizations/organizations.rules.ts';
import { writeAudit } from '../../platform/audit.ts';
import { after, DAY, dayIn, dayText, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { findAdministrators } from '../campaigns/public.ts';
import { lookUp } from './domain-lookup.ts';
import * as repo from './domains.repo.ts';
import { findOrganization } from './organizations.query.ts';

/** Queues a domain check for each organisation with a check due. Called once a minute for the whole installation. */
export const sweepDomains = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const organization_id of await repo.organizationsWithDomains(tx))
      await enqueueIn(tx, organization_id, 'organizations.check-domains', {});
  });

/**
 * Checks the records of verified domains again. A missing record is reported at once and checked every day; after the grace
 * period the domain is no longer verified. Safe to repeat: the second run finds nothing due.
 */
export const checkDomains = async (ctx: JobCtx): Promise<void> => {
  for (const asked of await ctx.run('read', (tx) => repo.dueDomains(tx))) {
    ctx.signal.throwIfAborted();
    const found = (await lookUp(asked.domain)).includes(asked.proof);
    await ctx.run('write', async (tx) => {
      const row = await repo.lockDueDomain(tx, asked);
      if (row) await settle(tx, ctx.platform, row, found);
    });
  }
};

const settle = async (tx: Tx, platform: Platform, row: repo.DueDomain, found: boolean): Promise<void> => {
  const { domain, failing_since } = row;
  if (found) {
    await repo.markChecked(tx, domain, { failing_since: null });
    return;
  }
  const since = failing_since === null ? now() : new Date(failing_since);
  const lostAt = after(since, DOMAIN_GRACE_DAYS * DAY);
  const isLost = lostAt <= now();
  await repo.markChecked(tx, domain, isLost ? { failing_since: null, verified_at: null } : { failing_since: since });
  if (isLost) await report(tx, platform, 'lost', domain, lostAt);
  else if (failing_since === null) await report(tx, platform, 'failing', domain, lostAt);
};

/** `failing`: the record is missing, the domain still counts. `lost`: the domain is no longer verified. */
type DomainNews = 'failing' | 'lost';
/** Reports a missing record or a lost domain to the administrators by email and in the audit log. */
const report = async (tx: Tx, platform: Platform, news: DomainNews, domain: string, lostAt: Date): Promise<void> => {
  const act = { action: `organization.domain_${news}`, actorId: null, actorName: '' };
  await writeAudit(tx, act, { kind: 'domain', title: domain });
  const organization = await findOrganization(tx);
  if (!organization) return;
  const url = `${platform.urls.portal}/lk/admin/organization?tab=domains`;
  for (const { id, email, language } of await findAdministrators(tx)) {
    const { subject, title, paragraphs, button } = emailTexts(
      language,
      'organizations__server',
      `email.domain_${news}`,
      {
        domain,
        day: dayText(dayIn(lostAt, organization.time_zone)),
      },
    );
    const laid = layOutEmail({
      language,
      organization: organization.title,
      brandColor: organization.brand_color,
      title,
      paragraphs,
      button: { label: button!, url },
    });
    await queueEmail(tx, { kind: `domain_${news}`, employeeId: id, to: email, language, subject, ...laid });
  }
};
