import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { id, idParam, nothing } from '../paging.ts';
import { placedQuestion } from './library.schema.ts';
import { QUESTION_FILE_BYTES, QUESTIONS_MAX } from './questions.rules.ts';
import { changedQuestion, newQuestion, questionFilePreview, questionList, questionSheetFormat } from './questions.schema.ts';

const allow = 'admin.learning.courses';
const one = z.strictObject({ id, questionId: id });
const touches = ['questions', 'library'];
const picture = ['file.not_found', 'file.type_rejected'] as const;
const file = ['import.unreadable', 'import.encoding_unknown', 'import.too_large', 'import.columns_missing', 'request.too_large'] as const;
const format = z.strictObject({ format: questionSheetFormat.default('xlsx') });

export const questionsEndpoints = defineEndpoints({
  'questions.list': {
    method: 'GET', path: '/library/modules/:id/questions', permission: allow,
    about: 'Questions of a module in their order, with the right answers.',
    params: idParam, response: questionList, errors: ['module.not_found'],
  },
  'questions.get': {
    method: 'GET', path: '/library/modules/:id/questions/:questionId', permission: allow,
    about: 'A question with its right answers.',
    params: one, response: placedQuestion, errors: ['module.not_found', 'question.not_found'],
  },
  'questions.create': {
    method: 'POST', path: '/library/modules/:id/questions', permission: allow,
    about: 'Adds a question to a module.',
    params: idParam, body: newQuestion, response: placedQuestion,
    errors: ['module.not_found', 'question.invalid', 'question.limit', ...picture],
    audit: { action: 'question.created' }, touches,
  },
  'questions.update': {
    method: 'PUT', path: '/library/modules/:id/questions/:questionId', permission: allow,
    about: 'Changes a question. Published versions of courses keep the question as it was.',
    params: one, body: changedQuestion, response: placedQuestion,
    errors: ['module.not_found', 'question.not_found', 'question.invalid', 'common.stale_version', ...picture],
    audit: { action: 'question.changed' }, touches,
  },
  'questions.delete': {
    method: 'DELETE', path: '/library/modules/:id/questions/:questionId', permission: allow,
    about: 'Deletes a question. Published versions of courses keep it.',
    params: one, response: nothing, errors: ['module.not_found', 'question.not_found'],
    audit: { action: 'question.deleted' }, touches,
  },
  // Not in the specification, which shows an order but no call that changes it.
  'questions.swap': {
    method: 'PATCH', path: '/library/modules/:id/questions/swap', permission: allow,
    about: 'Moves a question to another position, counted from 0.',
    params: idParam, body: z.strictObject({ question_id: id, order_id: z.int().min(0).max(QUESTIONS_MAX) }),
    response: nothing, errors: ['module.not_found', 'question.not_found'],
    audit: { action: 'question.moved' }, touches,
  },
  // Not in the specification: the check before the import.
  'questions.preview-file': {
    method: 'POST', path: '/library/modules/:id/quastions/file/preview', permission: allow, costs: 'import',
    about: 'Reads questions from a spreadsheet and returns the rejected rows with their reasons. Changes nothing.',
    params: idParam, upload: { file: QUESTION_FILE_BYTES }, response: questionFilePreview, errors: ['module.not_found', ...file],
    audit: { none: 'reads a file, changes nothing' }, touches: [],
  },
  // The specification spells the path so.
  'questions.import-file': {
    method: 'POST', path: '/library/modules/:id/quastions/file', permission: allow, costs: 'import',
    about: 'Adds the valid questions of a spreadsheet to a module; rejected rows are counted.',
    params: idParam, upload: { file: QUESTION_FILE_BYTES }, response: z.object({ added: z.int(), rejected: z.int() }),
    errors: ['module.not_found', 'import.nothing_to_do', 'question.limit', ...file],
    audit: { action: 'question.imported' }, touches,
  },
  'questions.export': {
    method: 'GET', path: '/library/modules/:id/questions/export', permission: allow,
    about: 'The questions of a module as a spreadsheet that can be imported again.',
    params: idParam, query: format, response: 'file', errors: ['module.not_found'],
  },
  'questions.template': {
    method: 'GET', path: '/library/questions/template', permission: allow,
    about: 'A spreadsheet with examples of every type of question, for the import.',
    query: format, response: 'file',
  },
});
