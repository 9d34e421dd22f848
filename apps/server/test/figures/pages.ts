import { roles } from '@sergak/contract/access/roles.ts';
import { funnelSteps } from '@sergak/contract/campaigns/funnel.rules.ts';
import type { Funnel } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { stepFigure, type FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import { call } from '../app.ts';
import type { FiguresOrganization } from './organizations.ts';
import { readingsOf, type Reading } from './readings.ts';

/** The staff list also has machine accounts, which are no people. */
const people = roles.filter((role) => role !== 'pdf_service');
const ALL = { limit: 100, offset: 0 } as const;
const PERIOD = '90d';
const groupFigures = {
  NOT_START: 'people_not_started',
  NOT_COMPLETED: 'people_in_progress',
  COMPLETED: 'people_completed',
  BEHIND: 'people_behind',
  WITHOUT_COURSE: 'people_without_course',
} as const;

const funnelValues = (funnel: Funnel): Partial<Record<FigureId, number>> => ({
  campaign_recipients: funnel.recipients,
  ...Object.fromEntries(funnelSteps.map((step) => [stepFigure('campaign', step), funnel[step]])),
  campaign_incident_risk: funnel.incident_risk,
});
/** A funnel with its shares, as pages and reports show them. */
const funnelReadings = (place: string, of: string, funnel: Funnel | null): Reading[] => {
  if (funnel === null) return [];
  const read = readingsOf(place);
  const shares = funnelSteps.map((step) => [stepFigure('campaign', step), shareOf(funnel[step], funnel.recipients)]);
  return [...read(of, funnelValues(funnel)), ...read(`${of} share`, Object.fromEntries(shares))];
};

const organizationPages = async ({ id, administrator }: FiguresOrganization): Promise<Reading[]> => {
  const asked = { id, days_period: 90 };
  const risk = await call('statistics.current-risk-level', administrator, asked);
  const line = await call('statistics.risk-levels', administrator, asked);
  const groups = (await call('statistics.risk-groups', administrator, { id })).data;
  const learning = (await call('statistics.progress-groups', administrator, { id })).data;
  const now = await call('statistics.current-progress', administrator, asked);
  const progress = await call('statistics.progress', administrator, asked);
  const phishing = await call('statistics.phishing', administrator, asked);
  const courses = await call('statistics.courses-counts', administrator, { id });
  const method = await call('statistics.risk-method', administrator, { id });
  const assigned = await call('learning.assignments', administrator, { ...ALL, kind: 'all' });
  const read = readingsOf('statistics');
  const funnel = (when: 'value' | 'previous') =>
    Object.fromEntries(funnelSteps.map((step) => [stepFigure('period', step), phishing.groups[step][when]]));
  const shares = Object.fromEntries(
    funnelSteps.map((step) => [
      stepFigure('period', step),
      shareOf(phishing.groups[step].value, phishing.groups.delivered.value),
    ]),
  );
  return [
    ...read('organization', {
      risk_level: risk.value,
      phishing_indicator: risk.phishing_indicator,
      learning_progress: risk.learning_progress,
      people: risk.people,
      people_with_level: risk.people_with_level,
      people_with_course: now.learners,
      assignments: courses.assigned,
      assignments_active: courses.active,
      ...Object.fromEntries(groups.map((one) => [`people_${one.name}`, one.count])),
      ...Object.fromEntries(learning.map((one) => [groupFigures[one.name], one.count])),
    }),
    ...read(`organization ${PERIOD}`, {
      ...funnel('value'),
      period_delivered: phishing.groups.delivered.value,
      period_incident_risk: phishing.incident_risk.value,
    }),
    ...read(`organization ${PERIOD} share`, shares),
    ...read(`organization before ${PERIOD}`, funnel('previous')),
    ...line.points.flatMap((one) => read(`organization ${one.date}`, { risk_level_daily: one.value })),
    ...readingsOf('statistics: progress')('organization', {
      learning_progress: now.value,
      people_completed: now.completed,
      people_behind: now.behind,
    }),
    ...readingsOf('statistics: line of progress')('organization', { learning_progress: progress.value }),
    ...readingsOf('how risk is computed')('organization', {
      risk_level: method.risk_level,
      people: method.people,
      people_with_level: method.people_with_level,
      people_missing: method.none,
    }),
    ...readingsOf('assigned courses')('organization', {
      assignments: assigned.counts.planned + assigned.counts.active + assigned.counts.completed,
      assignments_active: assigned.total_count,
    }),
    ...(await listedPeople({ id, administrator })),
  ];
};

/** The lists behind the numbers have as many people. */
const listedPeople = async ({
  id,
  administrator,
}: Pick<FiguresOrganization, 'id' | 'administrator'>): Promise<Reading[]> => {
  const read = readingsOf('list of people behind the number');
  const out: Reading[] = [];
  const numbers = { everyone: 'people', low: 'people_low', middle: 'people_middle', high: 'people_high' } as const;
  for (const [of, figure] of Object.entries({ ...numbers, missing: 'people_missing' } as const)) {
    const list = await call('statistics.people-behind', administrator, { id, of: of as 'low', ...ALL });
    out.push(...read('organization', { [figure]: list.total_count }));
    out.push(...readingsOf('people shown in the list')('organization', { [figure]: list.data.length }));
  }
  for (const [group, figure] of Object.entries(groupFigures)) {
    const list = await call('statistics.progress-group-people', administrator, {
      id,
      group: group as 'BEHIND',
      ...ALL,
    });
    out.push(...read('organization', { [figure]: list.total_count }));
    out.push(...readingsOf('people shown in the list')('organization', { [figure]: list.data.length }));
  }
  const staff = readingsOf('staff list');
  const behind = await call('employees.list', administrator, { learning: ['BEHIND'], ...ALL });
  const done = await call('employees.list', administrator, { course_progress: ['COMPLETED'], ...ALL });
  out.push(
    ...staff('organization', { people_behind: behind.total_count }),
    ...staff('organization', { people_completed: done.total_count }),
  );
  return out;
};

const departmentPages = async ({ id, administrator }: FiguresOrganization): Promise<Reading[]> => {
  const rows = (await call('statistics.departments', administrator, { organization_id: id, days_period: 90, ...ALL }))
    .data;
  const heat = (await call('statistics.heat-map', administrator, { id, ...ALL })).data;
  const out: Reading[] = [];
  for (const row of rows) {
    const { groups } = row.phishing_statistic;
    const of = `department ${row.title}`;
    const read = readingsOf('statistics: departments');
    out.push(
      ...read(of, {
        people: row.employees_count,
        learning_progress: row.progress_statistic.value,
        risk_level: row.risk_level_statistic.value,
      }),
      ...read(`${of} ${PERIOD}`, {
        period_sent: groups.sent.value,
        period_delivered: groups.delivered.value,
        period_clicked: groups.clicked.value,
        period_entered_data: groups.entered_data.value,
      }),
    );
    const list = await call('statistics.people-behind', administrator, {
      id,
      of: 'everyone',
      department_id: row.id,
      ...ALL,
    });
    out.push(...readingsOf('list of people behind the number')(of, { people: list.total_count }));
    const staff = await call('employees.list', administrator, { departments: [row.id], roles: people, ...ALL });
    out.push(...readingsOf('staff list')(of, { people: staff.total_count }));
  }
  for (const row of heat)
    out.push(
      ...readingsOf('departments by month')(`department ${row.title}`, {
        people: row.people,
        risk_level: row.risk_level,
      }),
    );
  const levelOf = async (parent_id?: string): Promise<void> => {
    const { data } = await call('departments.stat', administrator, { ...(parent_id && { parent_id }), ...ALL });
    for (const row of data) {
      out.push(
        ...readingsOf('departments')(`department ${row.title}`, {
          people: row.users_count,
          learning_progress: row.progress,
          risk_level: row.risk_level,
          phishing_indicator: row.phishing_indicator,
          incident_risk_always: row.incident_risk,
        }),
      );
      if (row.children_count > 0) await levelOf(row.id);
    }
  };
  await levelOf();
  return out;
};

const lastCampaign = async ({ id, administrator }: FiguresOrganization): Promise<Reading[]> => {
  const last = (await call('statistics.last-campaign', administrator, { id })).data;
  return last ? funnelReadings('statistics: last campaign', `campaign ${last.name}`, last.statistics) : [];
};

const campaignPages = async ({ administrator }: FiguresOrganization): Promise<Reading[]> => {
  const out: Reading[] = [];
  for (const by_tag of ['false', 'true']) {
    const { data } = await call('campaigns.list', administrator, { ...ALL, by_tag });
    for (const row of data) {
      const of = `campaign ${row.name}`;
      out.push(...funnelReadings('campaigns', of, row.statistics));
      out.push(...readingsOf('campaigns: people')(of, { campaign_recipients: row.users_count }));
      const target = { id: row.id, by_tag };
      const page = await call('campaigns.get', administrator, target);
      out.push(...funnelReadings('campaign', of, page.statistics));
      const emails = (await call('campaigns.emails', administrator, target)).data;
      for (const one of emails) {
        out.push(...funnelReadings('campaign: emails', `${of} / email ${one.name}`, one.statistics));
        const part = { ...target, template_id: one.id };
        const figures = await call('campaigns.figures', administrator, part);
        out.push(
          ...readingsOf('email: reactions')(`${of} / email ${one.name}`, {
            campaign_reported: figures.reports.reported,
          }),
        );
      }
      const departments = (await call('campaigns.departments', administrator, target)).data;
      for (const one of departments)
        out.push(...funnelReadings('campaign: departments', `${of} / department ${one.title}`, one.statistics));
      const sums = (parts: readonly { statistics: Funnel | null }[]) =>
        Object.fromEntries(
          Object.keys(funnelValues(page.statistics!))
            .filter((name) => name !== 'campaign_incident_risk')
            .map((name) => [
              name,
              parts.reduce((sum, one) => sum + (funnelValues(one.statistics!)[name as FigureId] ?? 0), 0),
            ]),
        );
      out.push(...readingsOf('campaign: sum of departments')(of, sums(departments)));
      out.push(...readingsOf('campaign: sum of emails')(of, sums(emails)));
      for (const one of (await call('campaigns.os', administrator, target)).data)
        out.push(...readingsOf('campaign: systems')(`${of} / system ${one.os}`, { campaign_system: one.count }));
      const { reports } = await call('campaigns.figures', administrator, target);
      out.push(
        ...readingsOf('campaign: reactions')(of, {
          campaign_reported: reports.reported,
          ...(reports.reported > 0 && {
            campaign_reported_only: reports.without_click,
            campaign_reported_fell: reports.after_click,
          }),
        }),
      );
      const course = await call('campaigns.course', administrator, target);
      const assigned =
        course.assignment_id && (await call('learning.assignment', administrator, { id: course.assignment_id }));
      if (assigned)
        out.push(
          ...readingsOf('campaign: course')(`assignment ${assigned.title}`, {
            learners: course.learners,
            learners_completed: course.completed,
            learners_progress: course.progress,
          }),
        );
    }
  }
  return out;
};

const assignmentsOf = async (administrator: FiguresOrganization['administrator']) => {
  const lists = [];
  for (const status of ['planned', 'active', 'completed'] as const)
    lists.push((await call('learning.assignments', administrator, { ...ALL, kind: 'all', status })).data);
  return lists.flat();
};

const learningPages = async ({ administrator }: FiguresOrganization): Promise<Reading[]> => {
  const out: Reading[] = [];
  for (const row of await assignmentsOf(administrator)) {
    const of = `assignment ${row.title}`;
    const head = (one: { progress: number; learners_count: number; completed_count: number }) => ({
      learners: one.learners_count,
      learners_completed: one.completed_count,
      learners_progress: one.learners_count === 0 ? null : one.progress,
    });
    out.push(...readingsOf('assigned courses')(of, head(row)));
    out.push(
      ...readingsOf('assigned course')(of, head(await call('learning.assignment', administrator, { id: row.id }))),
    );
    out.push(
      ...readingsOf('assigned course: progress')(
        of,
        head(await call('learning.progress', administrator, { id: row.id })),
      ),
    );
    const groups = await call('learning.groups', administrator, { id: row.id });
    out.push(
      ...readingsOf('assigned course: groups')(of, {
        learners: groups.total,
        learners_not_started: groups.not_started,
        learners_in_progress: groups.in_progress,
        learners_likely_late: groups.likely_late,
        learners_completed: groups.completed,
        learners_behind: groups.behind,
      }),
    );
    const people = await call('learning.people', administrator, { id: row.id, ...ALL });
    const inState = (state: string) => people.data.filter((one) => one.state === state).length;
    out.push(
      ...readingsOf('assigned course: people')(of, {
        learners: people.total_count,
        learners_behind: inState('behind'),
        learners_completed: inState('completed'),
        learners_likely_late: inState('likely_late'),
      }),
      ...people.data.flatMap((one) =>
        readingsOf('assigned course: people')(`${of} / person ${one.full_name}`, { learners_progress: one.progress }),
      ),
    );
  }
  return out;
};

const personPages = async ({ id, administrator }: FiguresOrganization): Promise<Reading[]> => {
  const out: Reading[] = [];
  const users = (await call('statistics.users', administrator, { organization_id: id, ...ALL })).data;
  out.push(...readingsOf('statistics: people')('organization', { people: users.length }));
  for (const row of users) {
    const of = `person ${row.full_name}`;
    const { groups } = row.phishing_statistic;
    out.push(
      ...readingsOf('statistics: people')(of, {
        risk_level: row.risk_level_statistic.value,
        phishing_indicator: row.phishing_statistic.value,
        learning_progress: row.progress_statistic.value,
        emails_sent: groups.sent.value,
        emails_clicked: groups.clicked.value,
        emails_entered_data: groups.entered_data.value,
      }),
    );
    const risk = await call('statistics.user-risk-level', administrator, { id: row.id });
    const progress = await call('statistics.user-progress', administrator, { id: row.id });
    const emails = await call('statistics.user-phishing', administrator, { id: row.id, ...ALL });
    const person = await call('employees.get', administrator, { id: row.id });
    const { data: courses } = await call('learning.person-courses', administrator, { id: row.id, ...ALL });
    const passed = await call('statistics.my-passed', { ...administrator, id: row.id, role: 'employee' }, {});
    out.push(
      ...readingsOf('person: level')(of, {
        risk_level: risk.value,
        phishing_indicator: risk.phishing_indicator,
        learning_progress: risk.learning_progress,
      }),
      ...readingsOf('person: progress')(of, { learning_progress: progress.value }),
      ...readingsOf('person: emails')(of, {
        phishing_indicator: emails.indicator,
        emails_sent: emails.groups.sent,
        emails_clicked: emails.groups.clicked,
        emails_entered_data: emails.groups.entered_data,
      }),
      ...readingsOf('person')(of, person.statistics),
      ...readingsOf('person: courses')(of, {
        learners: courses.length,
        learners_completed: courses.filter((one) => one.state === 'completed').length,
        learners_behind: courses.filter((one) => one.state === 'behind').length,
      }),
      ...courses.flatMap((one) =>
        readingsOf('person: courses')(`assignment ${one.title} / person ${row.full_name}`, {
          learners_progress: one.progress,
        }),
      ),
      ...readingsOf('my statistics')(of, {
        learners: passed.courses_assigned,
        learners_completed: passed.courses_completed,
        learners_behind: passed.courses_behind,
      }),
    );
  }
  return out;
};

/** Every figure that the calls of the pages return. */
export const readPages = async (org: FiguresOrganization): Promise<Reading[]> => [
  ...(await organizationPages(org)),
  ...(await departmentPages(org)),
  ...(await campaignPages(org)),
  ...(await lastCampaign(org)),
  ...(await learningPages(org)),
  ...(await personPages(org)),
];
