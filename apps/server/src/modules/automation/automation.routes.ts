import { automationEndpoints } from '@sergak/contract/automation/automation.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as courses from './action-courses.service.ts';
import * as actions from './actions.service.ts';
import * as automation from './automation.service.ts';
import { saveTag } from './save.service.ts';
import * as changeForecast from './change-forecast.service.ts';

type Found = Awaited<ReturnType<ReturnType<typeof courses.getCourses>>>;
const idsOf = (found: Found['courses']) => found.map((course) => course.id);
const native = ({ courses: found, ...terms }: Found) => ({ ...terms, course_ids: idsOf(found) });
const scorm = ({ courses: found, ...terms }: Found) => ({ ...terms, cmi_course_ids: idsOf(found) });

export const automationRoutes = bind(automationEndpoints, {
  'automation.actions': actions.listActions,
  'automation.save': saveTag,
  'automation.courses': async (ctx, { id }) => native(await courses.getCourses('native')(ctx, id)),
  'automation.set-courses': (ctx, { id, ...input }) => courses.setActionCourses('native')(ctx, { ...input, tagId: id }),
  'automation.scorm-courses': async (ctx, { id }) => scorm(await courses.getCourses('scorm')(ctx, id)),
  'automation.set-scorm-courses': (ctx, { id, cmi_course_ids, ...input }) =>
    courses.setActionCourses('scorm')(ctx, { ...input, tagId: id, course_ids: cmi_course_ids }),
  'automation.add-courses': courses.addCourses('native'),
  'automation.add-scorm-courses': (ctx, { cmi_course_ids, ...input }) =>
    courses.addCourses('scorm')(ctx, { ...input, course_ids: cmi_course_ids }),
  'automation.remove-courses': (ctx, { id }) => courses.removeCourses('native')(ctx, id),
  'automation.remove-scorm-courses': (ctx, { id }) => courses.removeCourses('scorm')(ctx, id),
  'automation.messages': actions.listMessages,
  'automation.add-message': actions.addMessage,
  'automation.update-message': actions.changeMessage,
  'automation.remove-message': actions.removeMessage,
  'automation.autophishing': automation.getAutophishing,
  'automation.phishing': actions.getPhishing,
  'automation.add-phishing': actions.addPhishing,
  'automation.remove-phishing': (ctx, { tagId }) => actions.removePhishing(ctx, tagId),
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
  'automation.set-life-days': automation.setActionLifeDays,
});
