import type { Ctx } from '../../platform/context.ts';
import { isOneSite, sharesCookies } from './site.ts';

/** Public addresses of the installation (portal, untrusted content, links of simulated emails), and its LibreOffice. */
export const readInstallation = ({ platform }: Ctx) => ({
  portal_url: platform.urls.portal,
  content_url: platform.urls.content,
  phishing_url: platform.urls.phishing,
  one_site: isOneSite(platform.urls.portal, platform.urls.phishing),
  one_host: sharesCookies(platform.urls.portal, platform.urls.content),
  shared_content: platform.config.contentWildcard === undefined,
  office: platform.config.findSoffice() ?? null,
});
