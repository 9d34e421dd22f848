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
    about: 'How much of my courses is done, with a point a day.',
    query: periodQuery, response: progressSeries,
  },
  'statistics.my-progress-change': {
    method: 'GET', path: '/scorm/analytics/users/my_progress_change', permission: mine,
    about: 'My progress as points, one a day.',
    query: z.strictObject({ days_count: z.coerce.number().int().min(1).max(730).default(90) }),
    response: z.object({ points: z.array(point) }),
  },
  'statistics.my-passed': {
    method: 'GET', path: '/gateway/v1/statistic/my/passed_stat', permission: mine,
    about: 'My courses and quizzes, counted.',
    response: passedStat,
  },
  'statistics.my-phishing': {
    method: 'GET', path: '/gateway/v1/statistic/my/phishing', permission: mine,
    about: 'Simulated phishing emails that I got: those of finished campaigns, and those that I fell for.',
    query: pageQuery, response: personPhishing,
  },
  'statistics.my-risk-level': {
    method: 'GET', path: '/gateway/v1/statistic/my/risk-level', permission: mine,
    about: 'My risk level, how it moved, and what made it.',
    query: periodQuery, response: riskLevelAnswer,
  },
  'statistics.current-risk-level': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/current-risk-level', ...organization,
    about: 'The mean level of the people of an organisation now, how it moved, and what made it.',
    query: levelQuery, response: currentRiskLevel,
  },
  'statistics.phishing': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/phishing', ...organization,
    about: 'Simulated phishing emails of the period by what people did, beside the period before. Tests are left out.',
    query: periodQuery, response: phishingStatistic,
  },
  'statistics.current-progress': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/current-progress', ...organization,
    about: 'Mean progress of the people who were given courses in the last year.',
    query: periodQuery, response: progressNow,
  },
  'statistics.progress': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/progress', ...organization,
    about: 'Mean progress as points, one a day; the last 90.',
    query: periodQuery, response: progressSeries,
  },
  'statistics.risk-levels': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/risk-levels', ...organization,
    about: 'Mean risk as points, one a day, of the period and two days more.',
    query: periodQuery, response: riskLevels,
  },
  'statistics.risk-groups': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/risk-groups', ...organization,
    about: 'How many people have a low, middle, high or no level.',
    response: list(riskGroup),
  },
  'statistics.progress-groups': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/progress-groups', ...organization,
    about: 'How many people have not begun, have begun, have finished a course, are behind, or have none.',
    response: list(progressGroup),
  },
  'statistics.courses-counts': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/courses-counts', ...organization,
    about: 'Assigned courses by status, and courses of the library.',
    response: coursesCounts,
  },
  'statistics.last-campaign': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/last-campaign', ...organization,
    about: 'The campaign that started last, with its funnel; null when there was none.',
    response: lastCampaign,
  },
  'statistics.progress-group-people': {
    method: 'GET', path: '/gateway/v1/statistic/organizations/:id/detail-progress-group', ...organization,
    about: 'The people of one progress group, those with the least progress first.',
    query: progressGroupQuery, response: page(progressGroupPerson),
  },
  'statistics.user-risk-level': {
    method: 'GET', path: '/gateway/v1/statistic/users/:id/risk-level', ...person,
    about: 'A person’s risk level, how it moved, and what made it.',
    query: periodQuery, response: riskLevelAnswer,
  },
  'statistics.user-progress': {
    method: 'GET', path: '/gateway/v1/statistic/users/:id/progress', ...person,
    about: 'A person’s progress, with a point a day.',
    query: periodQuery, response: progressSeries,
  },
  'statistics.user-phishing': {
    method: 'GET', path: '/gateway/v1/statistic/users/:id/phishing', ...person,
    about: 'Every simulated phishing email that a person got, with every event of it. Tests are left out.',
    query: pageQuery, response: personPhishing,
  },
  'statistics.user-quizzes': {
    method: 'GET', path: '/gateway/v1/statistic/users/:id/quizes', ...person, // spelled so by the specification
    about: 'Attempts at quizzes of a person, the latest first.',
    query: pageQuery, response: page(personQuiz),
  },
  'statistics.departments': {
    method: 'GET', path: '/analytics/operator/departments', permission: allow, tenant: { param: 'organization_id' },
    about: 'Departments, each with all below it: people, progress, emails of the period, risk and its change.',
    query: departmentsQuery, response: page(departmentStatistic), errors: ['organization.not_found'],
  },
  'statistics.users': {
    method: 'GET', path: '/analytics/operator/users', permission: allow, tenant: { param: 'organization_id' },
    about: 'People with progress, phishing and risk.',
    query: usersQuery, response: page(userStatistic), errors: ['organization.not_found'],
  },
});
