import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, list, page, paging } from '../paging.ts';
import {
  coursesCounts, currentRiskLevel, departmentsQuery, departmentStatistic, lastCampaign, levelQuery, passedStat, periodQuery,
  personPhishing, personQuiz, phishingStatistic, point, progressGroup, progressGroupPerson, progressGroupQuery, progressNow,
  progressSeries, riskGroup, riskLevelAnswer, riskLevels, usersQuery, userStatistic,
} from './statistics.schema.ts';

const mine = 'user.statistics';
const allow = 'admin.statistics';
const organization = { permission: allow, params: idParam, tenant: { param: 'id' }, errors: ['organization.not_found'] } as const;
const person = { permission: allow, params: idParam, errors: ['employee.not_found'] } as const;
const pageQuery = z.strictObject(paging);

export const statisticsEndpoints = defineEndpoints({
  'statistics.my-progress': {
    method: 'GET', path: '/gateway/v1/statistic/my/progress', permission: mine,
    about: 'The caller’s learning progress, with one point a day.',
    query: periodQuery, response: progressSeries,
  },
  'statistics.my-progress-change': {
    method: 'GET', path: '/scorm/analytics/users/my_progress_change', permission: mine,
    about: 'The caller’s progress as points, one a day.',
    query: z.strictObject({ days_count: z.coerce.number().int().min(1).max(730).default(90) }),
    response: z.object({ points: z.array(point) }),
  },
  'statistics.my-passed': {
    method: 'GET', path: '/gateway/v1/statistic/my/passed_stat', permission: mine,
    about: 'Counts of the caller’s courses and quizzes.',
    response: passedStat,
  },
  'statistics.my-phishing': {
    method: 'GET', path: '/gateway/v1/statistic/my/phishing', permission: mine,
    about: 'Simulated phishing emails to the caller: those of finished campaigns, and those with a dangerous result.',
    query: pageQuery, response: personPhishing,
  },
  'statistics.my-risk-level': {
    method: 'GET', path: '/gateway/v1/statistic/my/risk-level', permission: mine,
    about: 'The caller’s risk level, its change and its explanation.',
    query: periodQuery, response: riskLevelAnswer,
  },
  'statistics.current-risk-level': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/current-risk-level', ...organization,
    about: 'The current mean level of the people of an organisation, its change and its explanation.',
    query: levelQuery, response: currentRiskLevel.meta({ result: true }),
  },
  'statistics.phishing': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/phishing', ...organization,
    about: 'Simulated phishing emails of the period by result, compared with the period before. Tests are not counted.',
    query: periodQuery, results: 'none', response: phishingStatistic,
  },
  'statistics.current-progress': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/current-progress', ...organization,
    about: 'Mean progress of people with courses assigned in the last year.',
    query: periodQuery, results: 'none', response: progressNow,
  },
  'statistics.progress': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/progress', ...organization,
    about: 'Mean progress of the last 90 days as points, one a day.',
    query: periodQuery, results: 'none', response: progressSeries,
  },
  'statistics.risk-levels': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/risk-levels', ...organization,
    about: 'Mean risk of the period and two more days as points, one a day.',
    query: periodQuery, response: riskLevels.meta({ result: true }),
  },
  'statistics.risk-groups': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/risk-groups', ...organization,
    about: 'Number of people with a low, middle, high or missing level.',
    response: list(riskGroup).meta({ result: true }),
  },
  'statistics.progress-groups': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/progress-groups', ...organization,
    about: 'Number of people who have not started, have started, have finished a course, are behind, or have no course.',
    results: 'none', response: list(progressGroup),
  },
  'statistics.courses-counts': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/courses-counts', ...organization,
    about: 'Number of assigned courses by status, and number of courses in the library.',
    results: 'none', response: coursesCounts,
  },
  'statistics.last-campaign': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/last-campaign', ...organization,
    about: 'The campaign that started last, with its funnel; null if there is none.',
    response: lastCampaign,
  },
  'statistics.progress-group-people': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/detail-progress-group', ...organization,
    about: 'The people of one progress group, the lowest progress first.',
    query: progressGroupQuery, results: 'none', response: page(progressGroupPerson),
  },
  'statistics.user-risk-level': {
    method: 'GET', path: '/gateway/v1/statistic/users/:id/risk-level', ...person,
    about: 'A person’s risk level, its change and its explanation.',
    query: periodQuery, response: riskLevelAnswer.meta({ result: true }),
  },
  'statistics.user-progress': {
    method: 'GET', path: '/gateway/v1/statistic/users/:id/progress', ...person,
    about: 'A person’s progress, with one point a day.',
    query: periodQuery, results: 'none', response: progressSeries,
  },
  'statistics.user-phishing': {
    method: 'GET', path: '/gateway/v1/statistic/users/:id/phishing', ...person,
    about: 'Every simulated phishing email to a person, with all its events. Tests are not listed.',
    query: pageQuery, response: personPhishing.meta({ result: true }),
  },
  'statistics.user-quizzes': {
    method: 'GET', path: '/gateway/v1/statistic/users/:id/quizes', ...person, // spelled so by the specification
    about: 'Quiz attempts of a person, the latest first.',
    query: pageQuery, results: 'none', response: page(personQuiz),
  },
  'statistics.departments': {
    method: 'GET', path: '/analytics/operator/departments', permission: allow, tenant: { param: 'organization_id' },
    about: 'Departments, each with all its children: people, progress, emails of the period, risk and its change.',
    query: departmentsQuery, response: page(departmentStatistic).meta({ result: true }), errors: ['organization.not_found'],
  },
  'statistics.users': {
    method: 'GET', path: '/analytics/operator/users', permission: allow, tenant: { param: 'organization_id' },
    about: 'People with progress, phishing and risk.',
    query: usersQuery, response: page(userStatistic).meta({ result: true }), errors: ['organization.not_found'],
  },
});
