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

/** Faults that stop the copy. Variables that only a later release fills are shown by the editor, as after an import. */
const stopping = (code: string): boolean => code !== 'unknown_variable';

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
  const faults = [...emailFaults(template.attack_vector, email), ...pageFaults(pageHtml)].filter(({ code }) =>
    stopping(code),
  );
  if (faults[0]) throw new Error(`Starter template ${template.slug} (${language}): ${JSON.stringify(faults[0])}`);
  const caller = `starter ${template.slug}`;
  return {
    page: { name, html: (await cleanMarkup('page', pageHtml, caller, [])).html },
    email: {
      ...email,
      name,
      html: (await cleanMarkup('email', email.html, caller, [])).html,
      sender_address: `${template.sender.local[language]}@${template.sender.domain}`,
      tips: template.tips.map((tip) => ({ text: tip[language], cue: tip.cue })),
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
/** Cleans the texts of a template and draws its picture, once per process. */
export const prepareTemplate = (template: StarterTemplate): Promise<PreparedTemplate> => {
  const running = prepared.get(template.slug) ?? prepare(template);
  prepared.set(template.slug, running);
  running.catch(() => prepared.delete(template.slug)); // a busy thread is asked again the next time
  return running;
};
