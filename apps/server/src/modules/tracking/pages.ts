import {
  fillHtml,
  momentValues,
  type MomentValues,
  generatedFormats,
  pageFields,
  personValues,
  uploadedFormats,
} from '@sergak/contract/phishing/phishing.rules.ts';
import { withPictures } from '@sergak/contract/phishing/pictures.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { LRUCache } from 'lru-cache';
import { now, SECOND } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { SCRIPT } from './snippet.ts';
import * as repo from './pages.query.ts';
import type { Recipient } from './tracking.types.ts';

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

/** Pages kept for some seconds instead of being read for each request. */
const KEPT_MAX = 500;
const KEPT_MS = 2 * SECOND;

type Page = { readonly html: string | null; readonly moment: MomentValues };
type EmailPages = { readonly title: string; readonly landing: Page; readonly redirect: Page | null };

export type Pages = {
  /** The landing page of this person's email; null if the email has none. */
  landing(recipient: Recipient): Promise<string | null>;
  /** The campaign's page after the form; null if the campaign has none. */
  redirect(recipient: Recipient): Promise<string | null>;
  /** The address of the page after a click without a landing page, or after a form. */
  next(key: string, recipient: Recipient): Promise<string>;
};

/** Fills pages in per person; requests during a read share its result. */
export const openPages = (platform: Platform): Pages => {
  const kept = new LRUCache<string, EmailPages, Recipient>({
    max: KEPT_MAX,
    ttl: KEPT_MS,
    fetchMethod: async (_key, _stale, { context }): Promise<EmailPages | undefined> => {
      const row = await repo.findPages(platform.db, context);
      if (!row) return undefined;
      const pageOf = (html: string | null, language: Language) => ({
        html,
        moment: momentValues(now(), language, row.time_zone),
      });
      return {
        title: row.title,
        landing: pageOf(row.page_html && securePage(row.page_html), row.page_language),
        redirect: row.has_redirect
          ? pageOf(row.redirect_html && withPictures(row.redirect_html, pictureAddress), row.redirect_language)
          : null,
      };
    },
  });
  const pagesOf = (recipient: Recipient): Promise<EmailPages | undefined> =>
    kept.fetch(`${recipient.campaign_id} ${recipient.email_id} ${recipient.language}`, { context: recipient });
  const filled = async (recipient: Recipient, which: 'landing' | 'redirect'): Promise<string | null> => {
    const pages = await pagesOf(recipient);
    const page = pages?.[which];
    return page?.html ? fillHtml(page.html, personValues(recipient, pages!.title, page.moment)) : null;
  };
  return {
    landing: (recipient) => filled(recipient, 'landing'),
    redirect: (recipient) => filled(recipient, 'redirect'),
    next: async (key, recipient) =>
      (await pagesOf(recipient))?.redirect ? `${platform.urls.phishing}/${key}/r` : gotchaAddress(platform, key),
  };
};

export const gotchaAddress = (platform: Platform, key: string): string =>
  `${platform.urls.portal}/lk/phishing/gotcha?c=${key}`;
