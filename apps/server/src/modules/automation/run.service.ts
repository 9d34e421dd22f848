import type { RunReason } from '@sergak/contract/automation/automation.schema.ts';
import { dayIn, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { layOutLetter } from '../../platform/letter-layout.ts';
import { queueLetters } from '../../platform/outbox.ts';
import { planTagMailing } from '../campaigns/public.ts';
import { inviteEmployees } from '../employees/public.ts';
import { assignCourse } from '../learning/public.ts';
import type { Household, RunningAction } from './automation.query.ts';
import { findReaders } from './automation.query.ts';
import type { Run } from './automation.repo.ts';
import type { DueMember } from './due.query.ts';

type Outcome = Pick<Run, 'state' | 'reason'> & Partial<Pick<Run, 'assignment_id' | 'campaign_id'>>;
type Effect = (people: readonly string[]) => Promise<(person: string) => Outcome>;
export type Setting = {
  readonly tx: Tx;
  readonly platform: Platform;
  readonly action: RunningAction;
  readonly house: Household;
};

const done: Outcome = { state: 'done', reason: null };
const skipped = (reason: RunReason): Outcome => ({ state: 'skipped', reason });
const waiting = (reason: RunReason): Outcome => ({ state: 'waiting', reason });
/** What passes by itself is tried again in the next hour; the rest is final for this joining. */
const passing: readonly RunReason[] = ['phishing_too_soon', 'sending_paused', 'course_unavailable'];
const refused = (reason: RunReason): Outcome => (passing.includes(reason) ? waiting(reason) : skipped(reason));

/** Why an action does nothing for a member, whatever it is; null: it may go on. */
const standsInTheWay = ({ action, house }: Setting, member: DueMember): RunReason | null => {
  if (!member.onboarding) return 'without_onboarding';
  if (!action.tag_is_active) return 'tag_off';
  if (!house.licensed) return 'licence_expired';
  if (action.type === 'phishing' && !house.autophish) return 'autophish_off';
  if (action.type === 'registration_link' && member.is_registered) return 'already_registered';
  return null;
};

/** Does what an action asks for these members, in the transaction that writes down what came of it. */
export const runAction = async (setting: Setting, members: readonly DueMember[]): Promise<Run[]> => {
  const blocked = new Map(members.map((member) => [member.employee_id, standsInTheWay(setting, member)]));
  const people = members.map((member) => member.employee_id).filter((id) => blocked.get(id) === null);
  const outcomeOf = people.length > 0 ? await effects[setting.action.type](setting)(people) : () => done;
  return members.map(({ employee_id, joined_at, due_at }) => {
    const reason = blocked.get(employee_id);
    const outcome = reason ? refused(reason) : outcomeOf(employee_id);
    return { employee_id, joined_at, due_at, assignment_id: null, campaign_id: null, ...outcome };
  });
};

/** Every course of the action to whoever does not have it; who has them all is passed over. */
const giveCourses =
  ({ tx, action, house }: Setting): Effect =>
  async (people) => {
    const given = new Map<string, string>();
    let missing = 0;
    for (const courseId of action.course_ids)
      try {
        const { assignmentId, added } = await assignCourse(tx, {
          courseId,
          employeeIds: people,
          source: 'tag',
          tagActionId: action.id,
          startDate: dayIn(now(), house.time_zone),
          periodDays: action.period ?? undefined,
          createdBy: null,
          letters: 'all',
        });
        for (const person of added) given.set(person, assignmentId!);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'course.not_published')) throw error;
        missing += 1;
      }
    return (person) => {
      const assignment_id = given.get(person);
      if (assignment_id) return { ...done, assignment_id };
      return refused(missing > 0 && missing === action.course_ids.length ? 'course_unavailable' : 'has_course');
    };
  };

const writeLetters =
  ({ tx, action, house }: Setting): Effect =>
  async (people) => {
    const readers = await findReaders(tx, people, house.language);
    const made = new Map<string, ReturnType<typeof layOutLetter>>();
    const letterFor = (language: Household['language']) => {
      const known =
        made.get(language) ??
        layOutLetter({
          language,
          organization: house.title,
          brandColor: house.brand_color,
          title: action.theme,
          paragraphs: action.text.split(/\n{2,}/).filter(Boolean),
        });
      made.set(language, known);
      return known;
    };
    await queueLetters(
      tx,
      readers.map((reader) => ({
        kind: 'tag_letter',
        employeeId: reader.id,
        to: reader.email,
        language: reader.language,
        subject: action.theme,
        ...letterFor(reader.language),
      })),
    );
    return () => done;
  };

const sendLinks =
  ({ tx, platform, action }: Setting): Effect =>
  async (people) => {
    await inviteEmployees({ tx, platform }, people, {
      days: action.registration_link_days ?? undefined,
      letter: { theme: action.theme, text: action.text },
    });
    return () => done;
  };

const simulate =
  ({ tx, action }: Setting): Effect =>
  async (people) => {
    const tag = { id: action.tag_id, title: action.tag_title };
    const { campaignId, refused: reasons } = await planTagMailing(tx, {
      actionId: action.id,
      tag,
      emailIds: action.email_ids,
      people,
    });
    return (person) => {
      const reason = reasons.get(person);
      return reason ? refused(reason) : { ...done, campaign_id: campaignId };
    };
  };

const effects: Record<RunningAction['type'], (setting: Setting) => Effect> = {
  course: giveCourses,
  letter: writeLetters,
  registration_link: sendLinks,
  phishing: simulate,
};

/** How the log calls an action, also after it was changed or taken away. */
export const titleOf = (action: RunningAction): string => {
  if (action.type === 'course') return action.course_titles.join(', ').slice(0, 255);
  if (action.type === 'phishing') return action.email_names.join(', ').slice(0, 255);
  return action.theme;
};
