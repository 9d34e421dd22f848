import { passingReasons, type RunReason } from '@sergak/contract/automation/automation.rules.ts';
import { dayIn, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { queueEmails } from '../../platform/outbox.ts';
import { planTagCampaign } from '../campaigns/public.ts';
import { inviteEmployees } from '../employees/public.ts';
import { assignCourse } from '../learning/public.ts';
import type { AutomationOrganization, RunningAction } from './automation.query.ts';
import { findMessageReaders } from './automation.query.ts';
import type { Run } from './automation.repo.ts';
import type { DueMember } from './due.query.ts';

type Outcome = Pick<Run, 'state' | 'reason'> &
  Partial<Pick<Run, 'assignment_id' | 'campaign_id' | 'settled_course_ids'>>;
type Effect = (people: readonly string[], members: readonly DueMember[]) => Promise<(person: string) => Outcome>;
export type Setting = {
  readonly tx: Tx;
  readonly platform: Platform;
  readonly action: RunningAction;
  readonly organization: AutomationOrganization;
};

const done: Outcome = { state: 'done', reason: null };
const skipped = (reason: RunReason): Outcome => ({ state: 'skipped', reason });
const waiting = (reason: RunReason): Outcome => ({ state: 'waiting', reason });
/** Reasons that pass by themselves are retried; other reasons are final for this joining. */
const outcomeFor = (reason: RunReason): Outcome =>
  passingReasons.includes(reason) ? waiting(reason) : skipped(reason);

/** The reason, common to all types of actions, for which an action does nothing for a member; null if there is none. */
const findBlockingReason = ({ action, organization }: Setting, member: DueMember): RunReason | null => {
  if (!member.onboarding) return 'without_onboarding';
  if (!action.tag_is_active) return 'tag_off';
  if (!organization.licensed) return 'licence_expired';
  if (action.type === 'phishing' && !organization.autophish) return 'autophish_off';
  if (action.type === 'registration_link' && member.is_registered) return 'already_registered';
  return null;
};

/** Results of an earlier run are kept even if the remaining actions fail. */
const finalOutcome = (outcome: Outcome, { assignment_id }: DueMember): Outcome =>
  outcome.state === 'skipped' && assignment_id !== null ? { ...outcome, state: 'done' } : outcome;

const runWith = async (setting: Setting, members: readonly DueMember[], effect: Effect): Promise<Run[]> => {
  const blocked = new Map(members.map((member) => [member.employee_id, findBlockingReason(setting, member)]));
  const free = members.filter((member) => blocked.get(member.employee_id) === null);
  const people = free.map((member) => member.employee_id);
  const outcomeOf = people.length > 0 ? await effect(people, free) : () => done;
  return members.map((member) => {
    const { employee_id, joined_at, due_at, assignment_id, settled_course_ids } = member;
    const reason = blocked.get(employee_id);
    const outcome = finalOutcome(reason ? outcomeFor(reason) : outcomeOf(employee_id), member);
    return { employee_id, joined_at, due_at, assignment_id, campaign_id: null, settled_course_ids, ...outcome };
  });
};

/** Runs an action for these members. The results are stored in the same transaction. */
export const runAction = (setting: Setting, members: readonly DueMember[]): Promise<Run[]> =>
  runWith(setting, members, effects[setting.action.type](setting));

/** The results for members for whom the last attempt has failed. */
export const failAction = (setting: Setting, members: readonly DueMember[]): Promise<Run[]> =>
  runWith(setting, members, () => Promise.resolve(() => ({ state: 'failed', reason: 'server_fault' })));

/**
 * Assigns each course of the action to the members who do not have it. Members who have all of them are skipped. An unpublished
 * course is retried later, while the other courses are assigned and settled: a retry does not assign a settled course again, even
 * if it was completed or withdrawn meanwhile.
 */
const assignCourses =
  ({ tx, action, organization }: Setting): Effect =>
  async (_people, members) => {
    const before = new Map(members.map((member) => [member.employee_id, member]));
    const assignmentByCourse = new Map<string, string>();
    const missing = new Set<string>();
    for (const courseId of action.course_ids) {
      const unsettled = members.filter((member) => !member.settled_course_ids.includes(courseId));
      if (unsettled.length === 0) continue;
      try {
        const { assignmentId, added } = await assignCourse(tx, {
          courseId,
          employeeIds: unsettled.map((member) => member.employee_id),
          source: 'tag',
          tagActionId: action.id,
          startDate: dayIn(now(), organization.time_zone),
          periodDays: action.period ?? undefined,
          createdBy: null,
          emails: 'all',
        });
        for (const person of added) assignmentByCourse.set(person, assignmentId!);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'course.not_published')) throw error;
        missing.add(courseId);
      }
    }
    return (person) => {
      const earlier = before.get(person)!;
      const assignment_id = assignmentByCourse.get(person) ?? earlier.assignment_id;
      const waited = action.course_ids.filter((id) => missing.has(id) && !earlier.settled_course_ids.includes(id));
      const settled_course_ids = action.course_ids.filter((id) => !waited.includes(id));
      if (waited.length > 0) return { ...outcomeFor('course_unavailable'), assignment_id, settled_course_ids };
      return { ...(assignment_id ? done : outcomeFor('has_course')), assignment_id, settled_course_ids };
    };
  };

const writeEmails =
  ({ tx, action, organization }: Setting): Effect =>
  async (people) => {
    const readers = await findMessageReaders(tx, people, organization.language);
    const layouts = new Map<string, ReturnType<typeof layOutEmail>>();
    const emailFor = (language: AutomationOrganization['language']) => {
      const layout =
        layouts.get(language) ??
        layOutEmail({
          language,
          organization: organization.title,
          brandColor: organization.brand_color,
          title: action.theme,
          paragraphs: action.text.split(/\n{2,}/).filter(Boolean),
        });
      layouts.set(language, layout);
      return layout;
    };
    await queueEmails(
      tx,
      readers.map((reader) => ({
        kind: 'tag_email',
        employeeId: reader.id,
        to: reader.email,
        language: reader.language,
        subject: action.theme,
        tellsResult: action.is_by_risk,
        ...emailFor(reader.language),
      })),
    );
    return () => done;
  };

const sendLinks =
  ({ tx, platform, action }: Setting): Effect =>
  async (people) => {
    await inviteEmployees({ tx, platform }, people, {
      days: action.registration_link_days ?? undefined,
      email: { theme: action.theme, text: action.text },
      tellsResult: action.is_by_risk,
    });
    return () => done;
  };

const simulate =
  ({ tx, platform, action }: Setting): Effect =>
  async (people) => {
    const tag = { id: action.tag_id, title: action.tag_title };
    const on = { tx, platform };
    const { campaignId, rejected: reasons } = await planTagCampaign(on, {
      actionId: action.id,
      tag,
      emailIds: action.email_ids,
      people,
    });
    return (person) => {
      const reason = reasons.get(person);
      return reason ? outcomeFor(reason) : { ...done, campaign_id: campaignId };
    };
  };

const effects: Record<RunningAction['type'], (setting: Setting) => Effect> = {
  course: assignCourses,
  letter: writeEmails,
  registration_link: sendLinks,
  phishing: simulate,
};

/** The title of an action in the log. It stays after the action is changed or removed. */
export const actionTitle = (action: RunningAction): string => {
  if (action.type === 'course') return action.course_titles.join(', ').slice(0, 255);
  if (action.type === 'phishing') return action.email_names.join(', ').slice(0, 255);
  return action.theme;
};
