import { defineEndpoints } from '../endpoint.ts';
import { idParam } from '../paging.ts';
import { departmentFigures } from './department.schema.ts';
import { periodQuery } from './statistics.schema.ts';
import {
  courseEffects, heatMap, heatMapQuery, newcomers, peopleBehind, peopleBehindQuery, foundPeopleIds, peopleIdsQuery, repeatClickers,
  repeatQuery, riskMethod, riskMethodQuery,
} from './insights.schema.ts';

// Not in the specification: the analysis of the statistics, and the people behind each of its numbers.
const organization = {
  method: 'GET', permission: 'admin.statistics', params: idParam, tenant: { param: 'id' },
} as const;
const named = ['organization.not_found', 'department.not_found', 'course.not_found'] as const;

export const insightsEndpoints = defineEndpoints({
  'statistics.people-behind': {
    path: '/gateway/v1/statistic/organizations/:id/people', ...organization,
    about: 'The people behind a number of the statistics, the highest risk first.',
    query: peopleBehindQuery, response: peopleBehind.meta({ result: true }), errors: named,
  },
  'statistics.people-ids': {
    path: '/gateway/v1/statistic/organizations/:id/people-ids', ...organization,
    about: 'The ids of the people behind a number, for a selection.',
    query: peopleIdsQuery, response: foundPeopleIds.meta({ result: true }), errors: named,
  },
  'statistics.risk-method': {
    path: '/gateway/v1/statistic/organizations/:id/risk-method', ...organization,
    about: 'How the risk of the organisation is computed: people by the parts of their level, and one example person.',
    query: riskMethodQuery, response: riskMethod.meta({ result: true }), errors: ['organization.not_found', 'employee.not_found'],
  },
  'statistics.repeat-clickers': {
    path: '/gateway/v1/statistic/organizations/:id/repeat-clickers', ...organization,
    about: 'Number of people caught by two or more of their last simulated emails.',
    query: repeatQuery, response: repeatClickers.meta({ result: true }), errors: ['organization.not_found'],
  },
  'statistics.department': {
    method: 'GET', path: '/gateway/v1/statistic/departments/:id', permission: 'admin.statistics', params: idParam,
    about: 'A department with all its children, compared with the organisation: risk by day, campaigns and courses of the period.',
    query: periodQuery, response: departmentFigures.meta({ result: true }), errors: ['department.not_found'],
  },
  'statistics.newcomers': {
    path: '/gateway/v1/statistic/organizations/:id/newcomers', ...organization,
    about: 'Simulated emails in the first 90 days of people added in the last year, compared with other people.',
    response: newcomers.meta({ result: true }), errors: ['organization.not_found'],
  },
  'statistics.heat-map': {
    path: '/gateway/v1/statistic/organizations/:id/heat-map', ...organization,
    about: 'Departments by month: people caught by simulated emails, and the risk level. The highest current level first.',
    query: heatMapQuery, response: heatMap.meta({ result: true }), errors: ['organization.not_found'],
  },
  'statistics.course-effects': {
    path: '/gateway/v1/statistic/organizations/:id/course-effects', ...organization,
    about: 'Courses that people finished: the last simulated email before and the first one after, by number of people caught.',
    query: heatMapQuery, response: courseEffects.meta({ result: true }), errors: ['organization.not_found'],
  },
});
