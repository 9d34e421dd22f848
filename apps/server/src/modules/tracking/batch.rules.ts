import { RESULTS_RISE_DAYS, resultOf } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { DAY } from '../../platform/clock.ts';
import { hitKey, type Place, type Result, type TrackedTarget, type Waiting } from './facts.query.ts';
import type { Hit, HitKind, Program } from './tracking.types.ts';
import { CROWD_LEAST, judgeAlone, WALKS_MS, type VerdictWord } from './verdict.rules.ts';

/** A hit with its recipient and with the verdict that it deserves by itself. */
export type JudgedHit = {
  readonly hit: Hit;
  readonly program: Program;
  readonly target: TrackedTarget;
  readonly word: VerdictWord;
};
/** What the database knows about the hits of a batch. */
export type Facts = {
  /** Verdicts of hits that are stored already, by `hitKey`. */
  readonly stored: ReadonlyMap<string, VerdictWord>;
  readonly waiting: readonly Waiting[];
  /** Addresses that follow links for many people. */
  readonly gateways: readonly Place[];
  /** Recipients and addresses of the latest events. */
  readonly last: readonly (Place & { readonly recipient_id: number })[];
};
export type NewEvent = {
  readonly organization_id: string;
  readonly campaign_id: string;
  readonly recipient_id: number;
  readonly hit: string;
  readonly kind: HitKind;
  readonly at: string;
  readonly address: string | null;
  readonly user_agent: string;
  readonly os: string | null;
  readonly browser: string | null;
  readonly human: boolean;
  readonly verdict: VerdictWord;
  readonly fields: readonly string[];
};
export type BatchOutcome = {
  /** The verdict of each hit, in the order of the hits. */
  readonly verdicts: readonly VerdictWord[];
  readonly events: readonly NewEvent[];
  readonly confirmed: readonly Waiting[];
  /** Results that changed, each with its recipient. */
  readonly results: readonly (Result & { readonly id: number; readonly target: TrackedTarget })[];
};

/** Whether an event with this verdict counts: nothing contradicts a person, or evidence came. */
export const counts = (word: VerdictWord): boolean => word === '' || word === 'image_proxy' || word === 'confirmed';
export const isClick = (kind: HitKind): boolean => kind === 'clicked' || kind === 'opened_attachment';
const ageOf = ({ hit, target }: Pick<JudgedHit, 'hit' | 'target'>): number | null =>
  target.sent_at === null ? null : hit.at.getTime() - Date.parse(target.sent_at);

/** Returns the hit with the verdict that it deserves by itself. */
export const toJudgedHit = (hit: Hit, program: Program, target: TrackedTarget): JudgedHit => ({
  hit,
  program,
  target,
  word: judgeAlone(hit, ageOf({ hit, target }), target.is_unknown).word,
});

/** A click that counts unless its address turns out to be that of a gateway, which needs up to an hour for its queue. */
export const mayBeGateway = (one: JudgedHit): boolean => {
  const age = ageOf(one);
  return isClick(one.hit.kind) && one.word === '' && age !== null && age < WALKS_MS && one.target.source !== null;
};
/** A picture that counts unless its address asks for the pictures of many people. */
export const mayBeCrowd = ({ hit, word }: JudgedHit): boolean => hit.kind === 'opened' && word === 'unconfirmed';
/** Evidence of a person: the page was used, or something was typed and sent. */
const isEvidence = ({ kind, fields }: Hit): boolean =>
  kind === 'used_page' || (kind === 'entered_data' && fields.length > 0);
/** Needs a click before it, which may be stored and wait for evidence. */
export const needsClick = (kind: HitKind): boolean => kind === 'used_page' || kind === 'entered_data';

const keyOf = ({ campaign_id, address }: Place): string => `${campaign_id} ${address ?? ''}`;
const placeOf = ({ target }: JudgedHit): Place => ({ campaign_id: target.campaign_id, address: target.source });

/** Numbers of different recipients for whom something was requested from each place. */
const crowdsOf = (batch: readonly JudgedHit[], last: Facts['last']): Map<string, Set<number>> => {
  const people = new Map<string, Set<number>>();
  const add = (place: Place, id: number) => {
    const key = keyOf(place);
    people.set(key, (people.get(key) ?? new Set<number>()).add(id));
  };
  for (const one of batch) add(placeOf(one), one.target.id);
  for (const one of last) add(one, one.recipient_id);
  return people;
};

/** Judges the hits of a batch in their order, with what is known about their places and recipients. */
export const judgeBatch = (batch: readonly JudgedHit[], facts: Facts): BatchOutcome => {
  const { verdicts, fresh } = verdictsOf(batch, facts);
  const confirmed = confirmedBy(fresh, facts.waiting);
  return {
    verdicts,
    events: fresh.map(({ one, verdict }) => eventOf(one, verdict)),
    confirmed,
    results: resultsOf(fresh, confirmed),
  };
};

/** A hit that is not stored yet, with its verdict. What is stored has had its effect, and may have been overruled since. */
type FreshHit = { readonly one: JudgedHit; readonly verdict: VerdictWord };

