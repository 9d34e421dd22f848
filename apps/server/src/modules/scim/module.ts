import type { Module } from '../../platform/module.ts';
import { addScim } from './scim.routes.ts';

export const scimModule = { portal: addScim } satisfies Module;
