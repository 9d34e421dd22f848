import type { Permission } from '@sergak/contract/access/permissions.ts';
import { type Screen, type ScreenId, screens } from '@sergak/contract/access/screens.ts';
import { fitOfText, fits, type wordsOf } from '@sergak/contract/search/search.rules.ts';

/** What people look for among the settings, in the order in which it is shown. */
export const settingGroups = [
  'organization',
  'people',
  'sign_in',
  'mail',
  'limits',
  'privacy',
  'integrations',
  'licence',
  'log',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

export type SettingPlace = {
  readonly screen: ScreenId;
  readonly search?: Readonly<Record<string, string | readonly string[]>>;
  /** The part of the page that is scrolled to, see `usePart`. */
  readonly hash?: string;
};
type Setting = SettingPlace & { readonly group: SettingGroup };

const ofOrganization = (group: SettingGroup, hash: string) =>
  ({ group, screen: 'organization.own', search: { tab: 'settings' }, hash }) as const;
const ofSignIn = (group: SettingGroup, type: string, hash: string) =>
  ({ group, screen: 'settings.adfs', search: { type }, hash }) as const;

/** Every setting that people look for, wherever its page is: by its key in the texts. */
export const settings = {
  about: ofOrganization('organization', 'about'),
  logo: ofOrganization('organization', 'logo'),
  color: ofOrganization('organization', 'color'),
  domains: { group: 'organization', screen: 'organization.own', search: { tab: 'domains' } },
  children: { group: 'organization', screen: 'organization.own', search: { tab: 'overview' }, hash: 'children' },

  administrators: { group: 'people', screen: 'settings.superusers' },
  operators: { group: 'people', screen: 'staff.employees', search: { roles: ['operator', 'content_manager'] } },
  registration: ofOrganization('people', 'reminders'),

  two_factor: ofSignIn('sign_in', 'email', 'two-factor'),
  authenticator: ofSignIn('sign_in', 'email', 'authenticator'),
  sign_in_rules: ofSignIn('sign_in', 'email', 'rules'),
  directory: { group: 'sign_in', screen: 'settings.adfs', search: { type: 'active_directory' } },
  sso: { group: 'sign_in', screen: 'settings.adfs', search: { type: 'general' } },

  mail_server: { group: 'mail', screen: 'settings.emails', search: { tab: 'server' } },
  mailbox: { group: 'mail', screen: 'settings.emails', search: { tab: 'mailbox' } },
  mail_failures: { group: 'mail', screen: 'settings.emails', search: { tab: 'failures' } },
  gateway: { group: 'mail', screen: 'help.instructions', search: { chapter: 'mail-gateway' } },
  report_address: { group: 'mail', screen: 'settings.report-address' },
  scheduled_reports: { group: 'mail', screen: 'settings.reports' },
  course_reminders: { group: 'mail', screen: 'learning.assigned', search: { reminders: 'default' } },
  notifications: { group: 'mail', screen: 'notifications.list', search: { tab: 'choices' } },

  stop: ofOrganization('limits', 'sending'),
  limits: ofOrganization('limits', 'limits'),
  hours: ofOrganization('limits', 'hours'),
  approval: ofOrganization('limits', 'approval'),
  networks: ofOrganization('limits', 'networks'),

  retention: { group: 'privacy', screen: 'settings.privacy', hash: 'retention' },
  anonymous: { group: 'privacy', screen: 'settings.privacy', hash: 'anonymous' },
  consents: { group: 'privacy', screen: 'settings.privacy', hash: 'consents' },
  consent_text: ofSignIn('privacy', 'email', 'consent'),

  scim: { group: 'integrations', screen: 'settings.adfs', search: { type: 'scim' } },
  tokens: { group: 'integrations', screen: 'settings.superusers', hash: 'tokens' },
  addresses: { group: 'integrations', screen: 'settings.settings', hash: 'installation' },
  analytics: { group: 'integrations', screen: 'settings.settings', hash: 'analytics' },

  licence: { group: 'licence', screen: 'settings.license' },
  audit: { group: 'log', screen: 'settings.audit' },
} as const satisfies Record<string, Setting>;
export type SettingKey = keyof typeof settings;
const keys = Object.keys(settings) as SettingKey[];

/** The settings that a person with these permissions may open. */
export const settingsFor = (permissions: readonly Permission[]): readonly SettingKey[] =>
  keys.filter((key) => {
    const { permission }: Screen = screens[settings[key].screen];
    return permissions.some((one) => one === permission);
  });

export type SettingTexts = { readonly name: string; readonly hint: string; readonly words: string };
/**
 * How well a setting fits a search, null if it does not: by its name, and less well by its description and by other words that people
 * use for it.
 */
export const fitOfSetting = (
  { name, hint, words }: SettingTexts,
  search: ReturnType<typeof wordsOf>,
): number | null => {
  const named = fitOfText(name, search);
  if (named !== null && named < fits.similar) return named;
  const described = fitOfText(`${name} ${hint} ${words}`, search);
  return described === null ? named : Math.max(described, fits.inside);
};
