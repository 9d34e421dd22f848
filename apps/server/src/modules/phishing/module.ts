import type { Module } from '../../platform/module.ts';
import { phishingThings } from './audit-things.query.ts';
import { attachmentRoutes, phishingRoutes, scenariosRoutes } from './phishing.routes.ts';
import { renderPreview } from './preview.service.ts';

export const phishingModule = {
  routes: [...phishingRoutes, ...attachmentRoutes, ...scenariosRoutes],
  previews: { phishing: (platform, payload) => renderPreview(platform, payload as never) },
  auditThings: phishingThings,
} satisfies Module;
