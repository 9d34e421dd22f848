import { HOUR, MINUTE } from '../../../platform/clock.ts';
import { remembered } from './remembered.ts';
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

/** Programs that fetch what emails link to: gateways, link scanners, chat previews, libraries. */
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
/** Services that load an email's pictures when its reader opens it: a person, seen through a machine. */
const imageProxies = /GoogleImageProxy|YahooMailProxy|YahooCacheSystem|yandex\.?imageresizer|mail\.ru image/i;

/** A picture loaded within this time after sending is counted only with evidence, where its address asks for many people’s. */
export const FRESH_MS = MINUTE;
/** The same for links: scanners need minutes, and the landing page's script confirms a person within moments. */
export const RECENT_MS = 5 * MINUTE;
/** A gateway that has been recognised by its clicks may take this long with the emails that it still holds. */
export const WALKS_MS = HOUR;
/** An address looks like a gateway's from this many clicks that wait for evidence (see `store_hits`). */
export const WALKED_LEAST = 8;
/** Pictures of fewer people than this from one address are counted at once, however soon. */
export const CROWD_LEAST = 4;

const machine = (word: VerdictWord): Verdict => ({ human: false, word });
const person = (word: VerdictWord = ''): Verdict => ({ human: true, word });

type Nature = 'nobody' | 'image_proxy' | 'scanner' | 'privacy_proxy' | 'other';
const natureOf = (userAgent: string): Nature => {
  const name = userAgent.trim();
  if (name === '') return 'nobody';
  if (imageProxies.test(userAgent)) return 'image_proxy';
  if (scanners.test(userAgent)) return 'scanner';
  return name === 'Mozilla/5.0' ? 'privacy_proxy' : 'other'; // a mail program loading all pictures ahead
};
/** Matching a name against everything known takes longer than storing an event; few programs make most requests. */
const rememberedNature = remembered(2_000, natureOf);

/**
 * Whether a person did this, as far as it can be said without the recipient. `age`: milliseconds since the email left, null
 * for one that has not. A used page and a form are evidence themselves; the database still asks for a click before them.
 * A machine's events are stored and shown, never counted.
 */
export const judge = (hit: Hit, age: number | null): Verdict => {
  const nature = rememberedNature(hit.userAgent);
  if (nature === 'nobody') return machine('no_user_agent');
  if (nature === 'image_proxy' && hit.kind === 'opened') return person('image_proxy');
  if (nature === 'scanner' || nature === 'image_proxy') return machine('known_scanner');
  if (hit.address !== null && isScannerAddress(hit.address)) return machine('known_network');
  if (hit.prefetch) return machine('prefetch');
  if (nature === 'privacy_proxy') return machine('privacy_proxy');
  if (age === null && !hit.browserLike) return machine('before_delivery');
  if (hit.kind === 'entered_data' || hit.kind === 'used_page') return person();
  // Mail programs fetch pictures without naming languages; pages are followed by browsers, which do.
  if (hit.kind !== 'opened' && !hit.browserLike) return machine('not_a_browser');
  return age === null || age < (hit.kind === 'opened' ? FRESH_MS : RECENT_MS) ? machine('unconfirmed') : person();
};

/** The verdicts for an email that has not left, left within `FRESH_MS`, within `RECENT_MS`, or earlier. */
export type Ruling = {
  readonly before: VerdictWord;
  readonly fresh: VerdictWord;
  readonly recent: VerdictWord;
  readonly late: VerdictWord;
};

/**
 * All that can be said of a hit before its recipient is known. Which verdict it gets depends on when the email left, and the
 * database knows that when it stores the hit.
 */
export const rulingOf = (hit: Hit): Ruling => ({
  before: judge(hit, null).word,
  fresh: judge(hit, 0).word,
  recent: judge(hit, FRESH_MS).word,
  late: judge(hit, RECENT_MS).word,
});
