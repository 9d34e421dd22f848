import { z } from 'zod';
import { level, point, riskColorName } from './statistics.schema.ts';

/** An assigned course of the department's people, with the mean progress of the organisation. */
const course = z.object({
  id: z.uuid(),
  title: z.string(),
  deadline: z.string(),
  learners: z.int(),
  completed: z.int(),
  behind: z.int(),
  progress: z.number(),
  all_progress: z.number(),
});
/** A campaign in which the department got emails; shares are of delivered emails, in percent. */
const campaign = z.object({
  id: z.uuid(),
  name: z.string(),
  start_at: z.string(),
  delivered: z.int(),
  clicked: z.int(),
  entered_data: z.int(),
  reported: z.int(),
  incident_risk: z.number(),
  all_incident_risk: z.number(),
});
/** A department with all its children, compared with the organisation. */
export const departmentFigures = z.object({
  id: z.uuid(),
  people: z.int(),
  risk: level,
  high: z.int(),
  missing: z.int(),
  progress: z.number().nullable(),
  organization: z.object({ risk_level: z.number().nullable(), color: riskColorName, progress: z.number().nullable() }),
  rule_since: z.string().nullable(),
  points: z.array(point),
  organization_points: z.array(point),
  campaigns: z.array(campaign),
  courses: z.array(course),
});
export type DepartmentFigures = z.output<typeof departmentFigures>;
