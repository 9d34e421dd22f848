import { HOUR, MINUTE } from '../../platform/clock.ts';
import { natureOf } from './agents.rules.ts';
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

/**
 * Decides whether a person made the event, from the hit alone. `age`: milliseconds since the email was sent, null before that, and also if
 * nobody knows whether it was (`isUnknown`). Events of machines are stored and shown, never counted.
 */
export const judgeAlone = (hit: Hit, age: number | null, isUnknown = false): Verdict => {
  if (natureOf(hit.userAgent) === 'unnamed') return machine('no_user_agent');
  if (hit.picture) return judgeDocument(hit, age);
  if (hit.kind === 'opened') return judgePicture(hit, age);
  const origin = judgeOrigin(hit);
  if (origin) return origin;
  if (hit.kind === 'clicked' || hit.kind === 'opened_attachment') return judgePage(hit, age);
  return age === null && !isUnknown ? machine('before_delivery') : judgeEvidence(hit, age);
};

/** A request from the network of a mail filter, or one that says that it only looks ahead: no person, whatever it does. */
const judgeOrigin = (hit: Hit): Verdict | null => {
  if (hit.address !== null && isScannerAddress(hit.address)) return machine('known_network');
  return hit.prefetch ? machine('prefetch') : null;
};

/** The picture of a document: Office loads it when a person enables editing. Other programs are judged like those that follow a link. */
const judgeDocument = (hit: Hit, age: number | null): Verdict => {
  const origin = judgeOrigin(hit);
  if (origin) return origin;
  if (natureOf(hit.userAgent) !== 'office') return judgePage(hit, age);
  if (age === null) return machine('before_delivery');
  return age < FRESH_MS ? machine('unconfirmed') : person();
};

/** The picture of an email. Mail programs load it without naming languages, and there will be no evidence. */
const judgePicture = (hit: Hit, age: number | null): Verdict => {
  const nature = natureOf(hit.userAgent);
  if (nature === 'image_proxy') return person('image_proxy');
  if (nature === 'program') return machine('known_scanner');
  const origin = judgeOrigin(hit);
  if (origin) return origin;
  if (nature === 'privacy_proxy') return machine('privacy_proxy');
  if (age === null && !hit.browserLike) return machine('before_delivery');
  return age === null || age < FRESH_MS ? machine('unconfirmed') : person();
};

/** A page behind a link: browsers, which people use to follow links, name their languages. */
const judgePage = (hit: Hit, age: number | null): Verdict => {
  const nature = natureOf(hit.userAgent);
  if (nature === 'program' || nature === 'image_proxy' || nature === 'office') return machine('known_scanner');
  if (nature === 'privacy_proxy') return machine('privacy_proxy');
  if (!hit.browserLike) return machine(age === null ? 'before_delivery' : 'not_a_browser');
  return nature === 'suspicious' || age === null || age < RECENT_MS ? machine('unconfirmed') : person();
};

/**
 * A used page (pointer, key, touch) or a form is evidence itself and outranks a word in a name; `batch.rules.ts` still requires a
 * click before it. Before delivery nobody has the email: only a gateway can act on it then. An automated browser can do the same, so what names itself a program is never evidence.
 */
const judgeEvidence = (hit: Hit, age: number | null): Verdict => {
  const nature = natureOf(hit.userAgent);
  if (nature === 'program' || nature === 'image_proxy' || nature === 'office') return machine('known_scanner');
  if (nature === 'privacy_proxy') return machine('privacy_proxy');
  return age === null && !hit.browserLike ? machine('before_delivery') : person();
};
