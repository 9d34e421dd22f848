import { expect, test } from 'vitest';
import { packageState, pagesOf, proposedRule, type Facts } from './completion.rules.ts';
import { untouchedSco, type ScoState } from './runtime.rules.ts';
import { completionRule, type CompletionRule, type ScormItem, type ScormManifest } from './scorm.schema.ts';

const item = (id: string, changes: Partial<ScormItem> = {}): ScormItem => ({
  id,
  title: id,
  visible: true,
  launch: `${id}.html`,
  type: 'sco',
  mastery_score: null,
  scaled_passing_score: null,
  launch_data: '',
  max_time_allowed: '',
  time_limit_action: '',
  completion_threshold: null,
  objectives: [],
  sequencing: null,
  items: [],
  ...changes,
});
const manifest = (items: readonly ScormItem[], more: Partial<ScormManifest> = {}): ScormManifest => ({
  standard: '2004',
  edition: '3rd',
  title: 'Golf',
  organization: 'o',
  items,
  sequencing: null,
  ...more,
});
const by = (way: CompletionRule['by'], score: number | null = null): CompletionRule => ({ by: way, score });
const state = (changes: Partial<ScoState>): ScoState => ({ ...untouchedSco, ...changes });
const completed = state({ completion: 'completed', progress: 100 });
const passed = state({ completion: 'completed', success: 'passed', score: 90, progress: 100 });
const failed = state({ completion: 'completed', success: 'failed', score: 20, progress: 100 });
const silent = state({ completion: 'completed', progress: 100, silent: true });
const facts = (states: Record<string, ScoState>, more: Partial<Facts> = {}): Facts => ({
  states: new Map(Object.entries(states)),
  pages: [],
  ...more,
});
const one = manifest([item('a')]);
const doneIn = (m: ScormManifest, rule: CompletionRule, of: Facts): boolean => packageState(m, rule, of).done;

test.each([
  ['completed', completed, true, false, false],
  ['passed', passed, true, true, true],
  ['failed', failed, false, false, false],
  ['silent', silent, true, false, false],
  ['incomplete with a score', state({ completion: 'incomplete', score: 95 }), false, false, false],
  ['completed, its success unknown, with a score', { ...completed, score: 85 }, true, false, true],
  ['failed by its own mark, but with the demanded score', { ...failed, score: 85 }, false, false, true],
  ['untouched', untouchedSco, false, false, false],
])('one part that is %s', (_name, of, whenCompleted, whenPassed, whenScored) => {
  const at = facts({ a: of });
  expect([by('completed'), by('passed'), by('score', 80)].map((rule) => doneIn(one, rule, at))).toEqual([
    whenCompleted,
    whenPassed,
    whenScored,
  ]);
  expect(packageState(one, by('score', 80), at).progress === 100, '100 % means done').toBe(whenScored);
});

test('the quiz that was never answered: the tree is satisfied, but unknown is never success', () => {
  const sequencing = { controlMode: { flow: true } };
  const tree = (marked: boolean) =>
    manifest(
      [item('playing', { sequencing }), item('etiquette'), item('quiz', marked ? { scaled_passing_score: 0.8 } : {})],
      { sequencing },
    );
  const content = { playing: { ...passed, score: null }, etiquette: { ...passed, score: null } };
  const satisfied = { completion: 'completed', success: 'passed', score: null } as const;
  for (const marked of [true, false]) {
    const unanswered = facts({ ...content, quiz: silent }, { root: satisfied });
    expect(doneIn(tree(marked), by('passed'), unanswered), `marked: ${marked}`).toBe(false);
    expect(packageState(tree(marked), by('passed'), unanswered)).toMatchObject({ success: 'unknown' });
    expect(doneIn(tree(marked), by('score', 1), unanswered)).toBe(false);
    expect(doneIn(tree(marked), by('passed'), facts(content, { root: satisfied })), 'never opened').toBe(false);
    const unfinished = facts(content, { root: { ...satisfied, completion: 'incomplete' } });
    for (const rule of [by('completed'), by('passed')]) expect(doneIn(tree(marked), rule, unfinished)).toBe(false);
    expect(doneIn(tree(marked), by('passed'), facts({ ...content, quiz: passed }))).toBe(true);
  }
});

