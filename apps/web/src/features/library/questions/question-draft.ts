import type { Question } from '@sergak/contract/learning/learning.rules.ts';
import type { QuestionType } from '@sergak/contract/library/library.schema.ts';
import {
  type DraftBody,
  questionFaults,
  type QuestionDraft,
  type QuestionFaultCode,
  tidyQuestion,
} from '@sergak/contract/library/questions.rules.ts';

export const questionTypes: readonly QuestionType[] = ['single', 'multiple', 'ordering', 'matching', 'short'];

export type Picture = { readonly image_path: string | null; readonly image_alt: string };
export type PartValue = Picture & { readonly id: string; readonly text: string };
export type OptionValue = PartValue & { readonly correct: boolean; readonly explanation: string };
export type PairValue = { readonly id: string; readonly left: PartValue; readonly right: PartValue };
/** The state of the editor. It keeps the parts of every type, so that trying another type loses nothing. */
export type QuestionValues = Picture & {
  readonly type: QuestionType;
  readonly text: string;
  /** As typed. */
  readonly points: string;
  readonly explanation: string;
  readonly options: readonly OptionValue[];
  readonly items: readonly PartValue[];
  readonly pairs: readonly PairValue[];
  readonly accepted: readonly { readonly id: string; readonly text: string }[];
};

export const newPart = (): PartValue => ({ id: crypto.randomUUID(), text: '', image_path: null, image_alt: '' });
export const newOption = (): OptionValue => ({ ...newPart(), correct: false, explanation: '' });
export const newPair = (): PairValue => ({ id: crypto.randomUUID(), left: newPart(), right: newPart() });
export const newAccepted = (): QuestionValues['accepted'][number] => ({ id: crypto.randomUUID(), text: '' });
const twice = <T>(make: () => T): T[] => [make(), make()];

export const emptyValues = (): QuestionValues => ({
  type: 'single',
  text: '',
  points: '1',
  image_path: null,
  image_alt: '',
  explanation: '',
  options: twice(newOption),
  items: twice(newPart),
  pairs: twice(newPair),
  accepted: [newAccepted()],
});

type Stored = { id: string; text: string; image_path?: string | null | undefined; image_alt?: string | undefined };
const partValue = ({ id, text, image_path = null, image_alt = '' }: Stored): PartValue => ({
  id,
  text,
  image_path,
  image_alt,
});

/** The values of a stored question. */
export const questionValues = (q: Question): QuestionValues => {
  const { type, text, image_path, image_alt, explanation, body } = q;
  const base = { ...emptyValues(), type, text, image_path, image_alt, explanation, points: String(q.points) };
  if ('options' in body)
    return {
      ...base,
      options: body.options.map((one) => ({
        ...partValue(one),
        correct: one.correct,
        explanation: one.explanation ?? '',
      })),
    };
  if ('items' in body) return { ...base, items: body.items.map(partValue) };
  if ('pairs' in body)
    return {
      ...base,
      pairs: body.pairs.map((one) => ({ id: one.left.id, left: partValue(one.left), right: partValue(one.right) })),
    };
  return { ...base, accepted: body.accepted.map((one) => ({ id: crypto.randomUUID(), text: one })) };
};

const bodyOf = (v: QuestionValues): DraftBody => {
  if (v.type === 'ordering') return { items: v.items };
  if (v.type === 'matching') return { pairs: v.pairs.map(({ left, right }) => ({ left, right })) };
  if (v.type === 'short') return { accepted: v.accepted.map((one) => one.text) };
  return { options: v.options };
};

/** The question that the values describe, with cleaned texts; it may be invalid. */
export const questionDraft = (v: QuestionValues): QuestionDraft =>
  tidyQuestion({
    type: v.type,
    text: v.text,
    image_path: v.image_path,
    image_alt: v.image_alt,
    points: /^\s*\d{1,4}\s*$/.test(v.points) ? Number(v.points) : Number.NaN,
    explanation: v.explanation,
    body: bodyOf(v),
  });

/** The first fault of each field. */
export const faultsOf = (v: QuestionValues): ReadonlyMap<string, QuestionFaultCode> => {
  const faults = new Map<string, QuestionFaultCode>();
  for (const { field, code } of questionFaults(questionDraft(v))) if (!faults.has(field)) faults.set(field, code);
  return faults;
};

/** What a call sends: the contract wants mutable lists. */
export const questionInput = (draft: QuestionDraft) =>
  JSON.parse(JSON.stringify(draft)) as Pick<Question, keyof QuestionDraft>;

/** The parts of a question in one line, for comparing two versions. */
export const bodyText = (q: Pick<Question, 'body'>): string => {
  const { body } = q;
  if ('options' in body) return body.options.map((one) => (one.correct ? `✓ ${one.text}` : one.text)).join('; ');
  if ('items' in body) return body.items.map((one, i) => `${i + 1}. ${one.text}`).join('; ');
  if ('pairs' in body) return body.pairs.map((one) => `${one.left.text} — ${one.right.text}`).join('; ');
  return body.accepted.join('; ');
};

/** A list without one of its members, or with the member in another place. */
export const without = <T extends { readonly id: string }>(list: readonly T[], id: string): T[] =>
  list.filter((one) => one.id !== id);
export const moved = <T extends { readonly id: string }>(list: readonly T[], id: string, to: number): T[] => {
  const rest = without(list, id);
  const at = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, at), list.find((one) => one.id === id)!, ...rest.slice(at)];
};
