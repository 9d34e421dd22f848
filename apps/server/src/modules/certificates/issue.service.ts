import { randomInt } from 'node:crypto';
import {
  certificateNumber,
  NUMBER_ALPHABET,
  NUMBER_RANDOM,
  numberPrefix,
} from '@sergak/contract/certificates/certificates.rules.ts';
import type { Tx } from '../../platform/db.ts';
import * as query from './certificates.query.ts';
import * as repo from './certificates.repo.ts';

const randomPart = (): string =>
  Array.from({ length: NUMBER_RANDOM }, () => NUMBER_ALPHABET[randomInt(NUMBER_ALPHABET.length)]).join('');

/** Issues the certificates that these completions give. A completion gives one certificate, however often this runs. */
export const issueCertificates = async (
  tx: Tx,
  which: query.Which,
): Promise<{ last: string | null; issued: number }> => {
  const organization = await query.findCertificateOrganization(tx);
  const prefix = numberPrefix(organization.title);
  const completions = await query.findCompletions(tx, which, organization.time_zone);
  const issued = await repo.insertCertificates(
    tx,
    completions.map((one) => ({
      ...one,
      number: certificateNumber(prefix, Number(one.completed_on.slice(0, 4)), randomPart()),
      organization_title: organization.title,
      language: one.language ?? organization.language,
    })),
  );
  return { last: completions.at(-1)?.learner_id ?? null, issued };
};
