import type { z } from 'zod';
import { riskColor } from '@sergak/contract/statistics/risk.rules.ts';
import type { departmentsQuery, usersQuery } from '@sergak/contract/statistics/statistics.schema.ts';
import type { Ctx } from '../../platform/context.ts';
import { findStatisticsOrganization, periodOf } from './period.query.ts';
import * as tables from './tables.query.ts';

const groupsOf = (row: { sent: number; delivered: number; clicked: number; entered_data: number }) => ({
  sent: { value: row.sent },
  delivered: { value: row.delivered },
  clicked: { value: row.clicked },
  entered_data: { value: row.entered_data },
});

/** Departments, each with everyone in it and its descendants. */
export const departmentTable = async (ctx: Pick<Ctx, 'tx'>, input: z.output<typeof departmentsQuery>) => {
  const organization = await findStatisticsOrganization(ctx.tx);
  const rows = await tables.departmentRows(ctx.tx, organization, periodOf(organization, input.days_period), input);
  const data = rows.map((row) => ({
    id: row.id,
    title: row.title,
    parent_department_uuid: row.parent_id,
    employees_count: row.people,
    progress_statistic: { value: row.progress },
    phishing_statistic: { groups: groupsOf(row) },
    risk_level_statistic: { value: row.risk_level, color: riskColor(row.risk_level), change: row.change },
  }));
  return { data, total_count: await tables.countDepartments(ctx.tx) };
};

export const users = async (ctx: Pick<Ctx, 'tx'>, input: z.output<typeof usersQuery>) => {
  const { rows, total } = await tables.userRows(ctx.tx, input);
  const data = rows.map((row) => ({
    id: row.id,
    full_name: row.full_name,
    email: row.email,
    department: row.department,
    progress_statistic: { value: row.learning_progress },
    phishing_statistic: { value: row.phishing_indicator, groups: groupsOf(row) },
    risk_level_statistic: { value: row.risk_level, color: riskColor(row.risk_level) },
    note: row.note,
  }));
  return { data, total_count: total };
};
