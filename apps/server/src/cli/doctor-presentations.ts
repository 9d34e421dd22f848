import type { Config } from '../config.ts';
import { findIsolation } from '../modules/library/public.ts';
import type { DoctorFinding } from './doctor-checks.ts';

const check = 'presentations';
const advice =
  'let the user of the product create user namespaces (unshare --user --mount --net), or run it where that is possible';

/** Whether LibreOffice, which reads presentations of other people, is kept from the files of the server and the network. */
export const checkPresentations = async ({ findSoffice }: Pick<Config, 'findSoffice'>): Promise<DoctorFinding> => {
  const soffice = findSoffice();
  if (soffice === undefined)
    return { check, state: 'skipped', text: 'LibreOffice is not installed: only PDF files are imported' };
  const isolation = await findIsolation(soffice);
  if (isolation === 'files')
    return {
      check,
      state: 'ok',
      text: `LibreOffice (${soffice}) sees only its own folder, programs and fonts, and no network`,
    };
  const text =
    isolation === 'network'
      ? `LibreOffice (${soffice}) has no network but could read files of the server; presentations that link to files are rejected`
      : `LibreOffice (${soffice}) could read files of the server and use the network; presentations that link to files are rejected`;
  return { check, state: 'warning', text, advice };
};
