import { addStarterContent } from '../../src/modules/organizations/public.ts';
import { after, atTime, DAY, dayIn, HOUR, now } from '../../src/platform/clock.ts';
import type { Platform } from '../../src/platform/context.ts';
import { act, mapAtOnce, runJob } from './act.ts';
import {
  buildOrganization,
  refreshTags,
  registerPeople,
  addDemoPeople,
  type DemoOrganization,
  type AddedPerson,
} from './organization.ts';
import { answerKey, assign, courseOf, study } from './learning.ts';
import { latin, makePerson } from './people.ts';
import { finishCampaign, launchCampaign, react } from './phishing.ts';
import { SEED, seeded, seededFor, type Random } from './random.ts';

type Plan = {
  title: string;
  description: string;
  language: 'uz' | 'en';
  domain: string;
  usersLimit: number;
  color: string;
  owner: [last: string, first: string, position: string];
  departments: readonly (readonly [title: string, people: number, positions: readonly string[], care: number])[];
  campaigns: readonly (readonly [name: string, templates: readonly string[], weeksAgo: number, danger: number])[];
  /** Slugs of starter courses, each assigned to everyone the given number of weeks ago. */
  courses: readonly (readonly [slug: string, weeksAgo: number])[];
  below?: Plan;
};

const branch: Plan = {
  title: 'Oriyon Buxoro filiali (demo)',
  description: 'Buxorodagi ishlab chiqarish va savdo filiali',
  language: 'uz',
  domain: 'buxoro.oriyon.test',
  usersLimit: 60,
  color: '#2f7fb8',
  owner: ['Hamidova', 'Zilola', 'Filial rahbari'],
  departments: [
    ['Boshqaruv', 4, ['Direktor oʻrinbosari', 'Kotib'], 0.5],
    ['Ishlab chiqarish', 14, ['Usta', 'Operator', 'Texnolog'], 0.4],
    ['Savdo boʻlimi', 8, ['Savdo menejeri', 'Mijozlar bilan ishlash mutaxassisi'], 0.45],
    ['Hisobxona', 4, ['Buxgalter', 'Gʻaznachi'], 0.7],
  ],
  campaigns: [
    ['Parollarni tekshirish', ['password-expires', 'new-sign-in'], 9, 1],
    ['Ushlab qolingan posilka', ['parcel-held'], 3, 0.6],
  ],
  courses: [['phishing', 8]],
  below: {
    title: 'Gʻijduvon ombori (demo)',
    description: '',
    language: 'uz',
    domain: 'gijduvon.oriyon.test',
    usersLimit: 10,
    color: '#2f7fb8',
    owner: ['Sattorov', 'Jasur', 'Ombor mudiri'],
    departments: [['Ombor', 6, ['Omborchi', 'Haydovchi'], 0.45]],
    campaigns: [],
    courses: [['passwords', 4]],
  },
};
const trading: Plan = {
  title: 'Oriyon Trading (demo)',
  description: 'The trading organization abroad',
  language: 'en',
  domain: 'trading.oriyon.test',
  usersLimit: 24,
  color: '#7c5cd6',
  owner: ['Saidov', 'Timur', 'Head of office'],
  departments: [
    ['Head office', 6, ['Office manager', 'Lawyer', 'Accountant'], 0.65],
    ['Sales', 10, ['Sales manager', 'Export specialist'], 0.5],
  ],
  campaigns: [['Meeting invitations', ['meeting-invite', 'document-signature'], 5, 0.8]],
  courses: [['phishing', 7]],
};

const WEEK = 7 * DAY;
const FOUNDED_WEEKS = 14;
const CAMPAIGN_DAYS = 10;
const COURSE_DAYS = 30;

const peopleOf = (random: Random, plan: Plan) => {
  const taken = new Set<string>();
  const name = (text: string) => latin(text).replace(/^./, (email) => email.toUpperCase());
  return plan.departments.flatMap(([title, people, positions, care]) =>
    Array.from({ length: people }, () => {
      const person = makePerson(random, title, random.pick(positions), care, plan.domain, taken);
      return { ...person, last_name: name(person.last_name), first_name: name(person.first_name), middle_name: '' };
    }),
  );
};

const teach = async (
  platform: Platform,
  organization: DemoOrganization,
  people: readonly AddedPerson[],
  slug: string,
) => {
  const course = await courseOf(platform, organization, slug);
  const id = await assign(platform, organization, course, people, COURSE_DAYS);
  const key = await answerKey(platform, organization, id);
  await mapAtOnce(people, async (person) => {
    const random = seededFor(person.email, slug);
    const share = random.chance(0.45 + 0.4 * person.care) ? 1 : random.chance(0.4) ? 0.5 : 0;
    if (share > 0)
      await atTime(after(now(), 4 * HOUR + random.next() * 12 * DAY), () =>
        study(platform, organization, person, id, key, random, share),
      );
  });
};

/** Creates a child organisation with history until today: people, campaigns, courses, risk. */
const addChild = async (
  platform: Platform,
  plan: Plan,
  parent: DemoOrganization,
  licenceEnd: string,
  today: Date,
  seed: number,
) => {
  const random = seeded(seed);
  const ago = (weeks: number) => after(today, -weeks * WEEK);
  const { organization, people } = await atTime(ago(FOUNDED_WEEKS), async () => {
    const made = await buildOrganization(platform, { ...plan, parent, licenceEnd });
    const [added] = await Promise.all([
      addDemoPeople(platform, made, peopleOf(random, plan)),
      addStarterContent(platform, made.id, plan.language),
    ]);
    await registerPeople(
      platform,
      made,
      added.filter(() => random.chance(0.88)),
    );
    const { version } = await act(platform, made.owner, 'organizations.get', { id: made.id });
    await act(platform, made.owner, 'organizations.save', { description: plan.description, version });
    return { organization: made, people: added };
  });
  const byId = new Map(people.map((person) => [person.id, person]));
  for (let week = FOUNDED_WEEKS - 1; week >= 0; week -= 1)
    await atTime(ago(week), async () => {
      for (const [name, templates, , danger] of plan.campaigns.filter((one) => one[2] === week)) {
        const id = await launchCampaign(platform, organization, {
          name,
          templates,
          departments: [],
          days: CAMPAIGN_DAYS,
          danger,
        });
        await react(platform, organization, { id, name }, byId, danger);
        await atTime(after(now(), (CAMPAIGN_DAYS + 1) * DAY), () => finishCampaign(platform, organization, id));
      }
      for (const [slug] of plan.courses.filter((one) => one[1] === week))
        await teach(platform, organization, people, slug);
      await runJob(platform, 'statistics.store-daily-points', { organization_id: organization.id });
    });
  await refreshTags(platform, organization);
  return organization;
};

/** Creates two child organisations of the demo, each with its own language, and a child of one of them. */
export const addChildren = async (
  platform: Platform,
  parent: DemoOrganization,
  today: Date,
): Promise<DemoOrganization[]> => {
  const { license } = await act(platform, parent.owner, 'organizations.get', { id: parent.id });
  const end = (days: number) => {
    const wanted = dayIn(after(today, days * DAY), 'Asia/Tashkent');
    return wanted < license.end_date ? wanted : license.end_date;
  };
  const buxoro = await addChild(platform, branch, parent, end(300), today, SEED + 1);
  const store = await addChild(platform, branch.below!, buxoro, end(300), today, SEED + 2);
  const office = await addChild(platform, trading, parent, end(21), today, SEED + 3);
  return [buxoro, store, office];
};
