import { withoutMarks } from '@sergak/contract/phishing/phish-scale.rules.ts';
import {
  momentValues,
  type MomentValues,
  personValues,
  type Addressee,
} from '@sergak/contract/phishing/phishing.rules.ts';
import { withPictures } from '@sergak/contract/phishing/pictures.rules.ts';
import { prepareMessage, type MessageAttachment } from '@sergak/mail/message.ts';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/context.ts';
import { SIMULATION_HEADER, simulationMac } from '../settings/public.ts';
import { prepareAttachments, readUploads, type PreparedAttachment } from './attachments.ts';
import { findCampaignEmail, findStorageKey, type CampaignEmailRow } from './content.query.ts';
import type { DocumentLinks } from './document.ts';
import { campaignPictures, contentId, pictureAttachment, type EmailPicture } from './pictures.ts';
import { qrPng } from './qr-code.ts';
import type { ClaimedEmail } from './delivery.repo.ts';
import type { SendingOrganization } from './due.query.ts';

/** The links of one person's email. An email that must not be tracked has no pictures: `opened` and `seen` are null. */
export type EmailLinks = DocumentLinks & { readonly page: string; readonly opened: string | null };
export type Rendering = {
  readonly organization: Pick<SendingOrganization, 'id' | 'title' | 'time_zone' | 'header_key'>;
  readonly links: EmailLinks;
  /** Emails to the built-in mailbox name their recipient. */
  readonly builtIn: boolean;
  readonly at: Date;
};
/** The part of an email that differs per person. */
export type EmailPerson = Addressee & Pick<ClaimedEmail, 'message_id'>;
/** Builds one person's email; throws MessageError if a value does not fit into a header. */
export type Renderer = (email: EmailPerson, rendering: Rendering) => Promise<Buffer> | Buffer;
type EmailContent = Omit<CampaignEmailRow, 'campaign_id' | 'email_id' | 'attachments'>;

/** The links of a campaign's email: the phishing origin identifies the person by the key. */
export const trackedLinks = (phishing: string, trackingKey: string): EmailLinks => {
  const page = `${phishing}/${trackingKey}`;
  return { page, opened: `${page}/o.gif`, document: `${page}/a`, seen: `${page}/d.gif` };
};

const QUARTER_MS = 900_000;
const QR_FILE = 'code.png';
/** The values of the variables of the moment; kept for a quarter of an hour, within which no time zone changes its day. */
const momentsIn = (language: EmailContent['language']): ((r: Rendering) => MomentValues) => {
  let kept: { readonly quarter: number; readonly values: MomentValues } | undefined;
  return (r) => {
    const quarter = Math.floor(r.at.getTime() / QUARTER_MS);
    if (kept?.quarter !== quarter) kept = { quarter, values: momentValues(r.at, language, r.organization.time_zone) };
    return kept.values;
  };
};
const attribute = (name: string) => new RegExp(`(=\\s*["']?)\\{\\{${name}\\}\\}`, 'g');

/** Replaces the email's picture variables by elements; inside an attribute (`src="{{tracking}}"`) they become addresses. */
export const expandPictures = (html: string): string =>
  html
    .replace(attribute('tracking'), '$1{{tracking_src}}')
    .replaceAll(
      '{{tracking}}',
      '<img src="{{tracking_src}}" alt="" width="1" height="1" style="display:block;border:0">',
    )
    .replace(attribute('qr_code'), '$1cid:qr')
    .replaceAll('{{qr_code}}', '<img src="cid:qr" alt="" width="164" height="164" style="display:block;border:0">');

/** Encodes the parts of an email that do not depend on the person once, the pictures that it shows among them. */
export const emailRenderer = (
  email: EmailContent,
  files: readonly PreparedAttachment[] = [],
  pictures: readonly EmailPicture[] = [],
): Renderer => {
  const embedded = new Set(pictures.map(({ id }) => id));
  const html = withPictures(expandPictures(withoutMarks(email.html)), (id) =>
    embedded.has(id) ? `cid:${contentId(id)}` : undefined,
  );
  const hasCode = html.includes('cid:qr');
  const makers = files.flatMap(({ content }, at) =>
    typeof content === 'function' ? [{ key: `attachment ${at}`, make: content }] : [],
  );
  const attachments: MessageAttachment[] = [
    ...pictures.map(pictureAttachment),
    ...(hasCode ? [{ filename: QR_FILE, contentType: 'image/png', content: null, cid: 'qr' }] : []),
    ...files.map(({ name, type, content }, at) =>
      typeof content === 'function'
        ? { filename: name, contentType: type, content: null, key: `attachment ${at}` }
        : { filename: name, contentType: type, content },
    ),
  ];
  const build = prepareMessage({
    from: { name: email.sender_name, address: email.sender_address },
    subject: email.subject,
    html,
    attachments,
  });
  const momentOf = momentsIn(email.language);
  return (person, r) => {
    const values = {
      ...personValues(person, r.organization.title, momentOf(r)),
      link: r.links.page,
      tracking_src: r.links.opened ?? '',
    };
    const to = { address: person.address, ...(values.full_name === person.address ? {} : { name: values.full_name }) };
    const finish = (files: Record<string, Buffer>) =>
      build(values, {
        to,
        messageId: person.message_id,
        date: r.at,
        files,
        extraHeaders: {
          [SIMULATION_HEADER]: simulationMac(r.organization.header_key, person.message_id),
          'X-Awareness-Organization': r.organization.id,
          ...(r.builtIn ? { 'X-Sergak-Organization': r.organization.id } : {}),
        },
      });
    if (!hasCode && makers.length === 0) return finish({});
    const documents = makers.map(async ({ key, make }) => [key, await make(values, r.links, r.at)] as const);
    return Promise.all([hasCode && qrPng(r.links.page), ...documents]).then(([code, ...entries]) =>
      finish({ ...(code && { [QR_FILE]: code }), ...Object.fromEntries(entries) }),
    );
  };
};

const RENDERERS_MAX = 200;
type EmailOfCampaign = Pick<ClaimedEmail, 'campaign_id' | 'email_id' | 'language'>;

/** Returns the renderers of campaign emails: the content of an email is read and encoded once. */
export const campaignRenderers = (platform: Platform): ((email: EmailOfCampaign) => Promise<Renderer>) => {
  const renderers = new LRUCache<string, Renderer, EmailOfCampaign>({
    max: RENDERERS_MAX,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => prepareRenderer(platform, context),
  });
  return (email) =>
    renderers.forceFetch(`${email.campaign_id} ${email.email_id} ${email.language}`, { context: email });
};

const prepareRenderer = async (platform: Platform, { campaign_id, email_id, language }: EmailOfCampaign) => {
  const email = await findCampaignEmail(platform.db, campaign_id, email_id, language);
  const uploads = await readUploads(platform, email.attachments, (id) => findStorageKey(platform.db, campaign_id, id));
  const files = await prepareAttachments(email.attachments, email.language, uploads);
  return emailRenderer(email, files, await campaignPictures(platform, email));
};
