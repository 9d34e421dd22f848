import type { Platform } from '../../src/platform/context.ts';
import { inTenant } from '../../src/platform/db.ts';
import { platform } from '../app.ts';

/** A template with one email and its landing page. */
export const emails = async (org: { id: string }, changes: { subject?: string; html?: string } = {}, on?: Platform) =>
  inTenant((on ?? (await platform())).db, { organizationId: org.id, readable: [org.id] }, 'write', async (tx) => {
    await tx
      .insertInto('template_categories')
      .values({ slug: 'test', title: 'Проверка' })
      .onConflict((oc) => oc.doNothing())
      .execute();
    const { id: category_id } = await tx
      .selectFrom('template_categories')
      .select('id')
      .where('slug', '=', 'test')
      .executeTakeFirstOrThrow();
    const { id: template_id } = await tx
      .insertInto('templates')
      .values({ category_id, name: 'Шаблон' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: page_id } = await tx
      .insertInto('landing_pages')
      .values({ template_id, name: 'Страница', html: '<form><input data-field="password"></form>' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: email_id } = await tx
      .insertInto('emails')
      .values({
        template_id,
        page_id,
        name: 'Письмо',
        subject: changes.subject ?? 'Проверьте, {{first_name}}',
        sender_name: 'Служба',
        sender_address: 'it@corp.test',
        html: changes.html ?? '<p>{{first_name}}, <a href="{{link}}">сюда</a></p>{{tracking}}',
        tips: JSON.stringify([{ text: 'Чужой адрес', cue: 'sender_address' }]),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { category_id, template_id, page_id, email_id };
  });
