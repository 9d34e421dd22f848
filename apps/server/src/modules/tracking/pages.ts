import {
  fillHtml,
  emailDate,
  generatedFormats,
  pageFields,
  personValues,
  uploadedFormats,
} from '@sergak/contract/phishing/phishing.rules.ts';
import { withPictures } from '@sergak/contract/phishing/pictures.rules.ts';
import { now, SECOND } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { SCRIPT } from './snippet.ts';
import * as repo from './pages.query.ts';
import type { CampaignFacts, Recipient } from './tracking.types.ts';

const kinds: ReadonlySet<string> = new Set(pageFields);
/** Returns the known kinds of fields from the page's list; other entries are dropped. */
export const knownFields = (list: string): string[] =>
  [...new Set(list.slice(0, 500).split(','))].filter((kind) => kinds.has(kind));

const formats: ReadonlySet<string> = new Set([...generatedFormats, ...uploadedFormats]);
/** Returns the format of an attachment that reported; an unknown format is dropped. */
export const knownFormats = (format: string): string[] => (formats.has(format) ? [format] : []);

/**
 * Sanitises a stored page again: removes field names (so that no browser can send a field), form addresses, scripts and
 * event handlers; then appends our own script.
 */
export const securePage = (html: string): string => {
  const clean = withPictures(html, pictureAddress)
    .replace(/<script\b[\s\S]*?(?:<\/script\s*>|$)/gi, '')
    .replace(/<(?:script|iframe|object|embed|base|link)\b[^>]*(?:>|$)/gi, '')
    .replace(/<(?:form|input|select|textarea|button)\b[^>]*(?:>|$)/gi, (tag) =>
      tag.replace(
        /\s(?:name|action|formaction|formmethod|formtarget|method|target|ping)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi,
        '',
      ),
    )
    .replace(/\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '');
  const at = clean.toLowerCase().lastIndexOf('</body>');
  return at < 0 ? clean + SCRIPT : clean.slice(0, at) + SCRIPT + clean.slice(at);
};

const pictureAddress = (fileId: string): string => `/i/${fileId}`;
const withAddresses = (html: string | null): string | null => html && withPictures(html, pictureAddress);

type Page = { readonly html: string | null; readonly language: 'ru' | 'en' | 'uz' };
const CACHED_MAX = 500;
const PAGE_MS = 10 * SECOND;
const FACTS_MS = 2 * SECOND;

export type Pages = {
  /** The landing page of this person's email; null if the email has none. */
  landing(recipient: Recipient): Promise<string | null>;
  /** The campaign's page after the form; null if the campaign has none. */
  redirect(recipient: Recipient): Promise<string | null>;
  /** The address of the page after a click without a landing page, or after a form. */
  next(key: string, recipient: Recipient): Promise<string>;
};

/** Fills pages in per person; texts are cached instead of being read for each request. */
export const openPages = (platform: Platform): Pages => {
  const pages = openCache<Page>(PAGE_MS);
  const facts = openCache<CampaignFacts | undefined>(FACTS_MS);
  const factsOf = (id: string) => facts(id, () => repo.findCampaignFacts(platform.db, id));
  const dates = new Map<string, string>();
  const dateOf = (language: string, timeZone: string): string => {
    const at = now();
    // No time zone changes its day within a quarter of an hour.
    const name = `${language} ${timeZone} ${Math.floor(at.getTime() / 900_000)}`;
    const cached = dates.get(name);
    if (cached) return cached;
    if (dates.size > 100) dates.clear();
    const date = emailDate(at, language, timeZone);
    dates.set(name, date);
    return date;
  };
  const filled = ({ html, language }: Page, recipient: Recipient, campaign: CampaignFacts): string | null => {
    if (html === null) return null;
    const { organization } = campaign;
    return fillHtml(html, personValues(recipient, organization.title, dateOf(language, organization.time_zone)));
  };
  return {
    landing: async (recipient) => {
      const { campaign_id, email_id, language } = recipient;
      const campaign = await factsOf(campaign_id);
      if (!campaign) return null;
      const page = await pages(`${campaign_id} ${email_id} ${language}`, async () => {
        const row = await repo.findLanding(platform.db, campaign_id, email_id, language);
        return { html: row?.page_html ? securePage(row.page_html) : null, language: row?.language ?? 'ru' };
      });
      return filled(page, recipient, campaign);
    },
    redirect: async (recipient) => {
      const campaign = await factsOf(recipient.campaign_id);
      if (!campaign?.redirect_page_id) return null;
      const page = await pages(`${campaign.id} redirect`, async () => ({
        html: withAddresses(await repo.findRedirectHtml(platform.db, campaign.id)),
        language: campaign.organization.language,
      }));
      return filled(page, recipient, campaign);
    },
    next: async (key, { campaign_id }) =>
      (await factsOf(campaign_id))?.redirect_page_id
        ? `${platform.urls.phishing}/${key}/r`
        : gotchaAddress(platform, key),
  };
};
export const gotchaAddress = (platform: Platform, key: string): string =>
  `${platform.urls.portal}/lk/phishing/gotcha?c=${key}`;

/** Caches values for a short time; callers during a read share its result. */
const openCache = <T>(keptMs: number) => {
  const cache = new Map<string, { readonly at: number; readonly value: Promise<T> }>();
  return (name: string, read: () => Promise<T>): Promise<T> => {
    const at = now().getTime();
    const one = cache.get(name);
    if (one && at - one.at < keptMs) return one.value;
    if (cache.size >= CACHED_MAX) cache.clear();
    const value = read();
    value.catch(() => cache.delete(name));
    cache.set(name, { at, value });
    return value;
  };
};
