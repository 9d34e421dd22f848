import type { RuntimeConfig } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { findFeatures } from './features.repo.ts';
import { findDemoProgress, listRoots } from './session.query.ts';
import { countProviders } from './sso.query.ts';

const logoOf = (fileId: string | null | undefined) => (fileId ? `/lk/logos/${fileId}` : null);

type Roots = Awaited<ReturnType<typeof listRoots>>;

/** The organisation whose branding, analytics ids and flags the run-time configuration contains. */
export const leadingRoot = (rows: Roots): Roots[number] | undefined => rows.find((row) => !row.is_demo) ?? rows[0];

/** The run-time configuration of the web: the first organisation's branding and the installation's features. */
export const runtimeConfiguration = async (platform: Platform): Promise<RuntimeConfig> => {
  const { config, urls } = platform;
  const { rows, first, features, providers, progress } = await inSystem(platform.db, async (tx) => {
    const roots = await listRoots(tx);
    const leading = leadingRoot(roots);
    return {
      rows: roots,
      first: leading,
      features: leading && (await findFeatures(tx, leading.id)),
      providers: await countProviders(tx),
      progress: await findDemoProgress(tx),
    };
  });
  const hasProvider = providers.enabled > 0;
  const ids = features?.analytics_enabled ? [features.analytics_id || null, features.analytics_id_2 || null] : [];
  const [analytics_id = null, analytics_id_2 = null] = ids;
  return {
    id: first?.id ?? 'sergak',
    title: first && rows.length === 1 ? first.title : 'Sergak',
    description: first?.description ?? '',
    logo: { light: logoOf(first?.logo_light_file_id), dark: logoOf(first?.logo_dark_file_id) },
    lang: first?.language ?? 'ru',
    url: urls.portal,
    publicUrl: '/lk',
    apiUrl: '',
    apiHost: urls.portal,
    contentUrl: urls.content,
    eventKeeperUrl: `${urls.portal}/lk/events`,
    useSSO: hasProvider,
    use_sso: hasProvider,
    // The sign-in page serves all organisations: passwords are hidden only if no root accepts them.
    forse_saml: providers.roots > 0 && providers.forced_roots === providers.roots,
    use_admin_ad: true,
    use_admin_sso: true,
    analytics_enabled: analytics_id !== null || analytics_id_2 !== null,
    analytics_id,
    analytics_id_2,
    needPrivacyPolicyPage: config.needPrivacyPolicyPage,
    needAgreementPage: config.needAgreementPage,
    theme: { primary: first?.brand_color ?? '#3dbc87', accent: '#A259FF' },
    featureFlags: Object.fromEntries((features?.feature_flags ?? []).map((name) => [name, true])),
    demo: rows.some((row) => row.is_demo),
    demo_progress: progress,
  };
};
