import type { Module } from '../../platform/module.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import { startSending } from './public.ts';

export const deliveryModule = {
  routes: deliveryRoutes,
  services: [{ name: 'sending', roles: ['all', 'worker'], start: startSending }],
} satisfies Module;
