import type { Module } from '../../platform/module.ts';
import { gotchaRoutes } from './gotcha.routes.ts';
import { previewGotcha } from './gotcha.service.ts';

export const gotchaModule = { routes: gotchaRoutes, previews: { 'gotcha-email': previewGotcha } } satisfies Module;
