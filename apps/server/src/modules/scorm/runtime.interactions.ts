import type { Cmi } from '@sergak/contract/scorm/runtime.rules.ts';

/** An answer as a package reported it. */
export type Interaction = {
  readonly number: number;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly response: string;
  readonly correct_pattern: string;
  readonly result: string;
  readonly weighting: string;
  readonly latency: string;
  readonly reported_at: string;
};

/** Longest stored text of a part of an answer. */
const TEXT_MAX = 4_000;
const PATTERNS_MAX = 20;

/** Numbers of the interactions that these changes mention. */
const numbersIn = (changes: Cmi): Set<number> => {
  const found = new Set<number>();
  for (const name of Object.keys(changes)) {
    const number = /^cmi\.interactions\.(\d+)\./.exec(name)?.[1];
    if (number !== undefined) found.add(Number(number));
  }
  return found;
};

/** The answers that `changes` touch, read from the whole data model. SCORM 1.2 and 2004 name some parts differently. */
export const changedInteractions = (changes: Cmi, cmi: Cmi): Interaction[] =>
  [...numbersIn(changes)].map((number) => {
    const part = (...names: string[]): string =>
      (names.map((name) => cmi[`cmi.interactions.${number}.${name}`]).find((text) => text !== undefined) ?? '').slice(
        0,
        TEXT_MAX,
      );
    const patterns: string[] = [];
    for (let n = 0; n < PATTERNS_MAX; n += 1) {
      const pattern = part(`correct_responses.${n}.pattern`);
      if (pattern === '') break;
      patterns.push(pattern);
    }
    return {
      number,
      name: part('id'),
      type: part('type'),
      description: part('description'),
      response: part('learner_response', 'student_response'),
      correct_pattern: patterns.join('\n').slice(0, TEXT_MAX),
      result: part('result'),
      weighting: part('weighting'),
      latency: part('latency'),
      reported_at: part('timestamp', 'time'),
    };
  });
