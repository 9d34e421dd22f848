import type { Module } from '../../platform/module.ts';
import { importPack } from './packs-import.jobs.ts';
import { writePack } from './packs-export.jobs.ts';
import { packsRoutes } from './packs.routes.ts';

export const packsModule = {
  routes: packsRoutes,
  jobs: { 'packs.write-pack': writePack, 'packs.import-pack': importPack },
} satisfies Module;
