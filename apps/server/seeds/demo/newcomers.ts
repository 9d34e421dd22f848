import { withRandomNumbers } from '../../src/platform/random.ts';
import { after, atTime, DAY, dayIn, HOUR, MINUTE, now } from '../../src/platform/clock.ts';
import type { Platform } from '../../src/platform/context.ts';
import { inTenant } from '../../src/platform/db.ts';
import { act, runJob } from './act.ts';
import { refreshTags, registerPeople, type DemoOrganization, type AddedPerson } from './organization.ts';
import { answerKey, assign, courseOf, study } from './learning.ts';
import type { DemoPerson } from './people.ts';
import { emailsOf, react, sendOut } from './phishing.ts';
import { seededFor } from './random.ts';

/** Days before today on which the tag actions of the demo begin; newcomers arrive from then on. */
export const AUTOMATION_DAYS = 63;
/** Days before today on which a newcomer starts; one for each of the late people. */
const ARRIVALS = [57, 50, 44, 37, 29, 15, 23, 9, 3];
/**
 * Days before today on which autophishing is switched on: the first newcomer's simulation, due a day earlier, is
 * never sent.
 */
const AUTOPHISH_DAYS = 42;
/** Number of newcomers who got the course by hand on their first morning, before the tag assigned it. */
const ASSIGNED_BY_HAND = 4;
/**
 * The last days of the tags are made after the current campaign has begun, so that an email waits because of that
 * campaign.
 */
const LAST_DAYS = 1;
/** Ten in the morning in Tashkent, when tag actions run. */
const ACTIONS_TIME = 'T05:00:30Z';
const zone = 'Asia/Tashkent';

type DemoWorld = {
  readonly platform: Platform;
  readonly organization: DemoOrganization;
  readonly people: AddedPerson[];
  readonly byId: Map<string, AddedPerson>;
  readonly today: Date;
  /** People hired during the year, in order of arrival. */
  readonly late: DemoPerson[];
};

/**
 * Splits the staff into those employed from the beginning and those hired later. A head of a department is never
 * hired later.
 */
export const splitLate = (all: readonly DemoPerson[]): { early: DemoPerson[]; late: DemoPerson[] } => {
  const isLate = (person: DemoPerson, i: number) => i % 20 === 14 && all[i - 5]?.department === person.department;
  const late = all.filter(isLate).slice(0, ARRIVALS.length);
  return { early: all.filter((person) => !late.includes(person)), late };
};

/**
 * Sets up the tag actions of the demo: newcomers get a course, an email and a simulation; unregistered people a link;
 * people with a high risk a course.
 */
const setUpActions = async ({ platform, organization }: DemoWorld) => {
  const { data: tags } = await act(platform, organization.owner, 'tags.list', {});
  const tag = (title: string) => tags.find((one) => one.title === title || one.type === title)!.id;
  const emails = await emailsOf(platform, organization, ['vacation-schedule', 'new-sign-in', 'staff-survey']);
  const newbie = tag('newbie');
  await act(platform, organization.owner, 'automation.add-message', {
    tag_id: newbie,
    theme: 'Добро пожаловать: безопасность начинается с вас',
    text: 'Здравствуйте! Мы рады, что вы с нами.\n\nСегодня вам назначен короткий курс о фишинге. А если письмо покажется странным, перешлите его службе безопасности: лучше спросить лишний раз.',
  });
  await act(platform, organization.owner, 'automation.add-courses', {
    tag_id: newbie,
    course_ids: [await courseOf(platform, organization, 'phishing')],
  });
  await atTime(after(now(), 2 * MINUTE), () =>
    act(platform, organization.owner, 'automation.add-phishing', {
      tagId: newbie,
      templates_ids: emails.map((email) => email.id),
      defer_by: 14,
    }),
  );
  const unregistered = tag('not_registered');
  await act(platform, organization.owner, 'automation.set-life-days', { id: unregistered, life_days: 30 });
  await act(platform, organization.owner, 'automation.add-message', {
    tag_id: unregistered,
    type: 'registration_link',
    theme: 'Вас ждут на учебном портале',
    text: 'Здравствуйте! Вы ещё не зарегистрировались на портале. Это займёт две минуты.',
    defer_by: 3,
    registration_link_days: 7,
    registration_link_time: '9:00',
  });
  await act(platform, organization.owner, 'automation.add-courses', {
    tag_id: tag('Высокий риск'),
    course_ids: [await courseOf(platform, organization, 'passwords')],
    period: 21,
  });
};