const verdictsOf = (
  batch: readonly JudgedHit[],
  facts: Facts,
): { readonly verdicts: readonly VerdictWord[]; readonly fresh: readonly FreshHit[] } => {
  const gateways = new Set(facts.gateways.map(keyOf));
  const crowds = crowdsOf(batch.some(mayBeCrowd) ? batch : [], facts.last);
  /** The verdict with what its place tells: an own network needs no evidence, and few people open their emails at once. */
  const judgeInPlace = (one: JudgedHit): VerdictWord => {
    const waits = one.word === 'unconfirmed' || (mayBeGateway(one) && gateways.has(keyOf(placeOf(one))));
    if (!waits) return one.word;
    if (one.target.own_network) return '';
    return mayBeCrowd(one) && (crowds.get(keyOf(placeOf(one)))?.size ?? 0) < CROWD_LEAST ? '' : 'unconfirmed';
  };
  const clicked = new Set<number>();
  const stored = new Map(facts.stored);
  const fresh: FreshHit[] = [];
  const verdictOf = (one: JudgedHit): VerdictWord => {
    const { hit, target } = one;
    const inPlace = judgeInPlace(one);
    const had = clicked.has(target.id) || target.clicked_at !== null || target.attachment_opened_at !== null;
    if (isClick(hit.kind) && inPlace === '') clicked.add(target.id);
    if (inPlace !== '' || !needsClick(hit.kind) || had) return inPlace;
    const ofProgram = facts.waiting.some(
      (event) =>
        event.recipient_id === target.id && event.kind !== 'opened' && event.user_agent === one.program.userAgent,
    );
    if (!ofProgram) return 'no_click_before';
    return isEvidence(hit) ? '' : 'unconfirmed';
  };
  const verdicts = batch.map((one) => {
    const key = hitKey(one.target.id, one.hit.id);
    const earlier = stored.get(key);
    if (earlier !== undefined) return earlier;
    const verdict = verdictOf(one);
    stored.set(key, verdict);
    fresh.push({ one, verdict });
    return verdict;
  });
  return { verdicts, fresh };
};

/** Waiting events that evidence in the batch turns into events of a person: those of the same program, and pictures of its address. */
const confirmedBy = (fresh: readonly FreshHit[], waiting: readonly Waiting[]): Waiting[] => {
  const evidence = fresh.flatMap(({ one, verdict }) => (verdict === '' && isEvidence(one.hit) ? [one] : []));
  return waiting.filter(
    (event) =>
      !event.overruled &&
      evidence.some(
        ({ program, target }) =>
          target.id === event.recipient_id &&
          (event.user_agent === program.userAgent ||
            (event.kind === 'opened' && event.address !== null && event.address === target.source)),
      ),
  );
};

const eventOf = ({ hit, program, target }: JudgedHit, verdict: VerdictWord): NewEvent => ({
  organization_id: target.organization_id,
  campaign_id: target.campaign_id,
  recipient_id: target.id,
  hit: hit.id,
  kind: hit.kind,
  at: hit.at.toISOString(),
  address: hit.address,
  user_agent: program.userAgent,
  os: program.os,
  browser: program.browser,
  human: counts(verdict),
  verdict,
  fields: hit.fields,
});

/** An event that counts. `os` is that of the person: a proxy that loads pictures names its own. */
export type CountedEvent = { readonly kind: string; readonly at: string; readonly os: string | null };
export const NO_RESULT: Result = {
  result: 0,
  os: null,
  opened_at: null,
  clicked_at: null,
  attachment_opened_at: null,
  entered_at: null,
};
const firstTimes = {
  opened: 'opened_at',
  clicked: 'clicked_at',
  opened_attachment: 'attachment_opened_at',
  entered_data: 'entered_at',
} as const;
type Act = keyof typeof firstTimes;
const isAct = (kind: string): kind is Act => Object.hasOwn(firstTimes, kind);

/** A result after one more event that counts: it only rises, and its first times only become earlier. Events some days after the end change nothing. */
export const raise = (result: Result, event: CountedEvent, endedAt: string): Result => {
  if (!isAct(event.kind) || Date.parse(event.at) > Date.parse(endedAt) + RESULTS_RISE_DAYS * DAY) return result;
  const name = firstTimes[event.kind];
  const first = result[name];
  return {
    ...result,
    result: Math.max(result.result, resultOf[event.kind]),
    os: result.os ?? event.os,
    [name]: first !== null && Date.parse(first) <= Date.parse(event.at) ? first : event.at,
  };
};

const isSame = (a: Result, b: Result): boolean =>
  (Object.keys(NO_RESULT) as (keyof Result)[]).every((name) => a[name] === b[name]);

const resultsOf = (fresh: readonly FreshHit[], confirmed: readonly Waiting[]): BatchOutcome['results'] => {
  const targets = new Map(fresh.map(({ one: { target } }) => [target.id, target]));
  const results = new Map<number, Result>();
  const add = (target: TrackedTarget, event: CountedEvent) =>
    results.set(target.id, raise(results.get(target.id) ?? target, event, target.ended_at));
  for (const event of confirmed) add(targets.get(event.recipient_id)!, event);
  for (const { one, verdict } of fresh)
    if (counts(verdict))
      add(one.target, {
        kind: one.hit.kind,
        at: one.hit.at.toISOString(),
        os: verdict === 'image_proxy' ? null : one.program.os,
      });
  return [...results]
    .filter(([id, result]) => !isSame(result, targets.get(id)!))
    .map(([id, result]) => ({ ...result, id, target: targets.get(id)! }))
    .toSorted((a, b) => a.id - b.id);
};
