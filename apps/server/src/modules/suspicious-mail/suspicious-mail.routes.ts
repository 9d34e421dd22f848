import { suspiciousMailEndpoints } from '@sergak/contract/suspicious-mail/suspicious-mail.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { answerReporters, listAnswers, saveAnswer } from './answers.service.ts';
import { readReportFigures } from './figures.query.ts';
import { makeTemplate } from './make-template.service.ts';
import { readMessageText } from './message-reading.service.ts';
import * as address from './report-address.service.ts';
import { verifySimulation } from './simulation-check.service.ts';
import { listSuspicious } from './suspicious.query.ts';
import { getSuspicious, judgeSuspicious, listSimilar } from './suspicious.service.ts';

export const suspiciousMailRoutes = bind(suspiciousMailEndpoints, {
  'suspicious-mail.address': address.readReportAddress,
  'suspicious-mail.address-save': address.saveReportAddress,
  'suspicious-mail.address-remove': address.removeReportAddress,
  'suspicious-mail.address-test': address.testReportAddress,
  'suspicious-mail.list': ({ tx }, input) => listSuspicious(tx, input),
  'suspicious-mail.get': ({ tx }, { id }) => getSuspicious(tx, id),
  'suspicious-mail.verify': verifySimulation,
  'suspicious-mail.judge': judgeSuspicious,
  'suspicious-mail.read': readMessageText,
  'suspicious-mail.similar': ({ tx }, { id }) => listSimilar(tx, id),
  'suspicious-mail.answer': answerReporters,
  'suspicious-mail.make-template': makeTemplate,
  'suspicious-mail.answers': ({ tx }) => listAnswers(tx),
  'suspicious-mail.answer-save': saveAnswer,
  'suspicious-mail.figures': ({ tx }) => readReportFigures(tx),
});
