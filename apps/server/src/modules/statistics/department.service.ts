import { incidentRisk } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { DepartmentFigures } from '@sergak/contract/statistics/department.schema.ts';
import { changeOf, comparablePoints, riskColor } from '@sergak/contract/statistics/risk.rules.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import * as query from './department.query.ts';
import * as levels from './levels.query.ts';
import { withToday } from './organization.service.ts';
import { findStatisticsOrganization, periodOf } from './period.query.ts';

/** A department with all its children: risk over time against the organisation, campaigns and courses of the period. */
export const departmentFigures = async (
  { tx }: Ctx,
  { id, days_period }: { id: string; days_period: number },
): Promise<DepartmentFigures> => {
  if (!(await query.findDepartmentTitle(tx, id))) throw new AppError('department.not_found');
  const organization = await findStatisticsOrganization(tx);
  const period = periodOf(organization, days_period);
  const here = await query.peopleFigures(tx, id);
  const all = await levels.currentFigures(tx);
  const points = await levels.points(tx, 'department', id, 'risk_level', period);
  const allPoints = await levels.points(tx, 'organization', organization.id, 'risk_level', period);
  const campaigns = await query.departmentCampaigns(tx, id, period, organization);
  return {
    id,
    people: here.people,
    risk: {
      value: here.risk_level,
      color: riskColor(here.risk_level),
      change: changeOf(here.risk_level, comparablePoints(points, organization.risk_rule_since), period),
    },
    high: here.high,
    missing: here.missing,
    progress: here.progress,
    organization: { risk_level: all.risk_level, color: riskColor(all.risk_level), progress: all.learning_progress },
    rule_since: organization.risk_rule_since,
    points: withToday(points, period.to, here.risk_level),
    organization_points: withToday(allPoints, period.to, all.risk_level),
    campaigns: campaigns.map((one) => ({
      id: one.id,
      name: one.name,
      start_at: one.start_at,
      delivered: one.delivered,
      clicked: one.clicked,
      entered_data: one.entered_data,
      reported: one.reported,
      incident_risk: incidentRisk(one.dangerous, one.delivered),
      all_incident_risk: incidentRisk(one.all_dangerous, one.all_delivered),
    })),
    courses: await query.courseFigures(tx, id, period, organization.today),
  };
};
