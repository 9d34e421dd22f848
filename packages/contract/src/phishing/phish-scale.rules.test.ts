import { expect, test } from 'vitest';
import {
  countCues,
  cueKinds,
  phishScale,
  templateScale,
  withoutEmptyTips,
  inReadingOrder,
  withoutStrayMarks,
  withoutTip,
  type Premise,
} from './phish-scale.rules.ts';

const premise = (first: Premise['relevance'], training: Premise['training'] = 0): Premise => ({
  workplace_process: first,
  relevance: first,
  events: first,
  concern: first,
  training,
});

test('the scale has 23 kinds of cues', () => {
  expect(cueKinds).toHaveLength(23);
});

test('the number of cues and the premise alignment give the published detection difficulty', () => {
  const high = premise(8);
  const medium = premise(4, 2);
  const low = premise(2);
  const rows = [8, 14, 15].map((cues) => [high, medium, low].map((one) => phishScale(cues, one)!.detection));
  expect(rows).toEqual([
    ['very', 'very', 'moderately'],
    ['very', 'moderately', 'moderately_to_least'],
    ['moderately', 'moderately', 'least'],
  ]);
  expect(phishScale(3, null)).toBeNull();
});

test('previous training is subtracted, and the limits of the alignment are 11 and 18', () => {
  const score = (one: Premise) => phishScale(1, one)!;
  expect(score(premise(6, 6))).toMatchObject({ score: 18, alignment: 'high' });
  expect(score(premise(6, 8))).toMatchObject({ score: 16, alignment: 'medium' });
  expect(score(premise(4, 6))).toMatchObject({ score: 10, alignment: 'low' });
});

test('each marked place of a cue counts; a tip without a cue does not', () => {
  const tips = [
    { text: 'a', cue: 'spelling' },
    { text: 'b', cue: null },
    { text: 'c', cue: 'urgency' },
  ] as const;
  const html = '<p><span data-tip="1">x</span><span class="a" data-tip="1">y</span><span data-tip="2">z</span></p>';
  expect(countCues(tips, html)).toBe(3);
});

test('the hardest rated email decides for the template', () => {
  const email = (first: Premise['relevance'] | null) => ({
    tips: [],
    html: '',
    premise: first === null ? null : premise(first),
  });
  expect(templateScale([email(null)])).toBeNull();
  expect(templateScale([email(2), email(8), email(null)])?.difficulty).toBe('hard');
});

test('marks of a removed red flag are removed, and those of later red flags keep theirs', () => {
  const html =
    '<p><span data-tip="1">a</span> <span class="x" data-tip="2">b<span data-tip="3">c</span></span> <span>d</span><span data-tip=\'3\'>e</span></p>';
  expect(withoutTip(html, 1)).toBe(
    '<p>a <span class="x" data-tip="1">b<span data-tip="2">c</span></span> <span>d</span><span data-tip="2">e</span></p>',
  );
  expect(withoutTip(html, 2)).toBe(
    '<p><span data-tip="1">a</span> <span class="x">b<span data-tip="2">c</span></span> <span>d</span><span data-tip="2">e</span></p>',
  );
  expect(withoutStrayMarks(html, 2)).toBe(
    '<p><span data-tip="1">a</span> <span class="x" data-tip="2">bc</span> <span>d</span>e</p>',
  );
});

test('red flags without a text are removed with their marks', () => {
  const tip = (text: string) => ({ text, cue: null });
  const html = '<span data-tip="1">a</span><span data-tip="2">b</span><span data-tip="4">c</span>';
  expect(withoutEmptyTips({ tips: [tip('one'), tip(' '), tip(''), tip('four')], html })).toEqual({
    tips: [tip('one'), tip('four')],
    html: '<span data-tip="1">a</span>b<span data-tip="2">c</span>',
  });
});

test('red flags are numbered as a reader meets them: sender, text, then what is marked nowhere', () => {
  const email = {
    sender_address: 'it@corp.test',
    tips: ['Срочность', 'Нет в тексте', 'Отправитель it@corp.test', 'Ссылка'],
    html: '<p><span data-tip="4">a</span> <span data-tip="1">b</span> <span data-tip="4">c</span> <span data-tip="9">d</span></p>',
  };
  expect(inReadingOrder(email)).toEqual({
    ...email,
    tips: ['Отправитель it@corp.test', 'Ссылка', 'Срочность', 'Нет в тексте'],
    html: '<p><span data-tip="2">a</span> <span data-tip="3">b</span> <span data-tip="2">c</span> d</p>',
  });
});
