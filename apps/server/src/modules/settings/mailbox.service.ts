import { storedAddress } from '@sergak/contract/email-address.rules.ts';
import { Readable } from 'node:stream';
import { permissionsOf } from '@sergak/contract/access/roles.ts';
import { escapeHtml } from '@sergak/contract/text.rules.ts';
import { parseEmail, startCatcher, type ParsedEmail } from '@sergak/mail/catcher.ts';
import { after, HOUR, now } from '../../platform/clock.ts';
import {
  Logged,
  type Ctx,
  type FileAnswer,
  type Platform,
  type PreviewPage,
  type PreviewPayload,
} from '../../platform/context.ts';
import { inSystem, type SystemTx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { SIMULATION_HEADER, simulationMac } from './simulation-header.ts';
import { ORGANIZATION_HEADER, OUTBOX_HEADER } from './outbox.jobs.ts';
import * as repo from './mailbox.repo.ts';

const headerOf = ({ headers }: ParsedEmail, wanted: string): string =>
  headers.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.value ?? '';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether an email is a simulation, and otherwise its addressee in the outbox. An email from elsewhere has neither. */
const originOf = async (tx: SystemTx, email: ParsedEmail, organizationId: string) => {
  const mark = headerOf(email, SIMULATION_HEADER);
  const key = mark === '' ? undefined : await repo.findHeaderKey(tx, organizationId);
  const messageId = headerOf(email, 'Message-ID');
  const simulated = key !== undefined && simulationMac(key, messageId) === mark;
  const emailId = headerOf(email, OUTBOX_HEADER);
  const found = uuid.test(emailId) ? await repo.findEmailAddressee(tx, organizationId, emailId) : undefined;
  return {
    simulated,
    employeeId: found?.employeeId ?? null,
    tellsResult: found?.tellsResult ?? (simulated && (await repo.isToCaught(tx, organizationId, messageId))),
  };
};

/** Runs the built-in mailbox: an SMTP server on loopback that stores each email before it answers 250. */
export const startMailbox = async (platform: Platform): Promise<() => Promise<void>> => {
  const catcher = await startCatcher({
    port: 0,
    onError: (error) => platform.log.error({ err: error }, 'the built-in mailbox could not store an email'),
    async onMessage(raw, envelope) {
      const email = await parseEmail(raw.subarray(0, 16_384));
      const organizationId = headerOf(email, ORGANIZATION_HEADER);
      if (!uuid.test(organizationId)) throw new Error('the built-in mailbox received an email without an organisation');
      await inSystem(platform.db, async (tx) => {
        const origin = await originOf(tx, email, organizationId);
        for (const recipient of envelope.to)
          await repo.insertCaught(tx, {
            organizationId,
            raw,
            ...origin,
            recipient: storedAddress(recipient),
            sender: storedAddress(envelope.from),
            subject: email.subject,
            messageId: headerOf(email, 'Message-ID'),
          });
      });
    },
  });
  platform.mailbox.port = catcher.port;
  return async () => {
    platform.mailbox.port = null;
    await catcher.stop();
  };
};

/** One caught email for the page, with a signed link to its HTML on the content origin. */
export const readCaught = async (ctx: Ctx, input: { id: number }) => {
  const row = await repo.findMailboxEmail(ctx.tx, ctx.viewer, input.id);
  if (!row) throw new AppError('email.not_found');
  const { raw, ...shown } = row;
  const email = await parseEmail(raw);
  const token = ctx.platform.secrets.sign(
    {
      kind: 'mailbox-email',
      organization_id: ctx.viewer.scope.organizationId,
      id: row.id,
      viewer_id: ctx.viewer.id,
    },
    after(now(), HOUR),
  );
  return {
    ...shown,
    preview_url: `${ctx.platform.urls.content}/preview/${token}`,
    from: email.from?.name
      ? `${email.from.name} <${storedAddress(email.from.address)}>`
      : storedAddress(email.from?.address ?? row.sender),
    text: email.text,
    headers: email.headers,
    attachments: email.attachments.map(({ content, ...one }) => ({ ...one, size: content.length })),
  };
};

export const readAttachment = async (ctx: Ctx, input: { id: number; index: number }): Promise<FileAnswer> => {
  const row = await repo.findMailboxEmail(ctx.tx, ctx.viewer, input.id);
  const file = row && (await parseEmail(row.raw)).attachments[input.index];
  if (!file) throw new AppError('email.not_found');
  return {
    stream: Readable.from(file.content),
    name: file.name || 'attachment',
    type: 'application/octet-stream',
    size: file.content.length,
    inline: false,
  };
};

export const clearMailbox = async (ctx: Ctx) => {
  const deleted = await repo.clearCaught(ctx.tx, ctx.viewer);
  return new Logged({ deleted }, { kind: 'mailbox', details: { affected: deleted } });
};

/** The email of a link. Permissions are checked on each call, because the person may have lost the role since. */
const findForLink = (platform: Platform, payload: PreviewPayload) =>
  inSystem(platform.db, async (tx) => {
    const id = String(payload.viewer_id);
    const role = await repo.findRoleOfEmployee(tx, id);
    if (!role || !permissionsOf(role).has('admin.settings.adfs')) return undefined;
    return repo.findMailboxEmail(tx, { id, role }, Number(payload.id), payload.organization_id);
  });

/** The email as a mail program shows it: pictures of the phishing origin load (so «opened» is recorded), links open a new tab. */
export const previewCaught: PreviewPage = async (platform, payload) => {
  const row = await findForLink(platform, payload);
  if (!row) return null;
  const email = await parseEmail(row.raw);
  const body =
    email.html ??
    `<pre style="white-space:pre-wrap;font:15px/1.5 sans-serif;padding:16px">${escapeHtml(email.text ?? '')}</pre>`;
  return { html: `<base target="_blank">${body}`, images: [platform.urls.phishing], popups: true };
};
