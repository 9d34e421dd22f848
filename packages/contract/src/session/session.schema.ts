import { storedAddress } from '../email-address.rules.ts';
import { z } from 'zod';
import { permissions } from '../access/permissions.ts';
import { roles } from '../access/roles.ts';
import { EMAIL_MAX } from '../text.rules.ts';
import { CODE_LENGTH, languages, PASSWORD_MAX, PASSWORD_MIN } from './session.rules.ts';

export const language = z.enum(languages);
export type Language = z.output<typeof language>;

/** No composition rules: only a minimum length, and the server rejects common passwords. */
export const password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
/** The own password as a proof of identity. A caller who has just signed in through the organisation sends none. */
export const ownPassword = z.string().min(1).max(PASSWORD_MAX).optional();
export const emailInput = z.string().trim().overwrite(storedAddress).min(3).max(EMAIL_MAX);
export const code = z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`));
/** The secret of a link: base64url of 32 random bytes. */
export const linkToken = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/);

/** Next step before the session is complete. */
export const nextStep = z.enum(['ready', 'two_factor', 'enrolment', 'consent']);

export const signedIn = z.object({
  /** For clients that send a token header instead of a cookie; the portal's own page never stores it. */
  token: z.string(),
  next: nextStep,
});

/** Outcome of a recovery link: the person signs in with the new password. */
export const recovered = z.object({ next: z.literal('sign_in') });

/** Addresses of the logo for the light and the dark theme. */
export const logo = z.object({ light: z.string().nullable(), dark: z.string().nullable() });
const ownOrganization = z.object({
  id: z.uuid(),
  title: z.string(),
  language,
  time_zone: z.string(),
  logo,
  /** The base colour of the palette. */
  brand_color: z.string(),
  /** Results of simulations are shown only as totals of campaigns. */
  anonymous: z.boolean(),
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
  /** The organisation of the person. */
  organization: ownOrganization,
  /** The organisation in which the session acts: the own one, or a descendant. The web shows its title, logos and colour. */
  acting_organization: ownOrganization,
  permissions: z.array(z.enum(permissions)),
  /** The newest release whose changes the person has seen; null before the first visit of the change log. */
  seen_release: z.string().nullable(),
  /** From this day the person cannot sign in without an authenticator app; null if there is one or none is required. */
  authenticator_due: z.string().nullable(),
});
export type Me = z.output<typeof me>;

/** The run-time configuration of the web, with the names of the specification. */
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
  /** Percentage of the demo organisation that is being made in the background; null before and afterwards. */
  demo_progress: z.number().int().min(0).max(100).nullable(),
});
export type RuntimeConfig = z.output<typeof runtimeConfig>;

/** An organisation in which the person may act. */
export const switchable = z.object({ id: z.uuid(), parent_id: z.uuid().nullable(), title: z.string() });
