import { z } from 'zod';
import { lures } from '../starter/starter.rules.ts';
import { audience, starterCopy, starterSlug } from '../starter/starter.schema.ts';
import { language } from '../session/session.schema.ts';
import { attachmentName, attackVector, difficulty } from './phishing.schema.ts';

/** A template of the starter library, in the language of the reader. */
export const starterTemplate = z.object({
  slug: starterSlug,
  name: z.string(),
  description: z.string(),
  /** Slug and title of its category. */
  category: z.string(),
  category_title: z.string(),
  difficulty,
  attack_vector: attackVector,
  lure: z.enum(lures),
  audiences: z.array(audience),
  /** Months in which it is credible; empty: any. */
  months: z.array(z.int().min(1).max(12)),
  /** Why it is credible then; empty without a reason. */
  occasion: z.string(),
  /** A topic that may hurt. */
  sensitive: z.boolean(),
  languages: z.array(language),
  subject: z.string(),
  sender_name: z.string(),
  attachments: z.array(attachmentName),
  /** Address of its picture below the portal’s origin. */
  logo: z.string(),
  /** Came with the last upgrade. */
  is_new: z.boolean(),
  copy: starterCopy.extend({ email_id: z.uuid().nullable() }).nullable(),
});
export type StarterTemplate = z.output<typeof starterTemplate>;

/** A set of templates for a group of people, in the order in which they are sent. */
export const programme = z.object({
  slug: starterSlug,
  title: z.string(),
  description: z.string(),
  audience,
  steps: z.array(z.object({ template: starterSlug, after_days: z.int() })),
});
export type Programme = z.output<typeof programme>;

export const adoptedTemplate = z.object({
  slug: starterSlug,
  template_id: z.uuid(),
  /** Its base email, which campaigns and tag actions choose; null if the copy has none any more. */
  email_id: z.uuid().nullable(),
});
