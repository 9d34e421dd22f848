import { z } from 'zod';
import { day } from '../paging.ts';
import { language } from '../session/session.schema.ts';

export const licence = z.object({
  users_count: z.int(),
  users_limit: z.int(),
  /** Limits given to child organisations: they count against the limit as well. */
  children_limit: z.int(),
  start_date: day,
  end_date: day,
  expired: z.boolean(),
});

const minutes = z.int().min(0).max(1440);

export const organization = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  title: z.string(),
  description: z.string(),
  language,
  time_zone: z.string(),
  brand_color: z.string(),
  work_from: minutes,
  work_to: minutes,
  work_days: z.array(z.int().min(1).max(7)),
  holidays: z.array(day),
  two_factor: z.boolean(),
  consent_required: z.boolean(),
  reveal_unknown_email: z.boolean(),
  sending_paused: z.boolean(),
  daily_cap: z.int(),
  version: z.int(),
});
export type Organization = z.output<typeof organization>;

export const organizationChange = z
  .strictObject({
    title: z.string().trim().min(1).max(255),
    description: z.string().trim().max(1000),
    language,
    time_zone: z.string().max(64),
    brand_color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
    work_from: minutes,
    work_to: minutes,
    work_days: z.array(z.int().min(1).max(7)).min(1).max(7),
    holidays: z.array(day).max(400),
    consent_required: z.boolean(),
    reveal_unknown_email: z.boolean(),
    daily_cap: z.int().min(0).max(1_000_000),
  })
  .partial()
  .extend({ version: z.int() });

export const child = z.object({
  id: z.uuid(),
  title: z.string(),
  license: z.object({ users_count: z.int(), users_limit: z.int() }),
});

/** A domain is lower case, with at least one dot. */
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.{4,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/);

export const mailDomain = z.object({
  domain: z.string(),
  /** What the DNS TXT record of the domain must hold. */
  proof: z.string(),
  confirmed_at: z.string().nullable(),
  people: z.int(),
});
