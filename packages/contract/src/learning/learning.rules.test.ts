import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as rules from './learning.rules.ts';
import type { Answer, Question } from './learning.rules.ts';

let counter = 0;
const uuid = () => `00000000-0000-4000-8000-${String(++counter).padStart(12, '0')}`;
const part = (text: string) => ({ id: uuid(), text });
const base = {
  text: 'Вопрос',
  image_path: null,
  image_alt: '',
  points: 1,
  explanation: 'Потому что',
  version: 1,
};
const single: Question = {
  ...base,
  id: uuid(),
  type: 'single',
  body: { options: [true, false, false].map((correct, i) => ({ ...part(`о${i}`), correct })) },
};
const multiple: Question = {
  ...base,
  id: uuid(),
  type: 'multiple',
  body: { options: [true, false, true, false].map((correct, i) => ({ ...part(`о${i}`), correct })) },
};
const ordering: Question = { ...base, id: uuid(), type: 'ordering', body: { items: ['раз', 'два', 'три'].map(part) } };
const matching: Question = {
  ...base,
  id: uuid(),
  type: 'matching',
  body: {
    pairs: [
      ['прайс', 'всем'],
      ['зарплаты', 'кадрам'],
      ['справочник', 'сотрудникам'],
      ['новости', 'всем'],
    ].map(([l, r]) => ({ left: part(l!), right: part(r!) })),
  },
};
const short: Question = { ...base, id: uuid(), type: 'short', body: { accepted: ['заблокировать', 'Wi-Fi ещё раз'] } };
const all = [single, multiple, ordering, matching, short];
const random = () => Math.random();

test('the right answer of each type is right, and fits the shape of its own question only', () => {
  for (const q of all) {
    expect(rules.isCorrect(q, rules.rightAnswer(q)), q.type).toBe(true);
    for (const other of all)
      expect(rules.answerFits(q, rules.rightAnswer(other)), `${q.type} / ${other.type}`).toBe(other === q);
  }
});

test('a choice needs exactly the right options', () => {
  const ids = (multiple.body as { options: { id: string }[] }).options.map((o) => o.id);
  expect(rules.isCorrect(multiple, { options: [ids[2]!, ids[0]!] })).toBe(true);
  expect(rules.isCorrect(multiple, { options: [ids[0]!] })).toBe(false);
  expect(rules.isCorrect(multiple, { options: ids })).toBe(false);
  expect(rules.answerFits(multiple, { options: [ids[0]!, ids[0]!] })).toBe(false);
  expect(rules.answerFits(multiple, { options: [uuid()] })).toBe(false);
});

test('two right sides with the same text are interchangeable', () => {
  const { pairs } = matching.body as { pairs: { left: { id: string }; right: { id: string } }[] };
  const rights = pairs.map((p) => p.right.id);
  const answer = (order: number[]): Answer => ({
    pairs: pairs.map((p, i) => ({ left: p.left.id, right: rights[order[i]!]! })),
  });
  expect(rules.isCorrect(matching, answer([3, 1, 2, 0]))).toBe(true);
  expect(rules.isCorrect(matching, answer([1, 0, 2, 3]))).toBe(false);
});

test('a short answer is compared without regard to case, spaces and apostrophes', () => {
  for (const text of ['Заблокировать', '  заблокировать. ', 'ЗАБЛОКИРОВАТЬ!', '«заблокировать»'])
    expect(rules.isCorrect(short, { text }), text).toBe(true);
  expect(rules.isCorrect(short, { text: 'wi-fi  еще раз' })).toBe(true);
  expect(rules.isCorrect(short, { text: 'выключить' })).toBe(false);
  expect(rules.plainAnswer('Oʻchirish')).toBe(rules.plainAnswer("o'chirish"));
});

test('the score reaches the pass mark exactly when the share of points does', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 100 }),
      (total, n, mark) => {
        const correct = Math.min(n, total);
        expect(rules.passes(rules.scoreOf(correct, total), mark)).toBe(correct * 100 >= mark * total);
      },
    ),
  );
});