const hire = async (world: DemoWorld, person: DemoPerson): Promise<AddedPerson> => {
  const { platform, organization, people, byId } = world;
  const colleague = people.find((one) => one.department === person.department)!;
  const department = await inTenant(
    platform.db,
    { organizationId: organization.id, readable: [organization.id] },
    'read',
    (tx) => tx.selectFrom('employees').select('department_id').where('id', '=', colleague.id).executeTakeFirstOrThrow(),
  );
  const { care: _care, department: _path, ...fields } = person;
  const made = await act(platform, organization.owner, 'employees.add', {
    ...fields,
    department_id: department.department_id,
    role: 'employee',
    need_message: 'false',
  });
  const added = { ...person, id: made.id };
  people.push(added);
  byId.set(made.id, added);
  return added;
};

/** Sends the due emails of tags on a working day. */
const sendTagEmails = async ({ platform, organization, today }: DemoWorld): Promise<void> => {
  const weekday = new Date(now().getTime() + 5 * HOUR).getUTCDay();
  if (weekday === 0 || weekday === 6 || now() > today) return;
  const { data } = await act(platform, organization.owner, 'campaigns.list', { by_tag: 'true', limit: '200' });
  await sendOut(
    platform,
    organization,
    data.map(({ id }) => id),
  );
};

/** One day of the tags: a newcomer may arrive, memberships are updated, and due actions run at ten in the morning. */
const simulateDay = async (world: DemoWorld, daysLeft: number): Promise<void> => {
  const { platform, organization, people, late, today } = world;
  const actionsAt = new Date(dayIn(after(today, -daysLeft * DAY), zone) + ACTIONS_TIME);
  if (actionsAt > today) return;
  const arrival = ARRIVALS.indexOf(daysLeft);
  const newcomer = late[arrival];
  await atTime(after(actionsAt, -HOUR), async () => {
    if (daysLeft === AUTOPHISH_DAYS)
      await act(platform, organization.owner, 'phishing.autophish-toggle', { toggle: 'true' });
    const hired = newcomer && (await hire(world, newcomer));
    if (hired && arrival === ASSIGNED_BY_HAND)
      await assign(platform, organization, await courseOf(platform, organization, 'phishing'), [hired], 30);
    await refreshTags(platform, organization);
  });
  await atTime(actionsAt, async () => {
    await withRandomNumbers(seededFor(organization.domain, actionsAt.toISOString()).next, () =>
      runJob(platform, 'automation.run-actions', { organization_id: organization.id }),
    );
    await sendTagEmails(world);
  });
  // A newcomer registers two days later, except one who waits for the second email.
  const registers = late[ARRIVALS.indexOf(daysLeft + 2)];
  const person = people.find((one) => one.email === registers?.email);
  if (person && ARRIVALS.indexOf(daysLeft + 2) % 4 !== 2)
    await atTime(after(actionsAt, HOUR), () => registerPeople(platform, organization, [person]));
};

/** Runs the tags through one week, without the last days; does nothing before their time. */
export const simulateTagWeek = async (world: DemoWorld, week: number, weeks: number): Promise<void> => {
  for (let daysLeft = (weeks - week) * 7; daysLeft > (weeks - week - 1) * 7; daysLeft -= 1) {
    if (daysLeft > AUTOMATION_DAYS || daysLeft <= LAST_DAYS) continue;
    if (daysLeft === AUTOMATION_DAYS)
      await atTime(new Date(dayIn(after(world.today, -daysLeft * DAY), zone) + 'T04:00:00Z'), () =>
        setUpActions(world),
      );
    await simulateDay(world, daysLeft);
  }
};

/** Runs the last days of the tags. */
export const simulateLastTagDays = async (world: DemoWorld): Promise<void> => {
  for (let daysLeft = LAST_DAYS; daysLeft > 0; daysLeft -= 1) await simulateDay(world, daysLeft);
};

/** Lets newcomers react to their course and to the emails of tags. */
export const newcomersReact = async (world: DemoWorld): Promise<void> => {
  const { platform, organization, people, today, late } = world;
  const { data: tags } = await act(platform, organization.owner, 'tags.list', {});
  const newbie = tags.find((one) => one.type === 'newbie')!.id;
  const { data: runs } = await act(platform, organization.owner, 'automation.runs', {
    id: newbie,
    state: 'done',
    limit: '200',
  });
  for (const run of runs) {
    const person = people.find((one) => one.id === run.person.id)!;
    const begins = after(new Date(run.done_at!), 3 * DAY);
    if (run.assignment_id === null || after(begins, HOUR) > today || !late.some((one) => one.email === person.email))
      continue;
    const key = await answerKey(platform, organization, run.assignment_id);
    const own = seededFor(person.email, run.action.title);
    await atTime(begins, () => study(platform, organization, person, run.assignment_id!, key, own));
  }
  const { data } = await act(platform, organization.owner, 'campaigns.list', { by_tag: 'true', limit: '200' });
  for (const campaign of data) {
    await atTime(new Date(campaign.start_date), () =>
      react(platform, organization, campaign, world.byId, 0.6, 60, after(today, -HOUR)),
    );
  }
};
