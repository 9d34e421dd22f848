/** Editors of templates have addresses of their own and no line in the menu. */
const templateEditor = { permission: 'admin.phishing.templates', frame: 'admin' } as const;

/** Pages of campaigns, templates, redirect pages and reported emails. */
export const phishingScreens = {
  'phishing.campaigns': {
    path: '/lk/admin/phishing/campaigns',
    permission: 'admin.phishing.campaigns',
    frame: 'admin',
    menu: { section: 'phishing', order: 10 },
  },
  'phishing.campaign-create': {
    path: '/lk/admin/phishing/campaigns/create',
    permission: 'admin.phishing.campaigns',
    frame: 'admin',
  },
  'phishing.campaign-follow-up': {
    path: '/lk/admin/phishing/campaigns/by-ending/create',
    permission: 'admin.phishing.campaigns',
    frame: 'admin',
  },
  'phishing.campaign': {
    path: '/lk/admin/phishing/campaigns/$campaign_id',
    permission: 'admin.phishing.campaigns',
    frame: 'admin',
  },
  'phishing.campaign-statistics': {
    path: '/lk/admin/phishing/campaigns/$campaign_id/statistics',
    permission: 'admin.phishing.campaigns',
    frame: 'admin',
  },
  'phishing.campaign-email-statistics': {
    path: '/lk/admin/phishing/campaigns/$campaign_id/$template_id/statistics',
    permission: 'admin.phishing.campaigns',
    frame: 'admin',
  },
  'phishing.by-tags': {
    path: '/lk/admin/phishing/phishing-by-tags',
    permission: 'admin.phishing',
    frame: 'admin',
    menu: { section: 'phishing', order: 20 },
  },
  'phishing.by-tags-campaign': {
    path: '/lk/admin/phishing/phishing-by-tags/campaigns/$campaign_id',
    permission: 'admin.phishing',
    frame: 'admin',
  },
  'phishing.by-tags-campaign-statistics': {
    path: '/lk/admin/phishing/phishing-by-tags/campaigns/$campaign_id/statistics',
    permission: 'admin.phishing',
    frame: 'admin',
  },
  'phishing.by-tags-email-statistics': {
    path: '/lk/admin/phishing/phishing-by-tags/campaigns/$campaign_id/$template_id/statistics',
    permission: 'admin.phishing',
    frame: 'admin',
  },
  'phishing.templates': {
    path: '/lk/admin/phishing/templates',
    permission: 'admin.phishing.templates',
    frame: 'admin',
    menu: { section: 'phishing', order: 30 },
  },
  'phishing.template': {
    path: '/lk/admin/phishing/templates/$template_id',
    permission: 'admin.phishing.templates',
    frame: 'admin',
  },
  'phishing.template-new': { path: '/lk/admin/phishing/templates/new', ...templateEditor },
  'phishing.template-edit': { path: '/lk/admin/phishing/templates/$template_id/edit', ...templateEditor },
  'phishing.page-create': { path: '/lk/admin/phishing/templates/$template_id/page/create', ...templateEditor },
  'phishing.page-edit': { path: '/lk/admin/phishing/templates/$template_id/page/$page_id/edit', ...templateEditor },
  'phishing.email-create': { path: '/lk/admin/phishing/templates/$template_id/email/create', ...templateEditor },
  'phishing.email-edit': { path: '/lk/admin/phishing/templates/$template_id/email/$email_id/edit', ...templateEditor },
  'phishing.redirect-create': {
    path: '/lk/admin/phishing/redirect/create',
    permission: 'admin.phishing',
    frame: 'admin',
  },
  'phishing.redirect-detail': {
    path: '/lk/admin/phishing/redirect/detail/$id',
    permission: 'admin.phishing',
    frame: 'admin',
  },
  'phishing.redirect-edit': {
    path: '/lk/admin/phishing/redirect/edit/$id',
    permission: 'admin.phishing',
    frame: 'admin',
  },
  'phishing.redirect': {
    path: '/lk/admin/phishing/redirect',
    permission: 'admin.phishing',
    frame: 'admin',
    menu: { section: 'phishing', order: 40 },
  },
  // Not in the specification, like settings.report-address.
  'phishing.suspicious': {
    path: '/lk/admin/phishing/suspicious',
    permission: 'admin.phishing.campaigns',
    frame: 'admin',
    menu: { section: 'phishing', order: 50 },
  },
  'phishing.verify': {
    path: '/lk/admin/phishing/suspicious/verify',
    permission: 'admin.phishing.campaigns',
    frame: 'admin',
    menu: { section: 'phishing', order: 55, under: 'phishing.suspicious' },
  },
} as const;
