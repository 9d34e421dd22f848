import { readFileSync } from 'node:fs';
import { secondsOf } from '@sergak/contract/scorm/runtime.rules.ts';
import type { PlayerState } from '@sergak/contract/scorm/runtime.schema.ts';
import type { ScormItem } from '@sergak/contract/scorm/scorm.schema.ts';
import { expect, test } from 'vitest';
import { createRuntime2004 } from './runtime-2004.ts';

// The data-model cases of ADL's conformance test for learning management systems (SCORM 2004, 4th edition): what each call must
// return, and the error code after it. Columns: case, attempt, call, element, value, return, error. `Launch` rows are values that the
// system provides; the return `text` is any text up to 255 characters, `*` is not checked.
type Row = readonly [string, string, string, string, string, string, string];
const rows = readFileSync(new URL('adl-2004-cases.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as unknown as Row);

type Api = Record<'GetLastError', () => string> & Record<string, (...parameters: string[]) => string>;
const item: ScormItem = {
  id: 'sco',
  title: 'SCO',
  visible: true,
  launch: 'index.html',
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
};
const stateOf = (learner: { id: string; name: string }): PlayerState => ({
  manifest: { standard: '2004', edition: '4th', title: '', organization: 'o', items: [item], sequencing: null },
  package_id: '',
  mode: 'normal',
  rule: { by: 'completed', score: null },
  pages: [],
  learner: { ...learner, language: 'en' },
  current_sco: '',
  sequencing: null,
  scos: {},
  portal: '',
  texts: { contents: '', previous: '', next: '', done: '', failed: '', begun: '', end: '', open: '' },
});

/** Elements with several spellings of the same value. */
const sameIn: Record<string, (text: string) => number | null> = {
  'cmi.scaled_passing_score': Number,
  'cmi.total_time': secondsOf,
};

/** Prepares our player for an attempt, as the page does, and returns the API that the SCO finds. */
const launch = (given: ReadonlyMap<string, string>): Api => {
  const of = (name: string): string => given.get(`cmi.${name}`) ?? '';
  const number = (name: string): number | null => (given.has(`cmi.${name}`) ? Number(of(name)) : null);
  const state = stateOf({ id: of('learner_id') || 'learner', name: of('learner_name') || 'Learner' });
  const none = (): void => undefined;
  const runtime = createRuntime2004({ changed: none, commit: none, ended: none }, state);
  const stored = Object.fromEntries(
    [...given].filter(([name]) =>
      /^cmi\.(objectives|interactions|comments|learner_preference|location|suspend_data|score|completion_status|success_status|progress_measure|total_time)/.test(
        name,
      ),
    ),
  );
  // A SCO resumes if something of it is stored; the cases name the result only.
  if (given.get('cmi.entry') === 'resume') stored['cmi.exit'] = 'suspend';
  if (given.get('cmi.entry') === 'ab-initio') for (const name of Object.keys(stored)) delete stored[name];
  const objectives = [...given].filter(([name]) => /^cmi\.objectives\.\d+\.id$/.test(name)).map(([, id]) => id);
  const launched: ScormItem = {
    ...item,
    objectives,
    launch_data: of('launch_data'),
    max_time_allowed: of('max_time_allowed'),
    time_limit_action: of('time_limit_action'),
    completion_threshold: number('completion_threshold'),
    scaled_passing_score: number('scaled_passing_score'),
  };
  runtime.open(launched, stored, state);
  return (globalThis as unknown as { API_1484_11: Api }).API_1484_11;
};

const attempts = Map.groupBy(rows, ([name, attempt]) => `${name} ${attempt}`);
test.each([...attempts])('%s', (_name, steps) => {
  const given = new Map(
    steps.filter(([, , call]) => call === 'Launch').map(([, , , element, value]) => [element, value]),
  );
  const api = launch(given);
  expect(api).toBeDefined();
  for (const [, , call, element, value, returns, error] of steps) {
    if (call === 'Launch') continue;
    const parameters =
      call === 'GetValue' ? [element] : call === 'SetValue' ? [element, value] : call === 'GetLastError' ? [] : [value];
    const answer = api[call]!(...parameters);
    const at = `${call} ${element} ${value}`;
    if (returns === 'text') expect(answer.length, at).toBeLessThanOrEqual(255);
    else if (call === 'GetValue' && sameIn[element]) expect(sameIn[element](answer), at).toBe(sameIn[element](returns));
    else if (returns !== '*') expect(answer, at).toBe(returns);
    if (!['GetLastError', 'GetErrorString', 'GetDiagnostic'].includes(call)) expect(api.GetLastError(), at).toBe(error);
  }
});
