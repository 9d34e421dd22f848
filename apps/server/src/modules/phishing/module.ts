import type { PreviewPayload } from '../../platform/context.ts';
import type { Module } from '../../platform/module.ts';
import { phishingThings } from './audit-things.query.ts';
import { attachmentRoutes, phishingRoutes, starterRoutes, templatesRoutes } from './phishing.routes.ts';
import { picturesRoutes } from './pictures.routes.ts';
import { servePreviewPictures } from './preview-pictures.routes.ts';
import { type PhishingPreview, renderPreview } from './preview.service.ts';
import { sweepUnusedFiles } from './unused-files.sweep.ts';

export const phishingModule = {
  routes: [...phishingRoutes, ...attachmentRoutes, ...templatesRoutes, ...starterRoutes, ...picturesRoutes],
  previews: { phishing: (platform, payload) => renderPreview(platform, payload as PreviewPayload & PhishingPreview) },
  content: servePreviewPictures,
  sweeps: { 'unused attachments and pictures': sweepUnusedFiles },
  auditThings: phishingThings,
} satisfies Module;
