import { permissionsOf } from '@sergak/contract/access/roles.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { ReportedText } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { BoundedWorkerError, type Caller, openBoundedWorker, threadHelper } from '../../platform/bounded-worker.ts';
import { after, iso, MINUTE, now } from '../../platform/clock.ts';
import { Logged, type OwnCtx, type Platform, type PreviewPage } from '../../platform/context.ts';
import { inSystem, inTenant, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { openBytes } from '../../platform/sealed-bytes.ts';
import { sealedColumn } from '../../platform/sealed.ts';
import { textsOf } from '../../platform/texts.ts';
import { callerOf } from '../files/public.ts';
import { findMaker } from '../phishing/public.ts';
import type { MessageView, ViewTask } from './message-view.ts';
import { aboutMessage, findMessage } from './reported-messages.repo.ts';
import { hasTooManyLines } from './report-reading.ts';
import { findSubject } from './suspicious.query.ts';

/** The permission of the page. */
const PERMISSION = 'admin.phishing.campaigns';

/** A message of 10 MB takes about three seconds. */
const worker = openBoundedWorker<ViewTask, MessageView>({
  start: threadHelper(new URL('./message-view.worker.ts', import.meta.url), 256),
  cpuMs: 10_000,
  wallMs: 60_000,
  most: 20,
  mostOfOne: 4,
  mostOfOrganization: 10,
});

/** The keys of kept messages, for the change of the secret of the installation. */
export const sealedMessages = sealedColumn(
  'reported messages',
  { table: 'reported_messages', column: 'key_sealed', key: ['organization_id', 'email_id'] },
  (key) => aboutMessage(key['organization_id']!, key['email_id']!),
);

/** The kept message of a report, opened. Throws if there is none. */
export const openMessage = async (
  platform: Platform,
  tx: Tx,
  id: string,
): Promise<{ raw: Buffer; subject: string }> => {
  const subject = await findSubject(tx, id);
  if (subject === undefined) throw new AppError('suspicious.not_found');
  const kept = await findMessage(tx, id);
  if (!kept) throw new AppError('suspicious.not_kept');
  return { raw: openBytes(platform, kept, aboutMessage(kept.organization_id, id)), subject };
};

const viewOf = async (task: ViewTask, caller: Caller | string): Promise<MessageView> => {
  if (hasTooManyLines(task.raw)) throw new AppError('suspicious.unreadable');
  try {
    return await worker.run(task, caller);
  } catch (error) {
    if (!(error instanceof BoundedWorkerError)) throw error;
    if (error.code === 'caller_busy') throw new AppError('request.rate_limited', undefined, 3);
    if (error.code === 'busy' || error.code === 'slow') throw new AppError('server.unavailable', undefined, 5);
    throw new AppError('suspicious.unreadable');
  }
};

/** Payload of the signed link to the HTML of a message. It contains nothing of the message, cannot be forged and expires. */
type ReportedPage = {
  readonly kind: 'reported-email';
  readonly organization_id: string;
  readonly id: string;
  readonly viewer_id: string;
  readonly pictures: boolean;
  readonly language: Language;
};
const LINK_LIFE = 15 * MINUTE;

const pageLinks = ({ platform, viewer }: OwnCtx, id: string): ReportedText['page'] => {
  const expires = after(now(), LINK_LIFE);
  const link = (pictures: boolean): string => {
    const payload: ReportedPage = {
      kind: 'reported-email',
      organization_id: viewer.scope.organizationId,
      id,
      viewer_id: viewer.id,
      pictures,
      language: viewer.language,
    };
    return `${platform.urls.content}/preview/${platform.secrets.sign(payload, expires)}`;
  };
  return { url: link(false), with_pictures: link(true), expires_at: iso(expires) };
};

/** What a person reads of a kept message. The reading is in the audit log. */
export const readMessageText = async (ctx: OwnCtx, { id }: { id: string }) => {
  const { raw, subject } = await ctx.run('read', (tx) => openMessage(ctx.platform, tx, id));
  const { html: _, hasHtml, ...view } = await viewOf({ raw, page: null }, callerOf(ctx.viewer));
  return ctx.finish(
    async () =>
      new Logged(
        { ...view, page: hasHtml ? pageLinks(ctx, id) : null },
        { kind: 'suspicious_email', id, title: subject },
      ),
  );
};

/**
 * The HTML of a kept message for the content origin, which lets it load nothing. Null if the person who made the link has lost
 * the permission, or if the message has been deleted since.
 */
export const showMessagePage: PreviewPage = async (platform, given) => {
  const { organization_id, id, viewer_id, pictures, language } = given as ReportedPage;
  const role = await inSystem(platform.db, (tx) => findMaker(tx, viewer_id, organization_id));
  if (!role || !permissionsOf(role).has(PERMISSION)) return null;
  const scope = { organizationId: organization_id, readable: [organization_id] };
  const kept = await inTenant(platform.db, scope, 'read', (tx) => findMessage(tx, id));
  if (!kept) return null;
  const raw = openBytes(platform, kept, aboutMessage(organization_id, id));
  const t = textsOf(language, 'suspicious__server');
  const page = { hidden: t('view.picture'), pictures };
  const { html } = await viewOf({ raw, page }, { person: viewer_id, organization: organization_id });
  return {
    html: html ?? `<!doctype html><meta charset="utf-8"><p>${t('view.too_complex')}</p>`,
    loads: pictures ? 'embedded' : 'nothing',
  };
};
