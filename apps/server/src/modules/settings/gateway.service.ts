import type { Ctx } from '../../platform/context.ts';
import { SIMULATION_HEADER } from './simulation-header.ts';
import { findReportAddress } from './gateway.query.ts';
import { findMailSettings } from './mail-settings.repo.ts';

/** Values that the instructions show to the administrator of a mail gateway. */
export const readGateway = async ({ tx, platform }: Ctx) => {
  const server = await findMailSettings(tx);
  return {
    header: SIMULATION_HEADER,
    mail_host: server?.host ?? null,
    phishing_host: new URL(platform.urls.phishing).host,
    portal_url: platform.urls.portal,
    report_address: (await findReportAddress(tx)) ?? null,
  };
};
