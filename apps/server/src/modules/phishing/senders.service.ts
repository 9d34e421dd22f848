import { domainOf } from '@sergak/contract/employees/employees.limits.ts';
import { isSenderAllowed } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { senderDomains, verifiedDomainNames } from './phishing.query.ts';

type On = { readonly tx: Tx; readonly platform: Platform };

/**
 * Sender domains that simulations of this organisation may use. Domains below .test are always allowed (decision
 * 0152).
 */
export const allowedSenderDomains = async ({ tx, platform }: On): Promise<string[]> => [
  ...new Set([...(await verifiedDomainNames(tx)), ...platform.config.senderDomains]),
];

/** The domains of these senders that are not allowed, without duplicates. */
export const foreignSenders = async (on: On, addresses: readonly string[]): Promise<string[]> => {
  const allowed = await allowedSenderDomains(on);
  return [...new Set(addresses.filter((one) => !isSenderAllowed(one, allowed)).map(domainOf))].sort();
};

/** Throws if a sender uses a domain that is not allowed. */
export const requireSenders = async (on: On, addresses: readonly string[]): Promise<void> => {
  const domains = await foreignSenders(on, addresses);
  if (domains.length > 0) throw new AppError('email.sender_domain', { domains });
};

/** Sender domains that the editor offers: the allowed ones, and those below .test that are in use. */
export const offeredDomains = async (on: On) => {
  const allowed = await allowedSenderDomains(on);
  const used = (await senderDomains(on.tx)).filter((domain) => isSenderAllowed(domain, allowed));
  return { data: [...new Set([...allowed, ...used])] };
};
