import { emailFaults, pageFaults } from '@sergak/contract/phishing/phishing.rules.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { redraw } from '../files/public.ts';
import { cleanMarkup } from './cleaning.ts';
import type { NewEmailRow } from './phishing.types.ts';
import type { StarterTemplate } from './starter-files.ts';
import { LOGO } from './templates.service.ts';

type Version = {
  readonly page: { readonly name: string; readonly html: string };
  readonly email: Omit<NewEmailRow, 'template_id' | 'page_id' | 'language'>;
};
/** What a copy consists of: cleaned texts and the picture, the same for every organisation. */
export type PreparedTemplate = { readonly logo: Buffer; readonly versions: Readonly<Record<Language, Version>> };

const prepareVersion = async (template: StarterTemplate, language: Language): Promise<Version> => {
  const name = template.name[language];
  const email = {
    subject: template.subject[language],
    sender_name: template.sender.name[language],
    html: template.emailHtml[language],
    attachments: template.attachments.map((one) => ({
      kind: 'generated' as const,
      format: one.format,
      name: one.name[language],
      body: one.body[language],
    })),
  };
  const pageHtml = template.pageHtml[language];
  const tips = template.tips.map((tip) => ({ text: tip[language], cue: tip.cue }));
  const faults = [...emailFaults(template.attack_vector, { ...email, tips }), ...pageFaults(pageHtml)];
  if (faults[0]) throw new Error(`Starter template ${template.slug} (${language}): ${JSON.stringify(faults[0])}`);
  const caller = `starter ${template.slug}`;
  return {
    page: { name, html: (await cleanMarkup('page', pageHtml, caller, [])).html },
    email: {
      ...email,
      name,
      html: (await cleanMarkup('email', email.html, caller, [])).html,
      sender_address: `${template.sender.local[language]}@${template.sender.domain}`,
      tips,
      premise: null,
    },
  };
};

const prepare = async (template: StarterTemplate): Promise<PreparedTemplate> => {
  const logo = await redraw({ ...LOGO, bytes: template.logo_svg }, `starter ${template.slug}`);
  if (!logo) throw new Error(`Starter template ${template.slug}: its logo is no picture`);
  const versions: Partial<Record<Language, Version>> = {};
  for (const language of languages) versions[language] = await prepareVersion(template, language);
  return { logo, versions: versions as Record<Language, Version> };
};

const prepared = new Map<string, Promise<PreparedTemplate>>();
/** One template after the other: the thread that cleans texts rejects a caller that sends many at once. */
let before: Promise<unknown> = Promise.resolve();
const inTurn = (template: StarterTemplate): Promise<PreparedTemplate> => {
  const running = before.then(() => prepare(template));
  before = running.catch(() => undefined);
  return running;
};
/** Cleans the texts of a template and draws its picture, once per process. */
export const prepareTemplate = (template: StarterTemplate): Promise<PreparedTemplate> => {
  const running = prepared.get(template.slug) ?? inTurn(template);
  prepared.set(template.slug, running);
  running.catch(() => prepared.delete(template.slug)); // a busy thread is asked again the next time
  return running;
};
