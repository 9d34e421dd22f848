import { z } from 'zod';
import { permissions } from '../access/permissions.ts';
import { roles } from '../access/roles.ts';
import { EMAIL_MAX } from '../text.rules.ts';
import { CODE_LENGTH, PASSWORD_MAX, PASSWORD_MIN } from './session.rules.ts';

export const languages = ['ru', 'en', 'uz'] as const;
export const language = z.enum(languages);
export type Language = z.output<typeof language>;

/** No composition rules: length, and not among the common ones (checked by the server). */
export const password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
export const emailInput = z.string().trim().min(3).max(EMAIL_MAX);
export const code = z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`));
/** A secret of a link: base64url of 32 random bytes. */
export const linkToken = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/);

/** What is still due before the session is complete. */
export const nextStep = z.enum(['ready', 'two_factor', 'consent']);

export const signedIn = z.object({
  /** For clients that send a token header instead of a cookie; the portal's own page never keeps it. */
  token: z.string(),
  next: nextStep,
});

/** What a recovery link leads to: a session, or where a second factor is due the sign-in page. */
export const recovered = z.object({ token: z.string().nullable(), next: z.enum([...nextStep.options, 'sign_in']) });

/** Addresses of the logo for the light and the dark look. */
export const logo = z.object({ light: z.string().nullable(), dark: z.string().nullable() });
const ownOrganization = z.object({
  id: z.uuid(),
  title: z.string(),
  language,
  time_zone: z.string(),
  logo,
  /** The seed of the palette. */
  brand_color: z.string(),
});

export const me = z.object({
  id: z.uuid(),
  role: z.enum(roles),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  middle_name: z.string(),
  position: z.string(),
  language: language.nullable(),
  avatar_url: z.string().nullable(),
  department: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  /** Where the person belongs. */
  organization: ownOrganization,
  /** The one the session acts in: the own one, or a descendant after a switch. The web shows its title, logos and colour. */
  acting_organization: ownOrganization,
  permissions: z.array(z.enum(permissions)),
});
export type Me = z.output<typeof me>;

/** The run-time configuration of the web, by the names of the specification. */
export const runtimeConfig = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  logo,
  lang: language,
  url: z.string(),
  publicUrl: z.string(),
  apiUrl: z.string(),
  apiHost: z.string(),
  contentUrl: z.string(),
  eventKeeperUrl: z.string(),
  useSSO: z.boolean(),
  use_sso: z.boolean(),
  forse_saml: z.boolean(), // spelled so by the specification
  use_admin_ad: z.boolean(),
  use_admin_sso: z.boolean(),
  analytics_enabled: z.boolean(),
  analytics_id: z.string().nullable(),
  analytics_id_2: z.string().nullable(),
  needPrivacyPolicyPage: z.boolean(),
  needAgreementPage: z.boolean(),
  theme: z.object({ primary: z.string(), accent: z.string() }),
  featureFlags: z.record(z.string(), z.boolean()),
  /** The demo organisation is installed: the sign-in page offers its people. */
  demo: z.boolean(),
});
export type RuntimeConfig = z.output<typeof runtimeConfig>;

/** An organisation that the person may act in. */
export const switchable = z.object({ id: z.uuid(), parent_id: z.uuid().nullable(), title: z.string() });
