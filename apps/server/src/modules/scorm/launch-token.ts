import { createHash } from 'node:crypto';
import type { AllowedHost } from '@sergak/contract/scorm/scorm.schema.ts';
import { language, type Language } from '@sergak/contract/session/session.schema.ts';
import { after, HOUR, now } from '../../platform/clock.ts';
import type { Platform, PreviewPayload } from '../../platform/context.ts';

/** What a launch token allows: reading the files of one package. */
export type LaunchGrant = {
  readonly organizationId: string;
  readonly packageId: string;
  /** `browse`: an administrator looks at the package, and nothing is recorded. */
  readonly mode: 'browse' | 'normal' | 'review';
};
/** A grant with the hosts that the organisation lets the package load from. */
export type OpenGrant = LaunchGrant & { readonly allowedHosts: readonly AllowedHost[] };

const PREVIEW_LIFE = 2 * HOUR;
const KIND = 'scorm-preview';
type PreviewToken = PreviewPayload & { readonly package_id: string; readonly language: Language };
export type PreviewGrant = LaunchGrant & { readonly language: Language };

/** A token by which an administrator looks at a package, in the administrator's language. */
export const signPreview = (
  platform: Platform,
  { organizationId, packageId, language: spoken }: Omit<PreviewGrant, 'mode'>,
): string => {
  const payload: PreviewToken = {
    kind: KIND,
    organization_id: organizationId,
    package_id: packageId,
    language: spoken,
  };
  return platform.secrets.sign(payload, after(now(), PREVIEW_LIFE));
};

/** The grant of an administrator's token; undefined if the text is none, or expired. */
export const readPreviewToken = (platform: Platform, token: string): PreviewGrant | undefined => {
  const preview = platform.secrets.verify<PreviewToken>(token, now());
  if (preview?.kind !== KIND) return undefined;
  return {
    organizationId: preview.organization_id,
    packageId: preview.package_id,
    mode: 'browse',
    language: language.catch('ru').parse(preview.language),
  };
};

/** The label of a launch's own host name, derived from its token, so that no other launch can use the host. */
const hostLabel = (token: string): string => `l-${createHash('sha256').update(token).digest('hex').slice(0, 32)}`;

/** The origin of a launch: a host of its own if a wildcard is configured, else the content origin. */
export const launchOrigin = ({ config, urls }: Platform, token: string): string =>
  config.contentWildcard ? config.contentWildcard.replace('*', hostLabel(token)) : urls.content;
