import { SECOND } from '../../../platform/clock.ts';
import { remembered } from './remembered.ts';
import type { Hit } from './tracking.types.ts';

/** Why an event was judged as it was; the web has a sentence for each. An empty word: nothing speaks against a person. */
export const verdicts = [
  '',
  'image_proxy',
  'no_user_agent',
  'known_scanner',
  'prefetch',
  'privacy_proxy',
  'before_delivery',
  'too_soon',
  'many_links',
  'not_a_browser',
  'no_click_before',
] as const;
export type VerdictWord = (typeof verdicts)[number];
export type Verdict = { readonly human: boolean; readonly word: VerdictWord };

/** Programs that fetch what letters link to: gateways, link scanners, chat previews, libraries. */
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
/** Services that load a letter's pictures when its reader opens it: a person, seen through a machine. */
const imageProxies = /GoogleImageProxy|YahooMailProxy|YahooCacheSystem|yandex\.?imageresizer|mail\.ru image/i;

export const TOO_SOON_MS = 2 * SECOND;
/** This many different people's links from one address with one program within the window is a machine … */
export const MANY_LINKS = 8;
/** … and many more where the requests look like a browser's: an office of people behind one address is no machine. */
export const MANY_BROWSER_LINKS = 60;
export const MANY_WINDOW_MS = 5 * SECOND;
export const MANY_AFTER_SENDING_MS = 60 * SECOND;

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
 * Whether a person did this. `sinceSent`: milliseconds since the letter left, null for one that has not; `links`: how many
 * different people's links this address and program asked for just now; `clickedBefore`: a person's click on this link is
 * known. A machine's events are stored and shown, never counted.
 */
export const judge = (hit: Hit, sinceSent: number | null, links: number, clickedBefore: boolean): Verdict => {
  const nature = rememberedNature(hit.userAgent);
  if (nature === 'nobody') return machine('no_user_agent');
  if (nature === 'image_proxy' && hit.kind === 'opened') return person('image_proxy');
  if (nature === 'scanner' || nature === 'image_proxy') return machine('known_scanner');
  if (hit.prefetch) return machine('prefetch');
  if (nature === 'privacy_proxy') return machine('privacy_proxy');
  if (sinceSent === null && !hit.browserLike) return machine('before_delivery');
  if (hit.kind === 'entered_data') return clickedBefore ? person() : machine('no_click_before');
  if (sinceSent !== null && sinceSent < TOO_SOON_MS && !hit.browserLike) return machine('too_soon');
  if (
    sinceSent !== null &&
    sinceSent < MANY_AFTER_SENDING_MS &&
    links >= (hit.browserLike ? MANY_BROWSER_LINKS : MANY_LINKS)
  )
    return machine('many_links');
  // Mail programs fetch pictures without naming languages; pages are followed by browsers, which do.
  if (hit.kind !== 'opened' && !hit.browserLike) return machine('not_a_browser');
  return person();
};

/** The words for a letter that has not left, left just now, lately, or long ago; a form as if clicked before. */
export type Ruling = { readonly before: string; readonly soon: string; readonly fresh: string; readonly late: string };

/**
 * All that can be said of a hit before its recipient is known: which word it gets depends on when the letter left, and
 * the database knows that when it stores the hit. There, too, a form without a click before it becomes «no_click_before».
 */
export const rulingOf = (hit: Hit, links: number): Ruling => ({
  before: judge(hit, null, links, true).word,
  soon: judge(hit, 0, links, true).word,
  fresh: judge(hit, TOO_SOON_MS, links, true).word,
  late: judge(hit, MANY_AFTER_SENDING_MS, links, true).word,
});

type Linked = Pick<Hit, 'key' | 'at' | 'address' | 'userAgent'>;
/** Counts how many different keys an address and program asked for within the window; bounded in size. */
export const countLinks = (limit = 20_000) => {
  const seen = new Map<string, { since: number; keys: Set<string> }>();
  const nameOf = (hit: Linked) => `${hit.address ?? ''} ${hit.userAgent}`;
  const count = (hit: Linked): number => {
    const name = nameOf(hit);
    const time = hit.at.getTime();
    let entry = seen.get(name);
    if (!entry || time - entry.since > MANY_WINDOW_MS) {
      if (seen.size >= limit) seen.clear();
      entry = { since: time, keys: new Set() };
      seen.set(name, entry);
    }
    if (entry.keys.size <= MANY_BROWSER_LINKS) entry.keys.add(hit.key);
    return entry.keys.size;
  };
  /** A key that nobody has says nothing about links. */
  const forget = (hit: Linked): void => void seen.get(nameOf(hit))?.keys.delete(hit.key);
  return { count, forget };
};
