import { automationEndpoints } from '@sergak/contract/automation/automation.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { requireLicence } from '../../platform/http/transactions.ts';
import * as actions from './actions.service.ts';
import * as automation from './automation.service.ts';
import { saveTag } from './save.service.ts';
import * as scorm from './scorm-courses.service.ts';
import * as changeForecast from './change-forecast.service.ts';

export const automationRoutes = bind(automationEndpoints, {
  'automation.actions': actions.listActions,
  'automation.save': (ctx, input) => saveTag(ctx, input, requireLicence),
  'automation.courses': actions.getCourses,
  'automation.set-courses': actions.setCourses,
  'automation.scorm-courses': scorm.getScormCourses,
  'automation.set-scorm-courses': scorm.setScormCourses,
  'automation.add-courses': actions.addCourses,
  'automation.add-scorm-courses': scorm.addScormCourses,
  'automation.remove-courses': (ctx, { id }) => actions.removeSingle('course')(ctx, id),
  'automation.remove-scorm-courses': scorm.removeScormCourses,
  'automation.messages': actions.listMessages,
  'automation.add-message': actions.addMessage,
  'automation.update-message': actions.changeMessage,
  'automation.remove-message': actions.removeMessage,
  'automation.autophishing': automation.getAutophishing,
  'automation.phishing': actions.getPhishing,
  'automation.add-phishing': actions.addPhishing,
  'automation.remove-phishing': (ctx, { tagId }) => actions.removeSingle('phishing')(ctx, tagId),
  'automation.set-phishing-templates': actions.setPhishingTemplates,
  'automation.set-phishing-defer': actions.setPhishingDelay,
  'automation.runs': automation.getRuns,
  'automation.person-runs': automation.getPersonRuns,
  'automation.forecast': automation.forecastTag,
  'automation.forecast-all': automation.forecastAll,
  'automation.forecast-change': changeForecast.forecastChange,
  'automation.forecast-file': changeForecast.forecastFile,
  'automation.schedule': automation.getSchedule,
  'automation.set-schedule': automation.setSchedule,
  'automation.set-life-days': automation.setLifeDays,
});
