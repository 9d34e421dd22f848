import type { FieldSchema } from '@sergak/contract/endpoint.ts';
import type { EndpointId } from '@sergak/contract/endpoints.ts';

/** The schema of each field that a call accepts. */
export type FieldSchemas = Readonly<Record<string, FieldSchema>>;

// Fetched when a form opens: zod and the schemas are not part of the first load.
const files = {
  'campaigns.reject': () => import('@sergak/contract/campaigns/campaigns.endpoints.ts'),
  'certificates.revoke': () => import('@sergak/contract/certificates/certificates.endpoints.ts'),
  'certificates.save-rule': () => import('@sergak/contract/certificates/certificates.endpoints.ts'),
  'departments.create': () => import('@sergak/contract/departments/departments.endpoints.ts'),
  'directory-sync.save': () => import('@sergak/contract/directory-sync/directory-sync.endpoints.ts'),
  'employees.add': () => import('@sergak/contract/employees/employees.endpoints.ts'),
  'employees.save': () => import('@sergak/contract/employees/employees.endpoints.ts'),
  'employees.restore': () => import('@sergak/contract/employees/removed.endpoints.ts'),
  'features.save': () => import('@sergak/contract/session/features.endpoints.ts'),
  'learning.complete-manually': () => import('@sergak/contract/learning/learning.endpoints.ts'),
  'learning.update': () => import('@sergak/contract/learning/learning.endpoints.ts'),
  'library.add-section': () => import('@sergak/contract/library/courses.endpoints.ts'),
  'library.create-course': () => import('@sergak/contract/library/courses.endpoints.ts'),
  'library.create-module': () => import('@sergak/contract/library/modules.endpoints.ts'),
  'library.create-theme': () => import('@sergak/contract/library/themes.endpoints.ts'),
  'organizations.create-child': () => import('@sergak/contract/organizations/organizations.endpoints.ts'),
  'organizations.notify': () => import('@sergak/contract/organizations/organizations.endpoints.ts'),
  'organizations.save-child': () => import('@sergak/contract/organizations/organizations.endpoints.ts'),
  'organizations.set-reminders': () => import('@sergak/contract/organizations/organizations.endpoints.ts'),
  'organizations.set-up': () => import('@sergak/contract/organizations/organizations.endpoints.ts'),
  'phishing.template-create': () => import('@sergak/contract/phishing/phishing.endpoints.ts'),
  'privacy.save': () => import('@sergak/contract/privacy/privacy.endpoints.ts'),
  'report-schedules.save': () => import('@sergak/contract/report-schedules/report-schedules.endpoints.ts'),
  'scorm.update-course': () => import('@sergak/contract/scorm/packages.endpoints.ts'),
  'settings.mail-save': () => import('@sergak/contract/settings/settings.endpoints.ts'),
  'sso.save': () => import('@sergak/contract/sso/sso.endpoints.ts'),
  'suspicious-mail.address-save': () => import('@sergak/contract/suspicious-mail/suspicious-mail.endpoints.ts'),
  'tags.create': () => import('@sergak/contract/tags/tags.endpoints.ts'),
} as const satisfies Partial<Record<EndpointId, () => Promise<object>>>;
/** A call whose schemas a form can use. */
export type FormCall = keyof typeof files;
export const formCalls = Object.keys(files) as FormCall[];

const loaded = new Map<FormCall, FieldSchemas>();
/** The schemas of a call if they are loaded. */
export const knownSchemas = (call: FormCall): FieldSchemas | undefined => loaded.get(call);

type Table = Readonly<Record<string, { readonly body?: { readonly shape?: FieldSchemas } } | undefined>>;
/** Loads the schemas of a call. Without them, when they cannot be fetched, only the server checks the fields. */
export const loadSchemas = async (call: FormCall): Promise<FieldSchemas> => {
  const tables = await files[call]().catch(() => ({}));
  const shape = (Object.values(tables) as Table[]).map((table) => table[call]?.body?.shape).find(Boolean);
  if (shape !== undefined) loaded.set(call, shape);
  return shape ?? {};
};
