import type { RuntimeConfig } from '@sergak/contract/session/session.schema.ts';
import { loadJson } from './api.ts';

const fallback: RuntimeConfig = {
  id: '',
  title: 'Sergak',
  description: '',
  logo: { light: null, dark: null },
  lang: 'ru',
  url: '',
  publicUrl: '',
  apiUrl: '',
  apiHost: '',
  contentUrl: '',
  eventKeeperUrl: '',
  useSSO: false,
  use_sso: false,
  forse_saml: false,
  use_admin_ad: false,
  use_admin_sso: false,
  analytics_enabled: false,
  analytics_id: null,
  analytics_id_2: null,
  needPrivacyPolicyPage: false,
  needAgreementPage: false,
  theme: { primary: '#3dbc87', accent: '#A259FF' },
  featureFlags: {},
  demo: false,
  demo_progress: null,
};
let current: RuntimeConfig = fallback;

const inline = (): Partial<RuntimeConfig> | null => {
  try {
    return JSON.parse(document.getElementById('sergak-config')?.textContent ?? 'null') as Partial<RuntimeConfig> | null;
  } catch {
    return null;
  }
};

/** Reads the configuration that the server wrote into the page, otherwise requests it; defaults apply if both fail. */
export const loadConfig = async (): Promise<RuntimeConfig> => {
  const found = inline() ?? (await loadJson<Partial<RuntimeConfig>>('/lk/config.json').catch(() => ({})));
  current = { ...fallback, ...found };
  return current;
};

/** The run-time configuration. It is complete after {@link loadConfig}, which runs before the first render. */
export const config = (): RuntimeConfig => current;
