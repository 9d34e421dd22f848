import { randomUUID } from 'node:crypto';
import type { Input } from '@sergak/contract/endpoint.ts';
import {
  type DraftBody,
  type DraftPart,
  questionFaults,
  QUESTIONS_MAX,
  tidyQuestion,
  type QuestionDraft,
} from '@sergak/contract/library/questions.rules.ts';
import type { Question } from '@sergak/contract/learning/learning.rules.ts';
import type { questionsEndpoints } from '@sergak/contract/library/questions.endpoints.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { changesOf } from '../../platform/audit.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion } from '../../platform/version.ts';
import { findFiles, linkFiles, releaseFiles } from './media.repo.ts';
import * as query from './questions.query.ts';
import * as repo from './questions.repo.ts';

type In<K extends keyof typeof questionsEndpoints> = Input<(typeof questionsEndpoints)[K]>;

export const requireModule = async (tx: Tx, id: string) => {
  const found = await query.findModuleTitle(tx, id);
  if (!found) throw new AppError('module.not_found');
  return found;
};

/** Locks the module for a change of its questions; its courses have unpublished changes from now on. */
export const changeModule = async (tx: Tx, id: string) => {
  const found = await repo.touchModule(tx, id);
  if (!found) throw new AppError('module.not_found');
  return found;
};

const requireQuestion = async (tx: Tx, input: { id: string; questionId: string }) => {
  const found = await query.findQuestion(tx, input.id, input.questionId);
  if (!found) throw new AppError('question.not_found');
  return found;
};

export const listQuestions = async (ctx: Ctx, input: { id: string }) => {
  const { id } = await requireModule(ctx.tx, input.id);
  return { data: await query.selectQuestions(ctx.tx, id) };
};

export const getQuestion = async (ctx: Ctx, input: { id: string; questionId: string }) => {
  await requireModule(ctx.tx, input.id);
  return requireQuestion(ctx.tx, input);
};

const partsOf = (b: DraftBody): readonly DraftPart[] => {
  if ('options' in b) return b.options;
  if ('items' in b) return b.items;
  return 'pairs' in b ? b.pairs.flatMap((one) => [one.left, one.right]) : [];
};

/** The body with an id for every part. Ids of the caller are kept; a repeated id is replaced. */
const withIds = (b: DraftBody): DraftBody => {
  const seen = new Set<string>();
  const named = <P extends DraftPart>(part: P): P & { id: string } => {
    const id = part.id !== undefined && !seen.has(part.id) ? part.id : randomUUID();
    seen.add(id);
    return { ...part, id };
  };
  if ('options' in b) return { options: b.options.map(named) };
  if ('items' in b) return { items: b.items.map(named) };
  if ('pairs' in b) return { pairs: b.pairs.map((one) => ({ left: named(one.left), right: named(one.right) })) };
  return b;
};

const fileIdOf = (path: string) => path.slice('/lk/files/'.length);

/** The row of a valid, tidied question. */
export const rowOf = (q: QuestionDraft): repo.QuestionRow => ({
  type: q.type,
  text: q.text,
  image_file_id: q.image_path === null ? null : fileIdOf(q.image_path),
  image_alt: q.image_alt,
  points: q.points,
  body: withIds(q.body),
  explanation: q.explanation,
});

/** Throws unless every picture is a picture of the organisation that learners may see; records its use. */
const keepPictures = async (tx: Tx, moduleId: string, q: QuestionDraft): Promise<void> => {
  const paths = [q.image_path, ...partsOf(q.body).map((part) => part.image_path)];
  const files = [...new Set(paths.flatMap((path) => (path ? [fileIdOf(path)] : [])))].map((id) => ({
    id,
    kind: 'image' as const,
  }));
  if (files.length === 0) return;
  const kinds = await findFiles(tx, files);
  if (!files.every((file) => kinds.has(file.id))) throw new AppError('file.not_found');
  if (!files.every((file) => kinds.get(file.id) === file.kind)) throw new AppError('file.type_rejected');
  await linkFiles(tx, moduleId, files);
};

const validRow = async (tx: Tx, moduleId: string, draft: QuestionDraft): Promise<repo.QuestionRow> => {
  const question = tidyQuestion(draft);
  const faults = questionFaults(question);
  if (faults.length > 0) throw new AppError('question.invalid', faults);
  await keepPictures(tx, moduleId, question);
  return rowOf(question);
};

