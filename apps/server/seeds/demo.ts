import { displayName } from '@sergak/contract/employees/employees.rules.ts';
import { generatePassword } from '../src/app/first-sign-in.ts';
import type { SignIn } from '../src/app/sign-in.ts';
import { after, atTime, DAY, HOUR, now } from '../src/platform/clock.ts';
import type { Platform } from '../src/platform/context.ts';
import { inTenant } from '../src/platform/db.ts';
import { issueCertificates } from '../src/modules/certificates/public.ts';
import { addStarterContent } from '../src/modules/organizations/public.ts';
import { startCatcher } from '@sergak/mail/catcher.ts';
import { startMailbox } from '../src/modules/settings/public.ts';
import { act, mapAtOnce, runJob } from './demo/act.ts';
import { addChildren } from './demo/children.ts';
import {
  buildOrganization,
  giveSignIn,
  refreshTags,
  registerPeople,
  addDemoPeople,
  type DemoOrganization,
  type AddedPerson,
} from './demo/organization.ts';
import { answerKey, assign, courseOf, study } from './demo/learning.ts';
import { simulateLastTagDays, simulateTagWeek, newcomersReact, splitLate } from './demo/newcomers.ts';
import { makePeople, type DemoPerson } from './demo/people.ts';
import { finishCampaign, launchCampaign, planned, react } from './demo/phishing.ts';
import { SEED, seeded, seededFor } from './demo/random.ts';
import { reportSuspicious } from './demo/suspicious.ts';
import { current, large, LARGE_ABOVE, redirectPage, year } from './demo/year.ts';

const WEEKS = 52;
/** Percentages of the whole work: adding the staff, and living through the year. The rest is the last days and the children. */
const STAFF_SHARE = 10;
const YEAR_SHARE = 65;
/** Size of the demo: the last `weeks` weeks of the year, and at most `perDepartment` people of each department. */
export type DemoSize = { readonly weeks: number; readonly perDepartment: number };
const WHOLE: DemoSize = { weeks: WEEKS, perDepartment: Infinity };

type World = {
  platform: Platform;
  organization: DemoOrganization;
  people: AddedPerson[];
  byId: Map<string, AddedPerson>;
  today: Date;
  /** People hired during the year. */
  late: DemoPerson[];
};

/** Called with the percentage that is done, several times. */
export type OnProgress = (percent: number) => void;
type Options = { readonly signal?: AbortSignal; readonly size?: DemoSize; readonly onProgress?: OnProgress };

/**
 * Creates the demo organisation: 300 people in twelve departments, two child organisations and a year of history. The
 * history is made week by week with the calls and jobs of the product. The database must serve nothing else, because no jobs
 * are queued in it from then on. After `signal` is aborted, the installation fails at its next query and stays incomplete.
 */
export const installDemo = async (durable: Platform, options: Options = {}): Promise<SignIn[]> => {
  const { signal = new AbortController().signal, size = WHOLE, onProgress = () => undefined } = options;
  // A mail server that accepts everything, for the emails of the past, which no mailbox keeps.
  const server = await startCatcher({ port: 0, onMessage: async () => undefined });
  const platform = { ...durable, db: durable.db.withoutSync(), mailbox: { port: server.port } };
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= platform.db.close());
  signal.addEventListener('abort', close);
  try {
    await dropJobs(platform);
    return await makeDemo(platform, size, onProgress);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', close);
    await server.stop();
    await close();
  }
};

const makeDemo = async (platform: Platform, size: DemoSize, onProgress: OnProgress): Promise<SignIn[]> => {
  const today = now();
  const weekStart = (week: number) => after(today, (week - WEEKS) * 7 * DAY);
  const first = WEEKS - size.weeks;
  const start = weekStart(first);
  const world = await atTime(start, () => createStaff(platform, today, size));
  const signIns = await atTime(start, () => createSignIns(world));
  // The children are organisations of their own: nothing in the year of their parent concerns them.
  const children = addChildren(platform, world.organization, today);
  children.catch(() => undefined); // awaited below
  for (let week = first; week < WEEKS; week += 1) {
    onProgress(Math.round(STAFF_SHARE + (YEAR_SHARE * (week - first)) / size.weeks));
    await atTime(weekStart(week), () => simulateWeek(world, week));
  }
  onProgress(STAFF_SHARE + YEAR_SHARE);
  await newcomersReact(world);
  await deleteEmails(platform, world.organization.id);
  await simulateLastDays(world);
  onProgress(90);
  for (const child of await children) await deleteEmails(platform, child.id);
  return signIns;
};

