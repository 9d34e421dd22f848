import type { Ctx } from '../../platform/context.ts';
import { isOneSite } from './site.ts';

/** Where this installation answers: the portal, untrusted content, and what simulated emails link to. */
export const readInstallation = ({ platform }: Ctx) => ({
  portal_url: platform.urls.portal,
  content_url: platform.urls.content,
  phishing_url: platform.urls.phishing,
  one_site: isOneSite(platform.urls.portal, platform.urls.phishing),
});