test('an attempt draws the required number of different questions of the module, with all their parts', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.option(fc.integer({ min: 1, max: 9 })), (shuffle, draw_count) => {
      const drawn = rules.drawQuestions(all, { shuffle, draw_count }, random);
      expect(drawn).toHaveLength(Math.min(draw_count ?? all.length, all.length));
      expect(new Set(drawn.map((d) => d.id)).size).toBe(drawn.length);
      for (const d of drawn) {
        const q = all.find((one) => one.id === d.id)!;
        const shown = rules.showQuestion(q, d);
        expect(JSON.stringify(shown)).not.toMatch(/correct|accepted|explanation/);
        if (q.type === 'ordering') expect(rules.isCorrect(q, { order: d.parts as string[] })).toBe(false);
        if (q.type === 'matching') expect(shown.matches).toHaveLength(4);
        if (q.type === 'short') expect(shown.parts).toHaveLength(0);
      }
      if (!shuffle)
        expect(drawn.map((d) => all.findIndex((q) => q.id === d.id))).toEqual(
          drawn.map((d) => all.findIndex((q) => q.id === d.id)).sort((a, b) => a - b),
        );
    }),
  );
});

test('steps open one after the other; used-up attempts open the next step', () => {
  const step = (id: string, kind: 'theory' | 'quiz', attempts_limit: number | null = null) => ({
    id,
    kind,
    attempts_limit,
  });
  const steps = [step('a', 'theory'), step('b', 'quiz', 2), step('c', 'theory')];
  const states = (...records: [string, rules.StepRecord][]) => [...rules.stepStates(steps, new Map(records)).values()];
  expect(states()).toEqual(['open', 'locked', 'locked']);
  expect(states(['a', { done: true, attemptsUsed: 0 }])).toEqual(['done', 'open', 'locked']);
  expect(states(['a', { done: true, attemptsUsed: 0 }], ['b', { done: false, attemptsUsed: 2 }])).toEqual([
    'done',
    'failed',
    'open',
  ]);
  expect(states(['b', { done: false, attemptsUsed: 2 }])).toEqual(['open', 'locked', 'locked']);
});

test('at most one unfinished step is open, and no step after a locked one is open', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (done) => {
      const steps = done.map((_, i) => ({ id: `${i}`, kind: 'theory' as const, attempts_limit: null }));
      const states = [
        ...rules.stepStates(steps, new Map(done.map((d, i) => [`${i}`, { done: d, attemptsUsed: 0 }]))).values(),
      ];
      expect(states.filter((s) => s === 'open').length).toBe(done.every(Boolean) ? 0 : 1);
    }),
  );
});

test('days are added across months, and progress has two places', () => {
  expect(rules.addDays('2026-12-15', 30)).toBe('2027-01-14');
  expect(rules.progressOf(1, 3)).toBe(33.33);
});

test('points of an attempt are the sum over its questions, and a right answer never lowers the score', () => {
  const judged = fc.record({ points: fc.integer({ min: 1, max: 100 }), correct: fc.boolean() });
  fc.assert(
    fc.property(fc.array(judged, { minLength: 1, maxLength: 50 }), fc.nat(), (questions, n) => {
      const { points, points_total } = rules.countPoints(questions);
      const score = rules.scoreOf(points, points_total);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score === 100).toBe(questions.every((one) => one.correct));
      const better = questions.map((one, i) => (i === n % questions.length ? { ...one, correct: true } : one));
      const after = rules.countPoints(better);
      expect(rules.scoreOf(after.points, after.points_total)).toBeGreaterThanOrEqual(score);
      expect(after.points_total).toBe(points_total);
    }),
  );
});

test('only the chosen options are explained', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((text) => ({ ...part(text), correct: text === 'a', explanation: `о ${text}` }));
  const q: Question = { ...multiple, body: { options: [a!, { ...b!, explanation: '' }, c!] } };
  expect(rules.notesOf(q, { options: [c!.id, b!.id] })).toEqual([{ id: c!.id, text: 'о c' }]);
  expect(rules.notesOf(short, { text: 'что угодно' })).toEqual([]);
});
