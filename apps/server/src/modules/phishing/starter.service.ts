import { Readable } from 'node:stream';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { starterTemplatesEndpoints } from '@sergak/contract/phishing/starter.endpoints.ts';
import type { StarterTemplate as Shown } from '@sergak/contract/phishing/starter.schema.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { Logged, type Ctx, type FileAnswer, type OwnCtx, type Platform } from '../../platform/context.ts';
import { inTenant, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { discardFiles, storePicture } from '../files/public.ts';
import { ensureCategory } from './categories.repo.ts';
import { unusedLogos } from './phishing.query.ts';
import * as phishing from './phishing.repo.ts';
import { findPreviewOrganization } from './preview.query.ts';
import { prepareTemplate, type PreparedTemplate } from './starter-copies.ts';
import { differencesOf } from './starter-differences.ts';
import { starterPhishing, type StarterTemplate } from './starter-files.ts';
import { newTemplates } from './starter.query.ts';
import * as repo from './starter.repo.ts';

type In<K extends keyof typeof starterTemplatesEndpoints> = Input<(typeof starterTemplatesEndpoints)[K]>;
type Entry = { readonly template: StarterTemplate; readonly prepared: PreparedTemplate };

const entryOf = async (slug: string): Promise<StarterTemplate> => {
  const found = (await starterPhishing()).templates.find((one) => one.slug === slug);
  if (!found) throw new AppError('template.not_found');
  return found;
};

/** Adds the categories of the starter library that an organisation does not have. */
export const addStarterCategories = async (tx: Tx, language: Language): Promise<void> => {
  for (const [order_id, { slug, title }] of (await starterPhishing()).categories.entries())
    await ensureCategory(tx, { slug, title: title[language], order_id });
};

const shownOf = (
  { slug, version, ...one }: StarterTemplate,
  language: Language,
  facts: { readonly category: string; readonly isNew: boolean; readonly copy: repo.TemplateCopy | undefined },
): Shown => ({
  slug,
  name: one.name[language],
  description: one.description[language],
  category: one.category,
  category_title: facts.category,
  difficulty: one.difficulty,
  attack_vector: one.attack_vector,
  lure: one.vector,
  audiences: one.audiences,
  months: one.months,
  occasion: one.occasion?.[language] ?? '',
  sensitive: one.sensitive,
  languages: [...languages],
  subject: one.subject[language],
  sender_name: one.sender.name[language],
  attachments: one.attachments.map(({ name }) => ({ name: name[language] })),
  logo: `/lk/api/v2/phishing/starter/${slug}/logo`,
  is_new: facts.isNew,
  copy: facts.copy
    ? {
        id: facts.copy.id,
        language: facts.copy.language,
        archived: facts.copy.archived,
        changed: facts.copy.changed,
        outdated: facts.copy.starter_version !== version,
        email_id: facts.copy.email_id,
      }
    : null,
});

/** The templates of the starter library in the language of the reader, with what the organisation has of them. */
export const listStarterTemplates = async ({ tx, viewer: { language } }: Ctx) => {
  const { templates, programmes, categories } = await starterPhishing();
  const copies = await repo.findCopies(tx);
  const fresh = await newTemplates(tx);
  const titles = new Map(categories.map(({ slug, title }) => [slug, title[language]]));
  return {
    data: templates.map((one) =>
      shownOf(one, language, {
        category: titles.get(one.category) ?? one.category,
        isNew: fresh.has(one.slug),
        copy: copies.get(one.slug),
      }),
    ),
    programmes: programmes.map(({ title, description, ...rest }) => ({
      ...rest,
      title: title[language],
      description: description[language],
    })),
  };
};

/** The drawing of a template. The answer forbids everything that could run in it. */
export const readStarterLogo = async (_: Ctx, { slug }: In<'phishing.starter-logo'>): Promise<FileAnswer> => {
  const { logo_svg } = await entryOf(slug);
  return {
    stream: Readable.from([logo_svg]),
    name: `${slug}.svg`,
    type: 'image/svg+xml',
    size: logo_svg.length,
    inline: true,
    cacheSeconds: 3_600,
  };
};

const storeLogo = (tx: Tx, platform: Platform, bytes: Buffer, createdBy: string | null) =>
  storePicture(tx, platform, { bytes, name: 'logo.png', type: 'image/png', createdBy });

const valuesOf = ({ template }: Entry, language: Language) => ({
  name: template.name[language],
  description: template.description[language],
  difficulty: template.difficulty,
  attack_vector: template.attack_vector,
});

/** The title of a second copy says so in every language. */
const SECOND = ' (2)';
const markOf = ({ slug, version, name, description }: StarterTemplate, suffix = ''): repo.StarterMark => ({
  starter_slug: slug,
  starter_version: version,
  starter_texts: {
    title: { ru: name.ru + suffix, en: name.en + suffix, uz: name.uz + suffix },
    description,
  },
});

type Order = {
  readonly entry: Entry;
  readonly language: Language;
  readonly createdBy: string | null;
  readonly suffix?: string;
};

/** Makes a copy in all languages, the one of the organisation as base. Returns the ids of the template and its base email. */
const insertCopy = async (tx: Tx, platform: Platform, { entry, language, createdBy, suffix = '' }: Order) => {
  const { template, prepared } = entry;
  const { categories } = await starterPhishing();
  const order_id = categories.findIndex(({ slug }) => slug === template.category);
  if (order_id < 0) throw new Error(`Starter template ${template.slug}: its category is not in categories.json`);
  const category_id = await ensureCategory(tx, {
    slug: template.category,
    title: categories[order_id]!.title[language],
    order_id,
  });
  const values = valuesOf(entry, language);
  const template_id = await phishing.insertTemplate(tx, {
    ...values,
    name: values.name + suffix,
    category_id,
    language,
    logo_file_id: await storeLogo(tx, platform, prepared.logo, createdBy),
  });
  const addVersion = async (of: Language, base: { page_id: string; email_id: string } | null) => {
    const { page, email } = prepared.versions[of];
    const page_id = await phishing.insertPage(tx, {
      ...page,
      template_id,
      language: of,
      translation_of: base?.page_id ?? null,
    });
    const email_id = await phishing.insertEmail(tx, {
      ...email,
      template_id,
      language: of,
      page_id: base?.page_id ?? page_id,
      translation_of: base?.email_id ?? null,
    });
    return { page_id, email_id };
  };
  const base = await addVersion(language, null);
  for (const other of languages) if (other !== language) await addVersion(other, base);
  await repo.markCopy(tx, template_id, markOf(template, suffix));
  return { slug: template.slug, template_id, email_id: base.email_id };
};

const readEntries = (slugs: readonly string[]): Promise<Entry[]> =>
  Promise.all(
    slugs.map(async (slug) => {
      const template = await entryOf(slug);
      return { template, prepared: await prepareTemplate(template) };
    }),
  );

const adoptEntries = async (
  tx: Tx,
  platform: Platform,
  entries: readonly Entry[],
  by: { readonly language: Language; readonly createdBy: string | null },
) => {
  await repo.lockCopies(tx);
  const copies = await repo.findCopies(
    tx,
    entries.map(({ template }) => template.slug),
  );
  const adopted = [];
  for (const entry of entries) {
    const { slug } = entry.template;
    const copy = copies.get(slug);
    if (copy?.archived) await repo.restoreCopy(tx, copy.id);
    adopted.push(
      copy ? { slug, template_id: copy.id, email_id: copy.email_id } : await insertCopy(tx, platform, { entry, ...by }),
    );
  }
  return adopted;
};

/** Copies templates into an organisation, in its language with translations. Existing copies stay as they are. */
export const adoptTemplates = async (platform: Platform, organizationId: string, slugs: readonly string[]) => {
  const entries = await readEntries(slugs);
  return inTenant(platform.db, { organizationId, readable: [organizationId] }, 'write', async (tx) => {
    const { language } = await findPreviewOrganization(tx);
    return adoptEntries(tx, platform, entries, { language: language as Language, createdBy: null });
  });
};

/** Copies templates that somebody is about to use or to change; the same call again answers the same copies. */
export const adoptStarterTemplates = async (ctx: OwnCtx, { slugs }: In<'phishing.starter-adopt'>) => {
  const entries = await readEntries([...new Set(slugs)]);
  return ctx.finish(async (tx) => {
    const { language } = await findPreviewOrganization(tx);
    const data = await adoptEntries(tx, ctx.platform, entries, {
      language: language as Language,
      createdBy: ctx.viewer.id,
    });
    return new Logged(
      { data },
      {
        kind: 'template',
        ...(data.length === 1 && { id: data[0]!.template_id }),
        title: entries
          .map(({ template }) => template.name[ctx.viewer.language])
          .slice(0, 10)
          .join(', '),
        details: { affected: data.length },
      },
    );
  });
};

const requireCopy = async (tx: Tx, slug: string): Promise<repo.TemplateCopy> => {
  const copy = (await repo.findCopies(tx, [slug])).get(slug);
  if (!copy) throw new AppError('template.not_found');
  return copy;
};

/** What differs between the organisation's copy and the library, as texts. */
export const listTemplateDifferences = async ({ tx }: Ctx, { slug }: In<'phishing.starter-differences'>) => {
  const template = await entryOf(slug);
  const copy = await requireCopy(tx, slug);
  const row = (await phishing.findTemplate(tx, copy.id))!;
  return {
    data: differencesOf(template, row, {
      emails: await phishing.listEmails(tx, copy.id),
      pages: await phishing.listPages(tx, copy.id),
    }),
  };
};

/** Gives an unchanged copy the texts of the library. Emails and pages keep their ids, so that tag actions keep theirs. */
const replaceCopy = async (tx: Tx, platform: Platform, copy: repo.TemplateCopy, order: Order): Promise<void> => {
  const { entry, createdBy } = order;
  const before = (await phishing.lockTemplate(tx, copy.id))!;
  const logo_file_id = await storeLogo(tx, platform, entry.prepared.logo, createdBy);
  for (const email of await phishing.listEmails(tx, copy.id))
    await phishing.updateEmailRow(tx, email.id, entry.prepared.versions[email.language].email);
  for (const page of await phishing.listPages(tx, copy.id))
    await phishing.updatePageRow(tx, page.id, entry.prepared.versions[page.language].page);
  await repo.replaceValues(tx, copy.id, { ...valuesOf(entry, before.language), logo_file_id });
  await repo.markCopy(tx, copy.id, markOf(entry.template));
  await discardFiles(tx, await unusedLogos(tx, before.logo_file_id));
};

/** Brings the newer version of the library into the organisation: in place of an unchanged copy, or as a second one. */
export const updateStarterTemplate = async (ctx: OwnCtx, { slug, how }: In<'phishing.starter-update'>) => {
  const [entry] = await readEntries([slug]);
  return ctx.finish(async (tx) => {
    await repo.lockCopies(tx);
    const found = await requireCopy(tx, slug);
    await phishing.lockTemplate(tx, found.id); // writers of its texts are waited for
    const copy = await requireCopy(tx, slug);
    if (how === 'replace' && copy.changed) throw new AppError('starter.changed');
    const order = { entry: entry!, language: copy.language, createdBy: ctx.viewer.id };
    if (how === 'replace') await replaceCopy(tx, ctx.platform, copy, order);
    else await repo.releaseCopy(tx, copy.id);
    const output =
      how === 'replace'
        ? { slug, template_id: copy.id, email_id: copy.email_id }
        : await insertCopy(tx, ctx.platform, { ...order, suffix: SECOND });
    return new Logged(output, {
      kind: 'template',
      id: output.template_id,
      title: entry!.template.name[ctx.viewer.language],
    });
  });
};
