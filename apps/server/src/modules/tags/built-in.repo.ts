import { ownTitles } from '@sergak/contract/organizations/own-titles.rules.ts';
import type { Tx } from '../../platform/db.ts';

const builtIn = [
  { title: ownTitles.newbie, type: 'newbie', color: '#3dbc87', life_days: 30 },
  { title: ownTitles.not_registered, type: 'not_registered', color: '#8a94a6' },
  { title: ownTitles.low_risk, type: 'risk_group', color: '#2f9e6e', min_risk_level: 0, max_risk_level: 3 },
  { title: ownTitles.middle_risk, type: 'risk_group', color: '#e0a100', min_risk_level: 4, max_risk_level: 6 },
  { title: ownTitles.high_risk, type: 'risk_group', color: '#d64545', min_risk_level: 7, max_risk_level: 10 },
  { title: ownTitles.reports, type: 'arbitrary', color: '#A259FF' },
] as const;

/** Adds the tags that every organisation starts with. */
export const insertBuiltInTags = (tx: Tx) =>
  tx
    .insertInto('tags')
    .values(builtIn.map((tag) => ({ ...tag, is_system: true })))
    .execute();
