import { expect, test } from 'vitest';
import { roles } from '@sergak/contract/access/roles.ts';
import { allAuditFields, auditKinds } from '@sergak/contract/audit/audit.rules.ts';
import { auditDetails } from '@sergak/contract/audit/audit.schema.ts';
import { campaignStatuses, eventKinds } from '@sergak/contract/campaigns/campaigns.rules.ts';
import {
  departmentSources,
  directoryCodes,
  directorySecurities,
  leaverModes,
  syncSchedules,
} from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import { bulkKinds } from '@sergak/contract/tasks/bulk.schema.ts';
import { reportCategories } from '@sergak/contract/reports/reports.rules.ts';
import { scimGroupUses } from '@sergak/contract/scim/scim.rules.ts';
import { mailSecurities } from '@sergak/contract/settings/settings.rules.ts';
import { mailboxSecurities } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { languages, readLocales } from '../../../../../scripts/locale-files.ts';

const values: Readonly<Record<string, readonly string[]>> = {
  role: roles,
  status: campaignStatuses,
  event: eventKinds,
  result: ['0', '1', '2', '3', '4'],
  category: reportCategories,
  security: [...mailSecurities, ...mailboxSecurities, ...directorySecurities],
  leavers: leaverModes,
  password: ['saved', 'replaced'],
  client_secret: ['saved', 'replaced'],
  department_from: departmentSources,
  schedule: syncSchedules,
  note: directoryCodes.filter((code) => code !== 'ok'),
  work: bulkKinds,
  scim_groups: scimGroupUses,
  outcome: ['done', 'cancelled', 'failed'],
  approval: ['waiting', 'approved', 'rejected'],
  type: ['course', 'letter', 'registration_link', 'phishing'],
};

test.each(languages)('has words for each kind, field, detail and fixed value of the action log: %s', (language) => {
  const texts = readLocales(language).get('audit')!;
  const missing = (key: string): boolean => !texts.get(key)?.trim();
  const keys = [
    ...auditKinds.map((kind) => `kind.${kind}`),
    ...[...allAuditFields, ...Object.keys(auditDetails.shape), 'titles'].map((field) => `field.${field}`),
    ...Object.entries(values).flatMap(([field, all]) => all.map((one) => `value.${field}.${one}`)),
  ];
  expect(keys.filter(missing)).toEqual([]);
});