test('a passed test may let sequencing leave out content', () => {
  const sequencing = { controlMode: { flow: true } };
  const tree = manifest([item('test', { scaled_passing_score: 0.8, sequencing }), item('lesson')]);
  const root = { completion: 'completed', success: 'passed', score: null } as const;
  for (const rule of [by('completed'), by('passed'), by('score', 80)]) {
    expect(doneIn(tree, rule, facts({ test: passed }, { root })), rule.by).toBe(true);
    expect(doneIn(tree, rule, facts({ test: passed })), rule.by).toBe(false);
    const begun = facts({ test: passed, lesson: state({ completion: 'incomplete' }) }, { root });
    expect(doneIn(tree, rule, begun), `${rule.by}, with a lesson begun`).toBe(false);
  }
});

test('content beside a marked test may be silent; without a mark every part has to say something', () => {
  const states = facts({ lesson: silent, quiz: passed });
  const marked = manifest([item('lesson'), item('quiz', { mastery_score: 80 })], { standard: '1.2' });
  expect(doneIn(marked, by('passed'), states)).toBe(true);
  expect(doneIn(manifest([item('lesson'), item('quiz')]), by('passed'), states)).toBe(false);
});

test('the score of several parts is the root measure, otherwise the mean', () => {
  const parts = manifest([item('a'), item('b', { sequencing: {} })]);
  const both = { a: { ...passed, score: 100 }, b: { ...passed, score: 50 } };
  expect(packageState(parts, by('score', 75), facts(both))).toMatchObject({ score: 75, done: true });
  const root = { completion: 'completed', success: 'passed', score: 60 } as const;
  expect(packageState(parts, by('score', 75), facts(both, { root }))).toMatchObject({ score: 60, done: false });
  expect(packageState(parts, by('score', 75), facts({ a: { ...passed, score: 100 } })), 'b is not done').toMatchObject({
    score: 100,
    done: false,
  });
});

test('pages: each item, or each file of a package of one item', () => {
  const parts = manifest([item('a'), item('chapter', { launch: null, items: [item('b')] })]);
  expect(pagesOf(parts)).toEqual(['a', 'b']);
  expect(pagesOf(one)).toEqual(['a.html']);
  expect(pagesOf(manifest([item('a', { launch: 'start.html?x=1#top' })]))).toEqual(['start.html']);
  const book = manifest([item('a')], { pages: ['a.html', 'two.html', 'three.html'] });
  const seen = (pages: readonly string[]) => packageState(book, by('pages'), facts({}, { pages }));
  expect(seen([])).toMatchObject({ completion: 'not_attempted', progress: 0, done: false });
  expect(seen(['a.html', 'two.html', 'elsewhere.html'])).toMatchObject({
    completion: 'incomplete',
    progress: 66.67,
    done: false,
  });
  expect(seen(['three.html', 'a.html', 'two.html'])).toMatchObject({
    completion: 'completed',
    progress: 100,
    done: true,
  });
  expect(packageState(book, by('pages'), facts({ a: passed })).done, 'a status is no page').toBe(false);
});

test('progress comes from the package itself, or from its finished parts', () => {
  const measured = facts({ a: state({ completion: 'incomplete', progress: 40 }) });
  expect(packageState(one, by('completed'), measured).progress).toBe(40);
  const three = manifest([item('a'), item('b'), item('c')]);
  expect(packageState(three, by('completed'), facts({ a: completed })).progress).toBe(33.33);
});

test('an import proposes the rule by the manifest', () => {
  expect(proposedRule(one, true)).toEqual(by('completed'));
  expect(proposedRule(one, false)).toEqual(by('pages'));
  expect(proposedRule(manifest([item('a', { type: 'asset' })]), true)).toEqual(by('pages'));
  expect(proposedRule(manifest([item('a'), item('b', { mastery_score: 70 })]), true)).toEqual(by('passed'));
});

test('a rule by score names the score, and only that rule does', () => {
  expect(completionRule.safeParse({ by: 'score' }).success).toBe(false);
  expect(completionRule.parse({ by: 'passed', score: 80 })).toEqual(by('passed'));
});