/** The campaign that is running, the last days of everything else, and what is prepared for the coming weeks. */
const simulateLastDays = async (world: World): Promise<void> => {
  const { organization, people, byId, today } = world;
  const platform = { ...world.platform, mailbox: { port: null } };
  const stopMailbox = await startMailbox(platform);
  try {
    await atTime(after(today, -2 * DAY), async () => {
      const id = await launchCampaign(platform, organization, {
        ...current,
        course: current.course && (await courseOf(platform, organization, current.course)),
      });
      await react(platform, organization, { id, name: current.name }, byId, current.danger, 46);
    });
    await reportSuspicious(
      platform,
      organization,
      people
        .slice(0, 40)
        .filter((_, at) => at % 8 === 0)
        .map((person) => person.email),
    );
    await simulateLastTagDays({ ...world, platform });
  } finally {
    await stopMailbox();
  }
  await prepareNextWeeks(world);
  await planLargeCampaign(world);
  for (let day = 13; day >= 0; day -= 1) await atTime(after(today, -day * DAY), () => computeFigures(world));
  await refreshTags(platform, organization);
  await inTenant(platform.db, { organizationId: organization.id, readable: [organization.id] }, 'write', (tx) =>
    issueCertificates(tx, { after: null, limit: 100_000 }),
  );
  await deleteEmails(platform, organization.id, false);
};

const createStaff = async (platform: Platform, today: Date, size: DemoSize): Promise<World> => {
  const random = seeded(SEED);
  const organization = await buildOrganization(platform, {
    title: 'Комбинат «Ориён» (демо)',
    language: 'ru',
    domain: 'oriyon.test',
    usersLimit: 500,
    color: '#3dbc87',
    owner: ['Юсупова', 'Малика', 'Руководитель службы безопасности'],
  });
  const { early, late } = splitLate(makePeople(random, organization.domain));
  const [people] = await Promise.all([
    addDemoPeople(platform, organization, firstOfEach(early, size.perDepartment)),
    addStarterContent(platform, organization.id, 'ru'),
  ]);
  await registerPeople(
    platform,
    organization,
    people.filter(() => random.chance(0.9)),
  );
  return { platform, organization, people, late, today, byId: new Map(people.map((person) => [person.id, person])) };
};

const firstOfEach = (people: readonly DemoPerson[], count: number): DemoPerson[] =>
  people.filter(
    ({ department }, index) => people.slice(0, index).filter((one) => one.department === department).length < count,
  );

/** The administrator who runs the campaigns of the demo together with its owner. */
const operatorOf = (people: readonly AddedPerson[]): AddedPerson =>
  people.find((person) => person.department.endsWith('Отдел кадров'))!;

const createSignIns = async ({ platform, organization, people }: World): Promise<SignIn[]> => {
  const of = (department: string, index = 0) =>
    people.filter((person) => person.department.endsWith(department))[index]!;
  return [
    await giveSignIn(
      platform,
      organization,
      { id: organization.owner.id, email: `admin@${organization.domain}` },
      'super_user',
      generatePassword(),
    ),
    await giveSignIn(platform, organization, of('ИТ-департамент'), 'system_admin', generatePassword()),
    await giveSignIn(platform, organization, operatorOf(people), 'operator', generatePassword()),
    await giveSignIn(platform, organization, of('Отдел кадров', 3), 'content_manager', generatePassword()),
    await giveSignIn(platform, organization, of('Бухгалтерия', 1), 'employee', generatePassword()),
  ];
};

/** Runs one week of the year and stores the figures at its end. */
const simulateWeek = async (world: World, week: number) => {
  const { platform, organization } = world;
  for (const event of year.filter((one) => one.week === week)) {
    if ('campaign' in event) {
      const { course } = event.campaign;
      const plan = { ...event.campaign, course: course && (await courseOf(platform, organization, course)) };
      const id = await launchCampaign(platform, organization, plan);
      await react(platform, organization, { id, name: plan.name }, world.byId, plan.danger);
      await atTime(after(now(), (plan.days + 1) * DAY), () => finishCampaign(platform, organization, id));
    } else await teach(world, event);
  }
  await simulateTagWeek(world, week, WEEKS);
  await atTime(after(now(), 6 * DAY), () => computeFigures(world));
};

