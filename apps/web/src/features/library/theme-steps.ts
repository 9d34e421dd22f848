import { PASS_MARK_DEFAULT } from '@sergak/contract/library/library.rules.ts';
import type { ScorePolicy, StepInput, ThemeDetail } from '@sergak/contract/library/library.schema.ts';

/** A step in the theme editor. `key` identifies it in the list; a stored step also has an id. */
export type EditedStep = {
  readonly key: string;
  readonly id: string | undefined;
  readonly kind: StepInput['kind'];
  /** The module, or the package of a SCORM step. */
  readonly source: string;
  readonly title: string;
  /** Number of slides, or of questions. */
  readonly count: number | null;
  readonly score_policy: ScorePolicy;
  readonly pass_mark: number;
  readonly attempts_limit: number | null;
  readonly shuffle: boolean;
  readonly draw_count: number | null;
  readonly time_limit_minutes: number | null;
};

export const newStep = (): EditedStep => ({
  key: crypto.randomUUID(),
  id: undefined,
  kind: 'theory',
  source: '',
  title: '',
  count: null,
  score_policy: 'highest',
  pass_mark: PASS_MARK_DEFAULT,
  attempts_limit: null,
  shuffle: true,
  draw_count: null,
  time_limit_minutes: null,
});

/** The steps of a stored theme. `copied`: they become new steps of a new theme. */
export const editedSteps = (steps: ThemeDetail['steps'], copied = false): EditedStep[] =>
  steps.map((step) => ({
    key: step.id,
    id: copied ? undefined : step.id,
    kind: step.kind,
    source: step.module_id ?? step.scorm_package_id ?? '',
    title: step.module_title,
    count: step.kind === 'theory' ? step.slides_count : step.kind === 'quiz' ? step.questions_count : null,
    score_policy: step.score_policy,
    pass_mark: step.pass_mark,
    attempts_limit: step.attempts_limit,
    shuffle: step.shuffle,
    draw_count: step.draw_count,
    time_limit_minutes: step.time_limit_minutes,
  }));

/** A step as the call takes it, with the settings of its kind only. */
export const sentStep = (step: EditedStep): StepInput => {
  const id = step.id === undefined ? {} : { id: step.id };
  if (step.kind === 'theory') return { kind: 'theory', ...id, module_id: step.source };
  if (step.kind === 'scorm')
    return { kind: 'scorm', ...id, scorm_package_id: step.source, score_policy: step.score_policy };
  const { pass_mark, attempts_limit, shuffle, draw_count, time_limit_minutes } = step;
  const quiz = { pass_mark, attempts_limit, shuffle, draw_count, time_limit_minutes };
  return { kind: 'quiz', ...id, module_id: step.source, ...quiz };
};
