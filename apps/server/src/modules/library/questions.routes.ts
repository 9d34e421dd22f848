import { questionsEndpoints } from '@sergak/contract/library/questions.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as file from './questions-file.service.ts';
import * as questions from './questions.service.ts';

export const questionsRoutes = bind(questionsEndpoints, {
  'questions.list': questions.listQuestions,
  'questions.get': questions.getQuestion,
  'questions.create': questions.createQuestion,
  'questions.update': questions.updateQuestion,
  'questions.delete': questions.deleteQuestion,
  'questions.swap': questions.moveQuestion,
  'questions.preview-file': file.previewQuestionsFile,
  'questions.import-file': file.importFile,
  'questions.export': file.exportQuestions,
  'questions.template': file.getQuestionsTemplate,
});