const teach = async (
  { platform, organization, people, today }: World,
  event: { course: string; departments: readonly string[]; days: number },
) => {
  const chosen = people.filter(
    (person) => event.departments.length === 0 || event.departments.some((title) => person.department.includes(title)),
  );
  const id = await assign(
    platform,
    organization,
    await courseOf(platform, organization, event.course),
    chosen,
    event.days,
  );
  const key = await answerKey(platform, organization, id);
  const plans = chosen.map((person) => {
    const random = seededFor(person.email, event.course);
    return {
      person,
      share: random.chance(0.62 + 0.3 * person.care) ? 1 : random.chance(0.5) ? 0.5 : 0,
      start: after(now(), random.next() * random.next() * event.days * DAY + 4 * HOUR),
      random,
    };
  });
  const end = Math.min(after(now(), event.days * DAY).getTime(), today.getTime() - 3 * HOUR);
  await mapAtOnce(
    plans.filter((plan) => plan.share > 0 && plan.start.getTime() < end),
    ({ person, share, random, start }) =>
      atTime(start, () => study(platform, organization, person, id, key, random, share)),
  );
  const closed = after(now(), (event.days + 3) * DAY);
  if (closed < today) await atTime(closed, () => act(platform, organization.owner, 'learning.complete', { id }));
};

/** Prepares things for the coming weeks: manual tags, a course that begins soon. */
const prepareNextWeeks = async ({ platform, organization, people }: World) => {
  const groups: [title: string, color: string, members: (person: AddedPerson) => boolean][] = [
    [
      'Руководители',
      '#3b82c4',
      (person) =>
        /^(Начальник|Директор|Генеральный|Финансовый директор|Главный|ИТ-директор|Заведующий|Руководитель)/.test(
          person.position,
        ),
    ],
    ['Работа с платежами', '#d97706', (person) => /Бухгалтерия|Казначейство/.test(person.department)],
    [
      'Внешние контакты',
      '#7c5cd6',
      (person) => /продаж|Рекрутер|поддержки/.test(`${person.department} ${person.position}`),
    ],
  ];
  for (const [title, color, belongs] of groups) {
    const tag = await act(platform, organization.owner, 'tags.create', { title, color });
    await act(platform, organization.owner, 'tags.assign', {
      tag_id: tag.id,
      users_ids: people.filter(belongs).map((person) => person.id),
    });
  }
  await act(platform, organization.owner, 'phishing.redirect-page-create', redirectPage);
  const sales = people.filter((person) => person.department.includes('Отдел продаж'));
  await assign(platform, organization, await courseOf(platform, organization, 'passwords'), sales, 30, 5);
};

/** Creates a campaign above the approval limit, which waits for a second administrator. */
const planLargeCampaign = async ({ platform, organization, people }: World) => {
  const { version } = await act(platform, organization.owner, 'organizations.get', { id: organization.id });
  await act(platform, organization.owner, 'organizations.save', { version, approval_above: LARGE_ABOVE });
  const person = operatorOf(people);
  const operator = {
    id: person.id,
    name: displayName(person),
    role: 'operator' as const,
    organizationId: organization.id,
  };
  await planned(platform, organization, large, operator, after(now(), 5 * DAY));
};

/** Computes everybody's figures and stores the points of the day. */
const computeFigures = ({ platform, organization }: World) =>
  runJob(platform, 'statistics.store-daily-points', { organization_id: organization.id });

/** Nobody runs jobs: the demo does their work itself, at the right time of the year. So none are queued. */
const dropJobs = async ({ db }: Platform): Promise<void> => {
  await db.owner.query(
    `create or replace function public.enqueue(name text, payload json, key text default null, run_at timestamptz default null,
       queue text default null, attempts int default 5) returns bigint language sql as 'select 0::bigint';
     create or replace function public.enqueue_many(name text, payloads json[], keys text[], attempts int, queue text default null)
       returns void language sql as ''`,
  );
};

/** Deletes the emails that the product itself sent in the past year, and those of past campaigns if `mailbox` is set. */
const deleteEmails = async (platform: Platform, organizationId: string, mailbox = true) => {
  // Not as the owner: unless the owner is a superuser, row-level security hides the rows from it.
  await inTenant(platform.db, { organizationId, readable: [organizationId] }, 'write', async (tx) => {
    await tx.deleteFrom('outbox').execute();
    if (mailbox) await tx.deleteFrom('mailbox_emails').execute();
  });
};
