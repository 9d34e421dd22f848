import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCorrect, type Question, rightAnswer } from '../learning/learning.rules.ts';
import {
  type DraftBody,
  type DraftOption,
  PART_TEXT_MAX,
  QUESTION_PARTS_MAX,
  questionFaults,
  type QuestionDraft,
  tidyQuestion,
} from './questions.rules.ts';

const texts = (min: number) =>
  fc.uniqueArray(fc.stringMatching(/^[a-zа-я0-9]{1,12}$/), {
    minLength: min,
    maxLength: QUESTION_PARTS_MAX,
    selector: (text) => text.replaceAll('ё', 'е'),
  });
const part = (text: string) => ({ id: `id ${text}`, text });
const bodies: Record<string, fc.Arbitrary<DraftBody>> = {
  single: fc.tuple(texts(2), fc.nat()).map(([all, n]) => ({
    options: all.map((text, i) => ({ ...part(text), correct: i === n % all.length })),
  })),
  multiple: fc.tuple(texts(2), fc.nat(), fc.array(fc.boolean())).map(([all, n, ticks]) => ({
    options: all.map((text, i) => ({ ...part(text), correct: i === n % all.length || ticks[i] === true })),
  })),
  ordering: texts(2).map((all) => ({ items: all.map(part) })),
  matching: texts(2).map((all) => ({ pairs: all.map((text) => ({ left: part(text), right: part(`r ${text}`) })) })),
  short: texts(1).map((accepted) => ({ accepted })),
};
const valid: fc.Arbitrary<QuestionDraft> = fc
  .constantFrom('single', 'multiple', 'ordering', 'matching', 'short')
  .chain((type) =>
    fc.tuple(bodies[type]!, fc.integer({ min: 1, max: 100 })).map(([body, points]) => ({
      type,
      text: 'Вопрос',
      image_path: null,
      image_alt: '',
      points,
      body,
      explanation: '',
    })),
  );
const codes = (q: QuestionDraft) => questionFaults(tidyQuestion(q)).map((one) => `${one.field} ${one.code}`);

const base: QuestionDraft = {
  type: 'single',
  text: 'Вопрос',
  image_path: null,
  image_alt: '',
  points: 1,
  body: {
    options: [
      { text: 'да', correct: true },
      { text: 'нет', correct: false },
    ],
  },
  explanation: '',
};
const withOptions = (type: 'single' | 'multiple', ...options: DraftOption[]): QuestionDraft => ({
  ...base,
  type,
  body: { options },
});

test('a valid question has no faults, and its right answer is right', () => {
  fc.assert(
    fc.property(valid, (q) => {
      expect(codes(q)).toEqual([]);
      const asked = { ...tidyQuestion(q), id: 'q', version: 1 } as Question;
      expect(isCorrect(asked, rightAnswer(asked))).toBe(true);
    }),
  );
});

test('tidying twice changes nothing more', () => {
  const any = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(any, any, (text, explanation) => {
      const once = tidyQuestion({ ...base, text, explanation, body: { accepted: [text, explanation] } });
      expect(tidyQuestion(once)).toEqual(once);
    }),
  );
});

test('a choice without a right answer, or with two where one is asked, is faulty', () => {
  const [yes, no] = [
    { text: 'да', correct: true },
    { text: 'нет', correct: false },
  ];
  expect(codes(withOptions('single', no, { ...yes, correct: false }))).toEqual(['body.options right_missing']);
  expect(codes(withOptions('multiple', no, { ...yes, correct: false }))).toEqual(['body.options right_missing']);
  expect(codes(withOptions('single', yes, { ...no, correct: true }))).toEqual(['body.options right_several']);
  expect(codes(withOptions('multiple', yes, { ...no, correct: true }))).toEqual([]);
  expect(codes(withOptions('single', yes))).toEqual(['body.options parts_few']);
});

test('blank, repeated and too long parts are named by their place', () => {
  const yes = { text: 'да', correct: true };
  expect(codes(withOptions('single', yes, { text: ' \u200b ', correct: false }))).toEqual([
    'body.options.1.text part_missing',
  ]);
  expect(codes(withOptions('single', yes, { text: ' ДА ', correct: false }))).toEqual([
    'body.options.1.text part_twice',
  ]);
  expect(codes(withOptions('single', yes, { text: 'я'.repeat(PART_TEXT_MAX + 1), correct: false }))).toEqual([
    'body.options.1.text part_long',
  ]);
  expect(codes({ ...base, type: 'short', body: { accepted: ['...', 'L', 'l.'] } })).toEqual([
    'body.accepted.0 part_missing',
    'body.accepted.2 part_twice',
  ]);
  const pair = (left: string, right: string) => ({ left: { text: left }, right: { text: right } });
  expect(codes({ ...base, type: 'matching', body: { pairs: [pair('а', 'в'), pair('б', 'в')] } })).toEqual([]);
  expect(codes({ ...base, type: 'matching', body: { pairs: [pair('а', 'в'), pair('а', 'г')] } })).toEqual([
    'body.pairs.1.left.text part_twice',
  ]);
});

test('text, points and the body must fit; a picture needs an alternative text', () => {
  expect(codes({ ...base, text: ' ', points: 1.5 })).toEqual(['text text_missing', 'points points_wrong']);
  expect(codes({ ...base, type: 'short' })).toEqual(['body body_type']);
  expect(codes({ ...base, image_path: '/lk/files/x', image_alt: '' })).toEqual(['image_alt alt_missing']);
  expect(codes({ ...base, type: 'ordering', body: { items: [{ text: 'а', image_path: '/x' }] } })).toEqual([
    'body.items parts_few',
    'body.items.0.image_alt alt_missing',
  ]);
});
