import { randomUUID } from 'node:crypto';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { storeDailyPoints } from '../../src/modules/statistics/public.ts';
import { after, DAY, dayIn, HOUR, iso, now } from '../../src/platform/clock.ts';
import type { Tx } from '../../src/platform/db.ts';
import { inOrganization, stored, type Person } from '../app.ts';
import * as make from '../make/index.ts';
import { emails as makeEmails } from '../make/phishing.ts';

/** Pseudo-random choices that repeat with the seed. */
const choices = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share: number): boolean => next() < share,
    of: <T>(list: readonly T[]): T => list[below(list.length)]!,
  };
};
type Choices = ReturnType<typeof choices>;

const ago = (days: number): string => iso(after(now(), -days * DAY));
type Member = Person & { email: string; department_id: string };

type CampaignPlan = {
  age: number;
  status: 'active' | 'completed';
  is_testing: boolean;
  by_tag: boolean;
  /** The campaign was stopped before its planned end. */
  stopped: boolean;
};

const insertCampaign = async (tx: Tx, plan: CampaignPlan, template: string, n: number) => {
  const end = plan.status === 'active' ? -3 : plan.age - 7;
  const { id } = await tx
    .insertInto('campaigns')
    .values({
      name: `Рассылка ${n}`,
      status: plan.status,
      is_testing: plan.is_testing,
      is_autophish: plan.by_tag,
      settings: '{}',
      start_at: ago(plan.age),
      end_at: ago(end),
      completed_at: plan.status === 'completed' ? ago(plan.stopped ? end + 2 : end) : null,
      launched_at: ago(plan.age),
      created_at: ago(plan.age),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const emails = [];
  for (const attack_vector of ['form', 'attachments'] as const) {
    const email_id = randomUUID();
    emails.push(email_id);
    await tx
      .insertInto('campaign_emails')
      .values({
        campaign_id: id,
        email_id,
        template_id: template,
        name: `Письмо ${attack_vector} ${n}`,
        template_name: 'Пароль',
        attack_vector,
        subject: 'Срок пароля',
        sender_name: 'Поддержка',
        sender_address: 'help@support.test',
        html: '<p>Письмо</p>',
        tips: JSON.stringify([`Признак ${attack_vector}`]),
      })
      .execute();
  }
  return { id, emails, ...plan };
};

/** One email with a result; an opened attachment also occurs together with entered data, and a result after the end. */
const insertRecipient = async (
  tx: Tx,
  c: Choices,
  campaign: Awaited<ReturnType<typeof insertCampaign>>,
  member: Member,
  title: string,
) => {
  const state = c.of(['sent', 'sent', 'sent', 'sent', 'unknown', 'failed', 'queued'] as const);
  const result = state === 'failed' || state === 'queued' ? 0 : c.of([0, 0, 1, 2, 3, 4]);
  const sent = iso(after(new Date(ago(campaign.age)), c.below(48) * HOUR));
  const late = c.chance(0.2) && campaign.age > 12;
  const happened = iso(after(new Date(sent), (late ? 9 * 24 : c.below(60)) * HOUR));
  const reached = (yes: boolean) => (yes ? happened : null);
  const both = c.chance(0.3);
  await tx
    .insertInto('campaign_recipients')
    .values({
      campaign_id: campaign.id,
      email_id: c.of(campaign.emails),
      employee_id: member.id,
      department_id: member.department_id,
      tracking_key: randomUUID(),
      message_id: randomUUID(),
      address: member.email,
      last_name: member.name ?? 'Каримова',
      // A department of a campaign that runs for months can have been renamed meanwhile.
      department: c.chance(0.3) ? `${title} (старое)` : title,
      send_at: sent,
      sent_at: state === 'sent' ? sent : null,
      state,
      result,
      opened_at: reached(result >= 1),
      clicked_at: reached(result === 2 || result === 4 || (result === 3 && both)),
      attachment_opened_at: reached(result === 3 || (result === 4 && both)),
      entered_at: reached(result === 4),
      reported_at: reached(state === 'sent' && c.chance(0.25)),
      os: result > 0 ? c.of(['Windows 11', 'Android', null]) : null,
    })
    .execute();
};

const insertAssignment = async (tx: Tx, c: Choices, members: readonly Member[], campaign: string | null, n: number) => {
  const today = dayIn(now(), 'Asia/Tashkent');
  const status = c.of(['planned', 'active', 'active', 'active', 'completed'] as const);
  const deadline = addDays(today, status === 'planned' ? 30 : c.below(80) - 50);
  const start_date = addDays(status === 'planned' ? today : deadline, status === 'planned' ? 2 : -(10 + c.below(30)));
  const { id: course_id } = await tx
    .insertInto('courses')
    .values({ title: `Курс ${n}`, published_version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: course_version_id } = await tx
    .insertInto('course_versions')
    .values({ course_id, number: 1, content: '{}', steps_total: 10 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const paused = status === 'active' && c.chance(0.25);
  const { id } = await tx
    .insertInto('assignments')
    .values({
      course_id,
      course_version_id,
      title: `Курс ${n}`,
      status,
      start_date,
      deadline,
      paused_at: paused ? ago(1) : null,
      created_at: ago(60),
      ...(campaign === null ? {} : { source: 'campaign' as const, campaign_id: campaign }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const member of members.filter(() => c.chance(0.6))) {
    const done = status === 'planned' ? 0 : c.of([0, 3, 7, 10]);
    await tx
      .insertInto('learners')
      .values({
        assignment_id: id,
        employee_id: member.id,
        assigned_at: ago(60),
        start_date,
        // Some people have a deadline of their own.
        deadline: c.chance(0.2) ? addDays(deadline, 14) : deadline,
        steps_total: 10,
        completed_steps: done,
        progress: done * 10,
        paused,
        started_at: done > 0 ? ago(5) : null,
        completed_at: done === 10 ? ago(4) : null,
      })
      .execute();
  }
};

export type FiguresOrganization = {
  readonly id: string;
  readonly administrator: Person;
};

/** An organisation with everything in which places that show one figure have differed. */
export const generatedOrganization = async (seed: number): Promise<FiguresOrganization> => {
  const c = choices(seed);
  const org = await make.organization({ title: `Общество ${seed}` });
  const administrator = await make.operator(org);
  await make.employee(org, { role: 'pdf_service' });
  const departments = [await make.department(org, 'Верх')];
  for (let n = 1; n < 5; n++)
    departments.push(await make.department(org, `Отдел ${n}`, c.chance(0.7) ? c.of(departments).id : null));
  const members: Member[] = [];
  for (let n = 0; n < 14; n++)
    members.push(await make.employee(org, { department_id: c.of(departments).id, last_name: `Сотрудник${n}` }));
  const { template_id: template } = await makeEmails(org);
  await inOrganization(org.id, 'write', async (tx) => {
    for (let n = 0; n < 5; n++) {
      const plan: CampaignPlan = {
        age: c.of([6, 20, 88, 89, 90, 120]),
        status: n === 0 ? 'active' : 'completed',
        is_testing: n === 4,
        by_tag: n === 3,
        stopped: c.chance(0.5),
      };
      const campaign = await insertCampaign(tx, { ...plan, ...(n === 0 ? { age: 6 } : {}) }, template, n);
      for (const member of members.filter(() => c.chance(0.8)))
        await insertRecipient(
          tx,
          c,
          campaign,
          member,
          departments.find((one) => one.id === member.department_id)!.title,
        );
      await insertAssignment(tx, c, members, n === 1 ? campaign.id : null, n);
    }
  });
  // Two people leave, one moves to another department.
  await stored('update employees set deleted_at = now() where id = any($1::uuid[]) returning id', [
    [members[0]!.id, members[1]!.id],
  ]);
  await stored('update employees set department_id = $2 where id = $1 returning id', [
    members[2]!.id,
    c.of(departments).id,
  ]);
  await inOrganization(org.id, 'write', storeDailyPoints);
  return { id: org.id, administrator };
};