const titleOf = (text: string) => text.split('\n')[0]!.slice(0, TITLE_MAX);

/** Adds questions at the end of a locked module. */
export const appendQuestions = async (tx: Tx, moduleId: string, rows: readonly repo.QuestionRow[]) => {
  const count = await query.countQuestions(tx, moduleId);
  if (count + rows.length > QUESTIONS_MAX) throw new AppError('question.limit', { limit: QUESTIONS_MAX, count });
  return repo.insertQuestions(tx, moduleId, count, rows);
};

/** Adds a question to a module, at the end or at a position. */
export const createQuestion = async (ctx: Ctx, input: In<'questions.create'>) => {
  const { id: moduleId, order_id, ...draft } = input;
  await changeModule(ctx.tx, moduleId);
  const row = await validRow(ctx.tx, moduleId, draft);
  const [id] = (await appendQuestions(ctx.tx, moduleId, [row])) as [string];
  if (order_id !== undefined) await move(ctx.tx, moduleId, id, order_id);
  const created = await getQuestion(ctx, { id: moduleId, questionId: id });
  return new Logged(created, { kind: 'question', id, title: titleOf(row.text) });
};

/** The answers of a question, one text each. */
const answerTexts = (body: Question['body']): string[] => {
  if ('options' in body) return body.options.map(({ text, correct }) => `${correct ? '+' : '−'} ${text}`);
  if ('items' in body) return body.items.map(({ text }) => text);
  return 'pairs' in body ? body.pairs.map(({ left, right }) => `${left.text} → ${right.text}`) : body.accepted;
};

/** A question as the audit log stores it. */
const factsOf = (q: Question & { readonly order_id: number }) => ({
  question: q.text,
  type: q.type,
  points: q.points,
  answers: answerTexts(q.body),
  explanation: q.explanation,
  picture: q.image_path,
  image_alt: q.image_alt,
  order_id: q.order_id,
});

/** Changes a question. Published versions keep the question as it was. */
export const updateQuestion = async (ctx: Ctx, input: In<'questions.update'>) => {
  const { id: moduleId, questionId, version, order_id, ...draft } = input;
  await changeModule(ctx.tx, moduleId);
  const before = await requireQuestion(ctx.tx, input);
  requireVersion(before, version);
  const row = await validRow(ctx.tx, moduleId, draft);
  await repo.updateQuestionRow(ctx.tx, questionId, row);
  await releaseFiles(ctx.tx, moduleId);
  if (order_id !== undefined) await move(ctx.tx, moduleId, questionId, order_id);
  const after = await getQuestion(ctx, input);
  return new Logged(after, {
    kind: 'question',
    id: questionId,
    title: titleOf(row.text),
    changes: changesOf(factsOf(before), factsOf(after)),
  });
};

/** Deletes a question. Published versions keep it. */
export const deleteQuestion = async (ctx: Ctx, input: { id: string; questionId: string }) => {
  await changeModule(ctx.tx, input.id);
  const { id, text, order_id } = await requireQuestion(ctx.tx, input);
  await repo.deleteQuestionRow(ctx.tx, id);
  await releaseFiles(ctx.tx, input.id);
  await repo.shiftQuestions(ctx.tx, input.id, { from: order_id + 1, by: -1 });
  return new Logged(null, { kind: 'question', id, title: titleOf(text) });
};

const move = async (tx: Tx, moduleId: string, questionId: string, wanted: number) => {
  const question = await requireQuestion(tx, { id: moduleId, questionId });
  const from = question.order_id;
  const to = Math.min(wanted, (await query.countQuestions(tx, moduleId)) - 1);
  if (to < from) await repo.shiftQuestions(tx, moduleId, { from: to, to: from - 1, by: 1 });
  if (to > from) await repo.shiftQuestions(tx, moduleId, { from: from + 1, to, by: -1 });
  if (to !== from) await repo.placeQuestion(tx, questionId, to);
  return question;
};

/** Moves a question; the others keep their order. */
export const moveQuestion = async (ctx: Ctx, input: In<'questions.swap'>) => {
  await changeModule(ctx.tx, input.id);
  const { id, text } = await move(ctx.tx, input.id, input.question_id, input.order_id);
  return new Logged(null, { kind: 'question', id, title: titleOf(text) });
};
