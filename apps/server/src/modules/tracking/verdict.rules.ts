import { LRUCache } from 'lru-cache';
import { HOUR, MINUTE } from '../../platform/clock.ts';
import { isScannerAddress } from './scanner-networks.ts';
import type { Hit } from './tracking.types.ts';

/**
 * Reasons of a verdict; the web has a sentence for each. Empty: nothing contradicts a person. «unconfirmed» waits for
 * evidence and then becomes «confirmed».
 */
export const verdicts = [
  '',
  'image_proxy',
  'confirmed',
  'unconfirmed',
  'no_user_agent',
  'known_scanner',
  'known_network',
  'prefetch',
  'privacy_proxy',
  'before_delivery',
  'not_a_browser',
  'no_click_before',
] as const;
export type VerdictWord = (typeof verdicts)[number];
export type Verdict = { readonly human: boolean; readonly word: VerdictWord };

/** Programs that fetch the links of emails: gateways, link scanners, chat previews, libraries. */
const scanners = new RegExp(
  [
    'bot\\b',
    'crawler',
    'spider',
    'scanner',
    'preview',
    'urlscan',
    'virustotal',
    'safelinks',
    'proofpoint',
    'mimecast',
    'barracuda',
    'ironport',
    'fireeye',
    'trend ?micro',
    'symantec',
    'messagelabs',
    'forcepoint',
    'sophos',
    'kaspersky',
    'drweb',
    'cloudmark',
    'zscaler',
    'bingpreview',
    'skypeuripreview',
    'slackbot',
    'telegrambot',
    'whatsapp',
    'facebookexternalhit',
    'headlesschrome',
    'phantomjs',
    'python',
    'curl',
    'wget',
    'libwww',
    'go-http-client',
    'java/',
    'okhttp',
    'axios',
    'node-fetch',
    'undici',
    'apache-httpclient',
    'ruby',
    'perl',
    'microsoft office existence discovery',
    'ms-office',
    'google-safety',
    'google-read-aloud',
  ].join('|'),
  'i',
);
/** Services that load an email's pictures when its reader opens it: a person acts through a machine. */
const imageProxies = /GoogleImageProxy|YahooMailProxy|YahooCacheSystem|yandex\.?imageresizer|mail\.ru image/i;

/** Programs that load the picture of a document when a person enables editing. */
const officePrograms = /ms-office|microsoft office(?! existence)|libreoffice|wps office/i;

/** Within this time after sending, a picture counts only with evidence if its address requested pictures of many people. */
const FRESH_MS = MINUTE;
/**
 * Within this time after sending, a click counts only with evidence: scanners need minutes, people confirm it in seconds.
 */
const RECENT_MS = 5 * MINUTE;
/** A gateway recognised by its clicks may need this time for the emails that remain in its queue. */
export const WALKS_MS = HOUR;
/** An address looks like a gateway's from this number of clicks that wait for evidence (see `batch.rules.ts`). */
export const WALKED_LEAST = 8;
/** Pictures of fewer people than this from one address are counted at once, however soon. */
export const CROWD_LEAST = 4;

const machine = (word: VerdictWord): Verdict => ({ human: false, word });
const person = (word: VerdictWord = ''): Verdict => ({ human: true, word });

type Nature = 'unnamed' | 'image_proxy' | 'scanner' | 'privacy_proxy' | 'other';
const natureOf = (userAgent: string): Nature => {
  const name = userAgent.trim();
  if (name === '') return 'unnamed';
  if (imageProxies.test(userAgent)) return 'image_proxy';
  if (scanners.test(userAgent)) return 'scanner';
  return name === 'Mozilla/5.0' ? 'privacy_proxy' : 'other'; // a mail program that preloads all pictures
};
/** Matching a name against all patterns takes longer than storing an event, and few programs make most requests. */
const natures = new LRUCache<string, Nature>({ max: 2_000, memoMethod: natureOf });

/**
 * Decides whether a person made the event, by itself. `age`: milliseconds since the email was sent,
 * null before that. A used page and a form are evidence themselves; `batch.rules.ts` still requires a click before them. Events
 * of machines are stored and shown, never counted.
 */
export const judge = (hit: Hit, age: number | null): Verdict => {
  // Office names itself like a scanner, and it sends no languages. Only the picture of an attachment is loaded this way.
  if (hit.picture && officePrograms.test(hit.userAgent)) {
    if (age === null) return machine('before_delivery');
    return age < FRESH_MS ? machine('unconfirmed') : person();
  }
  const nature = natures.memo(hit.userAgent);
  if (nature === 'unnamed') return machine('no_user_agent');
  if (nature === 'image_proxy' && hit.kind === 'opened') return person('image_proxy');
  if (nature === 'scanner' || nature === 'image_proxy') return machine('known_scanner');
  if (hit.address !== null && isScannerAddress(hit.address)) return machine('known_network');
  if (hit.prefetch) return machine('prefetch');
  if (nature === 'privacy_proxy') return machine('privacy_proxy');
  if (age === null && !hit.browserLike) return machine('before_delivery');
  if (hit.kind === 'entered_data' || hit.kind === 'used_page') return person();
  // Mail programs fetch pictures without naming languages; browsers, which follow links, name them.
  if (hit.kind !== 'opened' && !hit.browserLike) return machine('not_a_browser');
  return age === null || age < (hit.kind === 'opened' ? FRESH_MS : RECENT_MS) ? machine('unconfirmed') : person();
};
