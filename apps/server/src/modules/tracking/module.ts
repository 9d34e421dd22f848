import type { Module } from '../../platform/module.ts';
import { startTrackingListener } from './public.ts';
import { trackingRoutes } from './tracking.routes.ts';

export const trackingModule = {
  routes: trackingRoutes,
  services: [{ name: 'tracking', roles: ['all', 'tracking'], start: startTrackingListener }],
} satisfies Module;
