import { sealedPlaces } from '../app/composition.ts';
import { listTitles } from '../modules/organizations/public.ts';
import type { Platform } from '../platform/context.ts';
import { inSystem } from '../platform/db.ts';
import { listOutdated, type OutdatedValues } from '../platform/sealed.ts';
import type { DoctorFinding } from './doctor-checks.ts';

const check = 'secret';
const TITLES_MAX = 20;

/** Values that no secret opens, in words: «passwords of mail servers: 2 cannot be read (Plant, Bank)». */
export const describeLost = async (
  platform: Pick<Platform, 'db'>,
  { title, lost }: Pick<OutdatedValues, 'title' | 'lost'>,
): Promise<string> => {
  const ids = [...new Set(lost)].filter((id) => id !== null);
  const titles = ids.length === 0 ? [] : await inSystem(platform.db, (tx) => listTitles(tx, ids.slice(0, TITLES_MAX)));
  const more = ids.length > TITLES_MAX ? ` and ${ids.length - TITLES_MAX} more` : '';
  return `${title}: ${lost.length} cannot be read${titles.length > 0 ? ` (${titles.join(', ')}${more})` : ''}`;
};

/** Whether the secret of the installation opens everything that was sealed, and what waits to be sealed again. */
export const checkSecret = async (platform: Platform): Promise<DoctorFinding[]> => {
  const findings: DoctorFinding[] = [];
  for (const place of await listOutdated(platform, sealedPlaces)) {
    if (place.lost.length > 0)
      findings.push({
        check,
        state: 'failed',
        text: await describeLost(platform, place),
        advice: 'give the secret that sealed them as SERGAK_OLD_SECRET, or enter them again in the portal',
      });
    if (place.old > 0)
      findings.push({
        check,
        state: 'warning',
        text: `${place.title}: ${place.old} wait to be sealed with the current secret`,
        advice: 'run npm run reseal; afterwards an old secret is no longer needed',
      });
  }
  return findings.length > 0 ? findings : [{ check, state: 'ok', text: 'it opens all stored passwords and keys' }];
};
