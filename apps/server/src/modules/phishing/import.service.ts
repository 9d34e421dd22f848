import { storedAddress } from '@sergak/contract/email-address.rules.ts';
import { readFile } from 'node:fs/promises';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { ImportChangeCode } from '@sergak/contract/phishing/import.rules.ts';
import { foreignWarnings } from '@sergak/contract/phishing/email-warnings.rules.ts';
import {
  emailVariables,
  type Fault,
  isSenderAllowed,
  personVariables,
  SENDER_NAME_MAX,
  SUBJECT_MAX,
  variableFaults,
} from '@sergak/contract/phishing/phishing.rules.ts';
import type { Email } from '@sergak/contract/phishing/phishing.schema.ts';
import { language as languageSchema } from '@sergak/contract/session/session.schema.ts';
import type { picturesEndpoints } from '@sergak/contract/phishing/pictures.endpoints.ts';
import {
  PICTURE_PLACEHOLDER,
  PICTURES_MAX,
  pictureSource,
  withPictures,
} from '@sergak/contract/phishing/pictures.rules.ts';
import { domainOf, isEmail, TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { BoundedWorkerError, type Caller, openBoundedWorker, threadHelper } from '../../platform/bounded-worker.ts';
import { Logged, type Ctx, type OwnCtx, type Upload } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { textsOf } from '../../platform/texts.ts';
import { ensureCategory } from './categories.repo.ts';
import { createEmail, createPage } from './emails.service.ts';
import {
  pictureId,
  type ContentsOutcome,
  type ContentsTask,
  type ImportFormat,
  type ImportOutcome,
  type ImportRejected,
  type ImportTask,
  type TemplateImportChange,
} from './import/import.types.ts';
import { findPreviewOrganization } from './preview.query.ts';
import { findTemplate, insertTemplate, listPages, type TemplateRow } from './phishing.repo.ts';
import { callerOf } from '../files/public.ts';
import { addToLibrary, encodePicture, type EncodedForEmail } from './pictures.service.ts';
import { allowedSenderDomains } from './senders.service.ts';

type In = Input<(typeof picturesEndpoints)['phishing.import']>;

/** A file of usual size takes under a second; 20 MB of MIME about three. */
const CPU_MS = 20_000;
const WALL_MS = 90_000;
const MEMORY_MB = 512;
const worker = openBoundedWorker<ImportTask | ContentsTask, ImportOutcome | ContentsOutcome>({
  start: threadHelper(new URL('./import/import.worker.ts', import.meta.url), MEMORY_MB),
  cpuMs: CPU_MS,
  wallMs: WALL_MS,
  most: 4,
  // A person may choose another file while the first one is still read.
  mostOfOne: 2,
  mostOfOrganization: 3,
});

const rejections = {
  unreadable: 'saved_email.unreadable',
  empty: 'saved_email.empty',
  too_large: 'saved_email.too_large',
  too_complex: 'page.too_complex',
  email_unknown: 'saved_email.email_unknown',
} as const;

type Answer<Task> = Exclude<Task extends ContentsTask ? ContentsOutcome : ImportOutcome, ImportRejected>;
const read = async <Task extends ImportTask | ContentsTask>(task: Task, caller: Caller): Promise<Answer<Task>> => {
  const answer = await worker.run(task, caller).catch((error: unknown) => {
    if (!(error instanceof BoundedWorkerError)) throw error;
    if (error.code === 'caller_busy') throw new AppError('request.rate_limited', undefined, 5);
    if (error.code === 'busy' || error.code === 'slow') throw new AppError('server.unavailable', undefined, 5);
    throw new AppError(error.code === 'timeout' ? 'page.too_complex' : 'saved_email.unreadable');
  });
  if ('rejected' in answer) throw new AppError(rejections[answer.rejected]);
  return answer as Answer<Task>;
};

const formatOf = ({ name }: Upload): ImportFormat => {
  const end = name.toLowerCase().slice(name.lastIndexOf('.') + 1);
  if (end === 'eml' || end === 'msg') return 'email';
  if (end === 'zip') return 'zip';
  if (end === 'mhtml' || end === 'mht') return 'mhtml';
  if (end === 'html' || end === 'htm') return 'html';
  throw new AppError('saved_email.unknown_kind');
};

type Encoded = { readonly name: string; readonly encoded: EncodedForEmail | null };
const encodeAll = async (pictures: readonly { name: string; bytes: Uint8Array }[], caller: Caller) => {
  if (pictures.length > PICTURES_MAX) throw new AppError('picture.limit', { limit: PICTURES_MAX });
  const encodings: Encoded[] = [];
  for (const { name, bytes } of pictures) encodings.push({ name, encoded: await encodePicture(bytes, caller, true) });
  return encodings;
};

const pictureChanges = (pictures: readonly Encoded[]): TemplateImportChange[] => {
  const of = (code: ImportChangeCode, found: readonly Encoded[]): TemplateImportChange[] =>
    found.length === 0 ? [] : [{ code, count: found.length, examples: found.slice(0, 5).map(({ name }) => name) }];
  return [
    ...of(
      'animation_lost',
      pictures.filter(({ encoded }) => encoded?.still),
    ),
    ...of(
      'picture_lost',
      pictures.filter(({ encoded }) => encoded === null),
    ),
  ];
};

/** Stores the pictures that could be read and puts their addresses into the text; a placeholder replaces the others. */
const storeAll = async (ctx: Ctx, templateId: string, html: string, pictures: readonly Encoded[]): Promise<string> => {
  const whole = pictures.flatMap((one, place) =>
    one.encoded ? [{ name: one.name, encoded: one.encoded, place }] : [],
  );
  const ids = await addToLibrary(ctx, templateId, whole);
  const stored = new Map(whole.map(({ place }, n) => [pictureId(place), pictureSource(ids[n]!)]));
  const readable = pictures.reduce(
    (text, { encoded }, place) =>
      encoded ? text : text.replaceAll(` src="${pictureSource(pictureId(place))}"`, ` src="${PICTURE_PLACEHOLDER}"`),
    html,
  );
  return withPictures(readable, (id) => stored.get(id) ?? '');
};

/** The sender of the file, at a domain that the organisation may use. */
const senderOf = async (ctx: Ctx, sender: { name: string; address: string } | null) => {
  const allowed = await allowedSenderDomains(ctx);
  const { title } = await findPreviewOrganization(ctx.tx);
  const name =
    sender?.name
      .replaceAll('{{organization}}', () => title)
      .replace(/[\r\n\0]+/g, ' ')
      .trim()
      .slice(0, SENDER_NAME_MAX) || textsOf(ctx.viewer.language, 'phishing__server')('import.sender');
  const own = sender && isEmail(sender.address) ? storedAddress(sender.address).toLowerCase() : null;
  if (own && isSenderAllowed(own, allowed)) return { name, address: own, changes: [] };
  const domain = allowed[0] ?? (own ? `${domainOf(own)}.test` : 'mail.test');
  const local = own?.slice(0, own.lastIndexOf('@')) ?? 'info';
  const address = `${local}@${domain}`;
  const example = own ? `${own} → ${address}` : address;
  const code: ImportChangeCode = own ? 'sender_replaced' : 'sender_missing';
  return { name, address, changes: [{ code, count: 1, examples: [example] }] };
};

type Given = {
  readonly template: TemplateRow;
  readonly name: string;
  readonly html: string;
  readonly read: Extract<ImportOutcome, { html: string }>;
};

/** Variables that nobody knows stay in an imported email, so that its author sees them. It cannot be sent with them. */
const isUnknownVariable = ({ code, field }: Fault): boolean =>
  code === 'unknown_variable' || code === 'broken_variable' || (code === 'variable_not_here' && field === 'subject');
const unknownVariables = ({ html, subject }: Pick<Email, 'html' | 'subject'>): Fault[] => [
  ...variableFaults('subject', subject, personVariables),
  ...foreignWarnings('subject', subject),
  ...variableFaults('html', html, emailVariables),
  ...foreignWarnings('html', html),
];

const makeEmail = async (
  ctx: Ctx,
  input: Pick<In, 'language'>,
  { template, name, html, read: { subject, sender } }: Given,
) => {
  const from = await senderOf(ctx, sender);
  // Like an email made by hand, it leads to the first page.
  const page = (await listPages(ctx.tx, template.id)).find((one) => one.translation_of === null);
  const email: Parameters<typeof createEmail>[1] = {
    template_id: template.id,
    name,
    language: input.language,
    subject: subject.slice(0, SUBJECT_MAX) || name,
    sender_name: from.name,
    sender_address: from.address,
    html,
    attachments:
      template.attack_vector === 'attachments'
        ? [{ kind: 'generated' as const, format: 'pdf' as const, name: 'document.pdf', body: '{{link}}' }]
        : [],
    premise: null,
    tips: [],
    page_id: page?.id ?? null,
  };
  const { output } = await createEmail(ctx, email, isUnknownVariable);
  return { id: output.id, warnings: output.warnings, changes: from.changes, unknown: unknownVariables(output) };
};

const makePage = async (ctx: Ctx, input: In, { template, name, html }: Given) => {
  const { output } = await createPage(ctx, { template_id: template.id, name, language: input.language, html });
  return { id: output.id, warnings: output.warnings, changes: [], unknown: [] };
};

const requireFile = ({ uploads }: OwnCtx): Upload => {
  if (!uploads.file) throw new AppError('request.invalid', [{ field: 'file', code: 'missing' }]);
  return uploads.file;
};

/** The emails of a file from which an author chooses one. */
export const readImportContents = async (ctx: OwnCtx, input: { id: string }) => {
  if (!(await ctx.run('read', (tx) => findTemplate(tx, input.id)))) throw new AppError('template.not_found');
  const upload = requireFile(ctx);
  const task = { bytes: await readFile(upload.path), format: formatOf(upload), contents: true } as const;
  return read(task, callerOf(ctx.viewer));
};

/** Adds an email or page made of a saved email, a page or an archive. Nothing is downloaded; each change is reported. */
export const importSavedEmail = async (ctx: OwnCtx, input: In) => {
  const template = await ctx.run('read', (tx) => findTemplate(tx, input.id));
  if (!template) throw new AppError('template.not_found');
  const upload = requireFile(ctx);
  const task = {
    bytes: await readFile(upload.path),
    format: formatOf(upload),
    kind: input.kind,
    language: input.language ?? ctx.viewer.language,
    needsLink: template.attack_vector === 'form',
    email: input.email,
  };
  const source = await read(task, callerOf(ctx.viewer));
  const pictures = await encodeAll(source.pictures, callerOf(ctx.viewer));
  const name = (source.subject || upload.name.replace(/\.\w+$/, '')).slice(0, TITLE_MAX);
  return ctx.finish(async (tx) => {
    const inside: Ctx = { ...ctx, tx };
    const html = await storeAll(inside, template.id, source.html, pictures);
    const content = { template, name, html, read: source };
    const { id, warnings, changes, unknown } = await (input.kind === 'email' ? makeEmail : makePage)(
      inside,
      input,
      content,
    );
    const all = [...source.changes, ...pictureChanges(pictures), ...changes];
    return new Logged(
      { id, kind: input.kind, name, changes: all, mapped: [...source.mapped], unknown, warnings },
      input.kind === 'email'
        ? { kind: 'email', id, title: name, changes: { name: [null, name] } }
        : { kind: 'landing_page', id, title: name, changes: { name: [null, name] } },
    );
  });
};

/** Category of the templates made of what employees reported. */
const REPORTED_CATEGORY = { slug: 'reported', order_id: 1_000 } as const;

/** Makes a template with one email of a message that an employee reported, as the import of a saved email does. */
export const importAsTemplate = async (ctx: OwnCtx, message: { readonly bytes: Uint8Array; readonly name: string }) => {
  const { language } = await ctx
    .run('read', findPreviewOrganization)
    .then((found) => ({ language: languageSchema.parse(found.language) }));
  const task = {
    bytes: message.bytes,
    format: 'email',
    kind: 'email',
    language,
    needsLink: true,
    email: undefined,
  } as const;
  const source = await read(task, callerOf(ctx.viewer));
  const pictures = await encodeAll(source.pictures, callerOf(ctx.viewer));
  const t = textsOf(language, 'phishing__server');
  const name = (message.name || source.subject || t('import.reported')).slice(0, TITLE_MAX);
  return ctx.finish(async (tx) => {
    const inside: Ctx = { ...ctx, tx };
    const category_id = await ensureCategory(tx, { ...REPORTED_CATEGORY, title: t('import.reported') });
    const template_id = await insertTemplate(tx, { category_id, name, language });
    const template = (await findTemplate(tx, template_id))!;
    const html = await storeAll(inside, template_id, source.html, pictures);
    const { id } = await makeEmail(inside, { language }, { template, name, html, read: source });
    return new Logged(
      { template_id, email_id: id, name },
      { kind: 'template', id: template_id, title: name, changes: { name: [null, name] } },
    );
  });
};
