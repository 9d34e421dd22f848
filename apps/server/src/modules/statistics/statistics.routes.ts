import { statisticsEndpoints } from '@sergak/contract/statistics/statistics.endpoints.ts';
import { insightsEndpoints } from '@sergak/contract/statistics/insights.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { departmentFigures } from './department.service.ts';
import * as insights from './insights.service.ts';
import * as organization from './organization.service.ts';
import * as person from './person.service.ts';
import { riskMethod } from './risk-method.service.ts';
import * as tables from './tables.service.ts';

const specifiedRoutes = bind(statisticsEndpoints, {
  'statistics.my-progress': person.myProgress,
  'statistics.my-progress-change': person.myProgressChange,
  'statistics.my-passed': person.myPassed,
  'statistics.my-phishing': person.myPhishing,
  'statistics.my-risk-level': person.myRiskLevel,
  'statistics.current-risk-level': organization.currentRiskLevel,
  'statistics.phishing': organization.phishing,
  'statistics.current-progress': organization.currentProgress,
  'statistics.progress': organization.progress,
  'statistics.risk-levels': organization.riskLevels,
  'statistics.risk-groups': organization.riskGroupCounts,
  'statistics.progress-groups': organization.progressGroupCounts,
  'statistics.courses-counts': organization.coursesCounts,
  'statistics.last-campaign': organization.getLastCampaign,
  'statistics.progress-group-people': organization.progressGroupPeople,
  'statistics.user-risk-level': person.userRiskLevel,
  'statistics.user-progress': person.userProgress,
  'statistics.user-phishing': person.userPhishing,
  'statistics.user-quizzes': person.userQuizzes,
  'statistics.departments': tables.departmentTable,
  'statistics.users': tables.users,
});

const analysisRoutes = bind(insightsEndpoints, {
  'statistics.people-behind': insights.peopleBehind,
  'statistics.people-ids': insights.peopleIds,
  'statistics.risk-method': riskMethod,
  'statistics.repeat-clickers': insights.repeatClickers,
  'statistics.department': departmentFigures,
  'statistics.newcomers': insights.newcomers,
  'statistics.heat-map': insights.heatMap,
  'statistics.course-effects': insights.courseEffects,
});

export const statisticsRoutes = [...specifiedRoutes, ...analysisRoutes];
