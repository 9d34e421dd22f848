import type { Module } from '../../platform/module.ts';
import { phishingRoutes } from './phishing.routes.ts';
import { renderPreview } from './preview.service.ts';

export const phishingModule = {
  routes: phishingRoutes,
  previews: { phishing: (platform, payload) => renderPreview(platform, payload as never) },
} satisfies Module;
