import { emailFaults, isSenderAllowed, pageFaults } from '@sergak/contract/phishing/phishing.rules.ts';
import { withoutStrayMarks } from '@sergak/contract/phishing/phish-scale.rules.ts';
import { picturesIn } from '@sergak/contract/phishing/pictures.rules.ts';
import type { PackTemplate } from '@sergak/contract/packs/packs.schema.ts';
import type { Caller } from '../../platform/bounded-worker.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { findCategory, insertCategory } from './categories.repo.ts';
import { cleanMarkup } from './cleaning.ts';
import { listCategories } from './phishing.query.ts';
import * as repo from './phishing.repo.ts';
import { insertPicture, listLibrary, type LibraryPicture } from './pictures.repo.ts';
import { allowedSenderDomains } from './senders.service.ts';

export type PackMedia = { readonly id: string; readonly use: 'logo' | 'picture' | 'attachment' };

/** The name of a template that a content pack can hold. */
export const packTemplateName = async (tx: Tx, id: string): Promise<string> => {
  const row = await repo.findTemplate(tx, id);
  if (!row) throw new AppError('template.not_found');
  return row.name;
};

/** A template as a content pack stores it, and its files. */
export const templateForPack = async (tx: Tx, id: string): Promise<{ template: PackTemplate; files: PackMedia[] }> => {
  const row = await repo.findTemplate(tx, id);
  if (!row) throw new AppError('template.not_found');
  const pages = await repo.listPages(tx, id);
  const emails = await repo.listEmails(tx, id);
  const pictures = (await listLibrary(tx, { template_id: id })).map((one) => one.file_id);
  const basePages = pages.filter((page) => page.translation_of === null);
  const family = <T extends { id: string; translation_of: string | null }>(all: readonly T[], base: T): T[] => [
    base,
    ...all.filter((one) => one.translation_of === base.id),
  ];
  const template: PackTemplate = {
    name: row.name,
    description: row.description,
    category: (await findCategory(tx, row.category_id))!.title,
    difficulty: row.difficulty,
    difficulty_set: row.difficulty_set,
    attack_vector: row.attack_vector,
    language: row.language,
    logo: row.logo_file_id,
    pictures,
    pages: basePages.map((base) => family(pages, base).map(({ language, name, html }) => ({ language, name, html }))),
    emails: emails
      .filter((email) => email.translation_of === null)
      .map((base) => ({
        sender_address: base.sender_address,
        premise: base.premise,
        page: base.page_id === null ? null : basePages.findIndex((page) => page.id === base.page_id),
        versions: family(emails, base).map(({ language, name, subject, sender_name, html, attachments, tips }) => ({
          language,
          name,
          subject,
          sender_name,
          html,
          attachments,
          tips,
        })),
      })),
  };
  const attached = emails.flatMap((email) =>
    email.attachments.flatMap((one) => (one.kind === 'uploaded' ? [one.file_id] : [])),
  );
  return {
    template,
    files: [
      ...(row.logo_file_id ? [{ id: row.logo_file_id, use: 'logo' as const }] : []),
      ...pictures.map((one) => ({ id: one, use: 'picture' as const })),
      ...attached.map((one) => ({ id: one, use: 'attachment' as const })),
    ],
  };
};

/** Thrown for a text of a pack that must not be stored. */
export class PackTextError extends Error {
  readonly place: string;
  constructor(place: string) {
    super(`a text of the pack was rejected: ${place}`);
    this.place = place;
  }
}

/** Variables that no product knows are shown by the editor and prevent the launch, as after an import of an email. */
const stops = ({ code }: { code: string }): boolean => code !== 'unknown_variable';

