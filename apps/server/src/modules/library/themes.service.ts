import { randomUUID } from 'node:crypto';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { StepInput, ThemeDetail } from '@sergak/contract/library/library.schema.ts';
import type { themesEndpoints } from '@sergak/contract/library/themes.endpoints.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion } from '../../platform/version.ts';
import * as authoring from './authoring.query.ts';
import { includeTheme } from './sections.service.ts';
import * as repo from './themes.repo.ts';

type In<K extends keyof typeof themesEndpoints> = Input<(typeof themesEndpoints)[K]>;

export const getTheme = async ({ tx }: Pick<Ctx, 'tx'>, input: { id: string }): Promise<ThemeDetail> => {
  const found = await authoring.findTheme(tx, input.id);
  if (!found) throw new AppError('theme.not_found');
  return found;
};

const lockThemeVersion = async (tx: Tx, id: string, version: number): Promise<ThemeDetail> => {
  const theme = await repo.lockTheme(tx, id);
  if (!theme) throw new AppError('theme.not_found');
  requireVersion(theme, version);
  return getTheme({ tx }, { id });
};

/** Throws if a quiz draws more questions than its module has. An empty module is filled later. */
const requireDrawable = async (tx: Tx, steps: readonly StepInput[]): Promise<void> => {
  const drawing = steps.flatMap((step, index) =>
    step.kind === 'quiz' && step.draw_count !== null ? [{ ...step, index, draw: step.draw_count }] : [],
  );
  if (drawing.length === 0) return;
  const counts = await authoring.countModuleQuestions(
    tx,
    drawing.map((step) => step.module_id),
  );
  const rejected = drawing.flatMap(({ module_id, draw, index }) => {
    const most = counts.get(module_id) ?? 0;
    return most > 0 && draw > most ? [{ step: index, questions: most }] : [];
  });
  if (rejected.length > 0) throw new AppError('step.too_few_questions', rejected);
};

/** Throws if a step names a module or package that does not exist, or the id of a step that is not in the theme. */
const requireParts = async (tx: Tx, steps: readonly StepInput[], known: readonly { id: string }[]) => {
  const moduleIds = steps.flatMap((step) => (step.kind === 'scorm' ? [] : [step.module_id]));
  const packageIds = steps.flatMap((step) => (step.kind === 'scorm' ? [step.scorm_package_id] : []));
  const modules = await authoring.findExisting(tx, 'modules', moduleIds);
  if (moduleIds.some((id) => !modules.has(id))) throw new AppError('module.not_found');
  await requireDrawable(tx, steps);
  const packages = await authoring.findExisting(tx, 'scorm_packages', packageIds);
  if (packageIds.some((id) => !packages.has(id))) throw new AppError('common.not_found');
  const ids = steps.flatMap((step) => (step.id === undefined ? [] : [step.id]));
  if (new Set(ids).size < ids.length || ids.some((id) => !known.some((one) => one.id === id)))
    throw new AppError('step.not_found');
};

const rowsOf = (steps: readonly StepInput[]): repo.ThemeStepRow[] =>
  steps.map(({ id = randomUUID(), ...step }) => ({ ...step, id }));

/** Steps of a theme as texts for the log: «theory: module». */
const namesOf = (theme: ThemeDetail) => theme.steps.map((step) => `${step.kind}: ${step.module_title}`);

/** Creates a theme with its steps, and adds it to a section on request. */
export const createTheme = async ({ tx }: Ctx, input: In<'library.create-theme'>) => {
  await requireParts(tx, input.steps, []);
  const id = await repo.insertTheme(tx, input.title);
  await repo.setSteps(tx, id, rowsOf(input.steps));
  if (input.section_id) await includeTheme(tx, input.section_id, id);
  const theme = await getTheme({ tx }, { id });
  const changes = { title: [null, theme.title], steps: [[], namesOf(theme)] } as const;
  return new Logged(theme, { kind: 'theme', id, title: theme.title, changes });
};

/** Replaces the title and the steps of a theme in every course that uses it; learners see the change after publishing. */
export const updateTheme = async ({ tx }: Ctx, input: In<'library.update-theme'>) => {
  const before = await lockThemeVersion(tx, input.id, input.version);
  await requireParts(tx, input.steps, before.steps);
  await repo.updateThemeRow(tx, before.id, input.title);
  await repo.setSteps(tx, before.id, rowsOf(input.steps));
  if (input.section_id) await includeTheme(tx, input.section_id, before.id);
  const theme = await getTheme({ tx }, input);
  const changes = { title: [before.title, theme.title], steps: [namesOf(before), namesOf(theme)] } as const;
  return new Logged(theme, { kind: 'theme', id: theme.id, title: theme.title, changes });
};

/** Deletes a theme that no course uses. */
export const deleteTheme = async ({ tx }: Ctx, input: In<'library.delete-theme'>) => {
  const { id, title, courses } = await lockThemeVersion(tx, input.id, input.version);
  if (courses.length > 0) throw new AppError('theme.in_use', { courses });
  await repo.deleteThemeRow(tx, id);
  return new Logged(null, { kind: 'theme', id, title, changes: { title: [title, null] } });
};

/** Copies a theme; the copy is in no course and shares the modules. */
export const copyTheme = async ({ tx }: Ctx, input: In<'library.copy-theme'>) => {
  const source = await getTheme({ tx }, input);
  const title = `${source.title.slice(0, 245)} (2)`;
  const id = await repo.insertTheme(tx, title);
  const steps = source.steps.map((step) => ({
    id: randomUUID(),
    kind: step.kind,
    module_id: step.module_id,
    scorm_package_id: step.scorm_package_id,
    score_policy: step.score_policy,
    pass_mark: step.pass_mark,
    attempts_limit: step.attempts_limit,
    shuffle: step.shuffle,
    draw_count: step.draw_count,
    time_limit_minutes: step.time_limit_minutes,
  }));
  await repo.setSteps(tx, id, steps);
  const theme = await getTheme({ tx }, { id });
  return new Logged(theme, { kind: 'theme', id, title, changes: { title: [null, title] } });
};

export const listScormPackages = async ({ tx }: Ctx) => ({ data: await authoring.selectScormPackages(tx) });
