import { randomBytes, randomUUID } from 'node:crypto';
import { after, DAY, dayIn, iso, now } from '../../src/platform/clock.ts';
import { inOrganization, type Person } from '../app.ts';
import type { TestOrganization } from './index.ts';

const ago = (days: number) => iso(after(now(), -days * DAY));

/** A campaign with one email, in the state after its launch. `ago` is its age in days. */
export const campaign = async (
  org: TestOrganization,
  changes: {
    name?: string;
    subject?: string;
    ago?: number;
    status?: 'active' | 'completed' | 'planned';
    is_testing?: boolean;
  } = {},
) =>
  inOrganization(org.id, 'write', async (tx) => {
    const age = changes.ago ?? 10;
    const { id } = await tx
      .insertInto('campaigns')
      .values({
        name: changes.name ?? 'Обновление пароля',
        status: changes.status ?? 'completed',
        is_testing: changes.is_testing ?? false,
        settings: '{}',
        start_at: ago(age),
        end_at: ago(age - 7),
        launched_at: ago(age),
        created_at: ago(age),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const email_id = randomUUID();
    await tx
      .insertInto('campaign_emails')
      .values({
        campaign_id: id,
        email_id,
        template_id: randomUUID(),
        name: 'Срок пароля истекает',
        template_name: 'Пароль',
        attack_vector: 'form',
        subject: changes.subject ?? 'Срок действия пароля истекает сегодня',
        sender_name: 'Служба поддержки',
        sender_address: 'help@it-support.test',
        html: '<p>Обновите пароль</p>',
        tips: JSON.stringify(['Адрес отправителя не принадлежит вашей организации']),
      })
      .execute();
    return { id, email_id, ago: age };
  });
export type TestCampaign = Awaited<ReturnType<typeof campaign>>;

type Fate = {
  result?: 0 | 1 | 2 | 3 | 4;
  reported?: boolean;
  ago?: number;
  state?: 'sent' | 'queued' | 'claimed' | 'failed' | 'cancelled' | 'unknown';
  os?: string;
};

/** One person's email of a campaign with its result and the events of a human. Returns the id of the row. */
export const email = async (
  org: TestOrganization,
  of: TestCampaign,
  person: Person & { department_id?: string },
  fate: Fate = {},
) =>
  inOrganization(org.id, 'write', async (tx) => {
    const at = ago(fate.ago ?? of.ago);
    const { result = 0, state = 'sent' } = fate;
    const reached = (mark: number) => (result >= mark ? at : null);
    const row = await tx
      .insertInto('campaign_recipients')
      .values({
        campaign_id: of.id,
        email_id: of.email_id,
        employee_id: person.id,
        department_id: person.department_id ?? null,
        tracking_key: randomBytes(16).toString('base64url'),
        message_id: randomUUID(),
        address: 'somebody@example.test',
        last_name: person.name ?? 'Каримова',
        department: 'Отдел',
        send_at: at,
        sent_at: state === 'sent' ? at : null,
        state,
        result,
        opened_at: reached(1),
        clicked_at: result === 3 ? null : reached(2),
        attachment_opened_at: result === 3 ? at : null,
        entered_at: reached(4),
        reported_at: fate.reported ? at : null,
        os: result > 0 ? (fate.os ?? 'Windows 11') : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const kinds = [
      ...(result >= 1 ? ['opened'] : []),
      ...(result === 2 || result === 4 ? ['clicked'] : []),
      ...(result === 3 ? ['opened_attachment'] : []),
      ...(result === 4 ? ['entered_data'] : []),
      ...(fate.reported ? ['reported'] : []),
    ];
    for (const kind of kinds) {
      await tx
        .insertInto('tracking_events')
        .values({
          campaign_id: of.id,
          recipient_id: row.id,
          kind: kind as 'opened',
          at,
          human: true,
          os: fate.os ?? 'Windows 11',
          user_agent: 'test',
        })
        .execute();
    }
    return row.id;
  });

/** A course assigned to people `ago` days ago, each with the given progress. */
export const course = async (
  org: TestOrganization,
  learners: readonly (readonly [Person, number])[],
  changes: { title?: string; ago?: number; days?: number } = {},
) =>
  inOrganization(org.id, 'write', async (tx) => {
    const title = changes.title ?? 'Фишинг сегодня';
    const day = (age: number) => dayIn(after(now(), -age * DAY), 'Asia/Tashkent');
    const start = changes.ago ?? 10;
    const made = await tx
      .insertInto('courses')
      .values({ title, published_version: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const version = await tx
      .insertInto('course_versions')
      .values({ course_id: made.id, number: 1, content: '{}', steps_total: 10 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const dates = { start_date: day(start), deadline: day(start - (changes.days ?? 30)) };
    const assignment = await tx
      .insertInto('assignments')
      .values({ course_id: made.id, course_version_id: version.id, title, ...dates, created_at: ago(start) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ids: string[] = [];
    for (const [person, progress] of learners) {
      const row = await tx
        .insertInto('learners')
        .values({
          assignment_id: assignment.id,
          employee_id: person.id,
          assigned_at: ago(start),
          ...dates,
          steps_total: 10,
          completed_steps: Math.floor(progress / 10),
          progress,
          started_at: progress > 0 ? ago(start) : null,
          completed_at: progress === 100 ? ago(Math.max(0, start - 1)) : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(row.id);
    }
    return { id: made.id, assignment_id: assignment.id, learners: ids };
  });