/** Cleans the texts of a template of a pack. Throws {@link PackTextError} if one must not be stored. */
export const cleanPackTemplate = async (template: PackTemplate, caller: Caller): Promise<PackTemplate> => {
  const clean = async (kind: 'email' | 'page', html: string, place: string): Promise<string> => {
    const pictures = picturesIn(html);
    if (pictures.some((one) => !template.pictures.includes(one))) throw new PackTextError(place);
    return cleanMarkup(kind, html, caller, pictures).then(
      (cleaned) => cleaned.html,
      (error: unknown) => {
        throw error instanceof AppError && error.status < 500 ? new PackTextError(place) : error;
      },
    );
  };
  const once = <T extends { language: string }>(versions: readonly T[], place: string): void => {
    if (new Set(versions.map((one) => one.language)).size < versions.length) throw new PackTextError(place);
  };
  const pages: PackTemplate['pages'] = [];
  for (const versions of template.pages) {
    once(versions, template.name);
    const cleaned = [];
    for (const page of versions) {
      if (pageFaults(page.html).some(stops)) throw new PackTextError(`${template.name}: ${page.name}`);
      cleaned.push({ ...page, html: await clean('page', page.html, `${template.name}: ${page.name}`) });
    }
    pages.push(cleaned);
  }
  const emails: PackTemplate['emails'] = [];
  for (const email of template.emails) {
    once(email.versions, template.name);
    if (email.page !== null && email.page >= pages.length) throw new PackTextError(template.name);
    const versions = [];
    for (const one of email.versions) {
      const place = `${template.name}: ${one.name}`;
      if (emailFaults(template.attack_vector, one).some(stops)) throw new PackTextError(place);
      versions.push({ ...one, html: withoutStrayMarks(await clean('email', one.html, place), one.tips.length) });
    }
    emails.push({ ...email, versions });
  }
  return { ...template, pages, emails };
};

type Stored = {
  readonly logo: string | null;
  /** Pictures by their id in the pack. */
  readonly pictures: ReadonlyMap<string, LibraryPicture>;
  /** Attachments by their id in the pack. */
  readonly attachments: ReadonlyMap<string, PackTemplate['emails'][number]['versions'][number]['attachments'][number]>;
};
type On = { readonly tx: Tx; readonly platform: Platform };

const categoryOf = async (tx: Tx, title: string): Promise<string> => {
  const found = (await listCategories(tx)).find((one) => one.title.toLowerCase() === title.toLowerCase());
  return found?.id ?? insertCategory(tx, title);
};

/** Adds a cleaned template of a pack. Senders of domains that this organisation may not use move below .test; returns how many did. */
export const insertPackTemplate = async (on: On, template: PackTemplate, stored: Stored): Promise<number> => {
  const { tx } = on;
  const { name, description, difficulty, difficulty_set, attack_vector, language } = template;
  const template_id = await repo.insertTemplate(tx, {
    category_id: await categoryOf(tx, template.category),
    name,
    description,
    difficulty,
    difficulty_set,
    attack_vector,
    language,
    logo_file_id: stored.logo,
  });
  for (const picture of stored.pictures.values()) await insertPicture(tx, { template_id }, picture);
  const readdress = (html: string): string =>
    html.replace(/picture:([0-9a-f-]{36})/g, (whole, id: string) => {
      const picture = stored.pictures.get(id);
      return picture ? `picture:${picture.file_id}` : whole;
    });
  const pages: string[] = [];
  for (const versions of template.pages) {
    let base: string | null = null;
    for (const page of versions) {
      const id: string = await repo.insertPage(tx, {
        ...page,
        html: readdress(page.html),
        template_id,
        translation_of: base,
      });
      base ??= id;
    }
    pages.push(base!);
  }
  const allowed = await allowedSenderDomains(on);
  let moved = 0;
  for (const { sender_address, premise, page, versions } of template.emails) {
    const own = isSenderAllowed(sender_address, allowed);
    if (!own) moved += 1;
    const sender = own ? sender_address : `${sender_address.split('@')[0]!}@imported.test`;
    let base: string | null = null;
    for (const one of versions) {
      const id: string = await repo.insertEmail(tx, {
        ...one,
        html: readdress(one.html),
        attachments: one.attachments.map((file) =>
          file.kind === 'uploaded' ? stored.attachments.get(file.file_id)! : file,
        ),
        template_id,
        page_id: page === null ? null : pages[page]!,
        sender_address: sender,
        premise: base === null ? premise : null,
        translation_of: base,
      });
      base ??= id;
    }
  }
  return moved;
};
