import { phishingEndpoints } from '@sergak/contract/phishing/phishing.endpoints.ts';
import { attachmentEndpoints } from '@sergak/contract/phishing/attachments.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { getAutophish, toggleAutophish } from './autophish.service.ts';
import { uploadAttachment } from './attachments.service.ts';
import * as emails from './emails.service.ts';
import { listCategories, templateGroups, templateStatistics } from './phishing.query.ts';
import { makePreview } from './preview.service.ts';
import * as redirects from './redirect-pages.service.ts';
import * as templates from './templates.service.ts';
import { offeredDomains } from './senders.service.ts';

export const phishingRoutes = bind(phishingEndpoints, {
  'phishing.templates': async ({ tx }, { search, archived }) => ({
    data: await templateGroups(tx, { search, archived: archived ?? false }),
  }),
  'phishing.template': ({ tx }, { id }) => templates.getTemplate(tx, id),
  'phishing.template-statistics': async ({ tx }, { id }) => {
    await templates.getTemplate(tx, id);
    return templateStatistics(tx, id);
  },
  'phishing.template-create': templates.createTemplate,
  'phishing.template-copy': templates.copyTemplate,
  'phishing.template-update': templates.updateTemplate,
  'phishing.template-set-logo': templates.setLogo,
  'phishing.template-delete': templates.deleteTemplate,
  'phishing.categories': async ({ tx }) => ({ data: await listCategories(tx) }),
  'phishing.domains': (ctx) => offeredDomains(ctx),
  'phishing.email': ({ tx }, { id }) => emails.getEmail(tx, id),
  'phishing.email-create': emails.createEmail,
  'phishing.email-update': emails.updateEmail,
  'phishing.email-delete': emails.deleteEmail,
  'phishing.page': ({ tx }, { id }) => emails.getPage(tx, id),
  'phishing.page-create': emails.createPage,
  'phishing.page-update': emails.updatePage,
  'phishing.redirect-pages': async ({ tx }) => ({ data: await redirects.listRedirectPages(tx) }),
  'phishing.redirect-page': ({ tx }, { id }) => redirects.getRedirectPage(tx, id),
  'phishing.redirect-page-create': redirects.createRedirectPage,
  'phishing.redirect-page-update': redirects.updateRedirectPage,
  'phishing.redirect-page-delete': redirects.deleteRedirectPage,
  'phishing.autophish': getAutophish,
  'phishing.autophish-toggle': toggleAutophish,
  'phishing.preview': makePreview,
});

export const attachmentRoutes = bind(attachmentEndpoints, { 'phishing.attachment-upload': uploadAttachment });
