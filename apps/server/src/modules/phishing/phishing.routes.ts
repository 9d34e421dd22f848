import { phishingEndpoints } from '@sergak/contract/phishing/phishing.endpoints.ts';
import { starterTemplatesEndpoints } from '@sergak/contract/phishing/starter.endpoints.ts';
import { attachmentEndpoints } from '@sergak/contract/phishing/attachments.endpoints.ts';
import { templatesEndpoints } from '@sergak/contract/phishing/templates.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { uploadAttachment } from './attachments.service.ts';
import * as emails from './emails.service.ts';
import * as categories from './categories.service.ts';
import { emailResults, templateGroups } from './library.query.ts';
import { templateStatistics } from './phishing.query.ts';
import { makePreview, makeStarterPreview } from './preview.service.ts';
import * as redirects from './redirect-pages.service.ts';
import * as starter from './starter.service.ts';
import * as templates from './templates.service.ts';
import { offeredDomains } from './senders.service.ts';
import * as translations from './translations.service.ts';

export const phishingRoutes = bind(phishingEndpoints, {
  'phishing.templates': async ({ tx, viewer }, filter) => ({ data: await templateGroups(tx, filter, viewer.language) }),
  'phishing.template': ({ tx, viewer }, { id }) => templates.getTemplate(tx, id, viewer.language),
  'phishing.template-statistics': async ({ tx, viewer }, { id }) => {
    await templates.getTemplate(tx, id, viewer.language);
    return { ...(await templateStatistics(tx, id)), emails: await emailResults(tx, id) };
  },
  'phishing.template-create': templates.createTemplate,
  'phishing.template-copy': templates.copyTemplate,
  'phishing.template-update': templates.updateTemplate,
  'phishing.template-set-logo': templates.setTemplateLogo,
  'phishing.template-delete': templates.deleteTemplate,
  'phishing.categories': async ({ tx, viewer }) => ({ data: await categories.categoriesFor(tx, viewer.language) }),
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
  'phishing.preview': makePreview,
});

export const attachmentRoutes = bind(attachmentEndpoints, { 'phishing.attachment-upload': uploadAttachment });
export const templatesRoutes = bind(templatesEndpoints, {
  'phishing.templates-bulk': templates.changeTemplates,
  'phishing.category-create': categories.createCategory,
  'phishing.category-update': categories.updateCategory,
  'phishing.categories-reorder': categories.reorderCategories,
  'phishing.category-delete': categories.deleteCategory,
  'phishing.email-translate': translations.translateEmail,
  'phishing.page-translate': translations.translatePage,
  'phishing.page-delete': translations.deletePage,
});

export const starterRoutes = bind(starterTemplatesEndpoints, {
  'phishing.starter-templates': starter.listStarterTemplates,
  'phishing.starter-logo': starter.readStarterLogo,
  'phishing.starter-preview': makeStarterPreview,
  'phishing.starter-adopt': starter.adoptStarterTemplates,
  'phishing.starter-differences': starter.listTemplateDifferences,
  'phishing.starter-update': starter.updateStarterTemplate,
});
