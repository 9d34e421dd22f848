import { htmlToText } from '@sergak/mail/html-text.ts';
import type { Email, LandingPage } from '@sergak/contract/phishing/phishing.schema.ts';
import type { Difference } from '@sergak/contract/starter/starter.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { TemplateRow } from './phishing.repo.ts';
import type { StarterTemplate } from './starter-files.ts';

/** Converting a longer text would keep the thread busy for a second; its beginning shows that it differs. */
const COMPARED_MAX = 125_000;
const readable = (html: string): string => htmlToText(html.slice(0, COMPARED_MAX));

const lines = (texts: readonly string[]): string => texts.join('\n');
type Texts = Pick<Difference, 'part' | 'before' | 'after'>;

const emailTexts = (template: StarterTemplate, email: Email): Texts[] => {
  const { language } = email;
  const generated = email.attachments.flatMap((one) =>
    one.kind === 'generated' ? [`${one.name}\n${one.body}`] : [one.name],
  );
  return [
    { part: 'subject', before: email.subject, after: template.subject[language] },
    {
      part: 'sender',
      before: `${email.sender_name} <${email.sender_address}>`,
      after: `${template.sender.name[language]} <${template.sender.local[language]}@${template.sender.domain}>`,
    },
    { part: 'email', before: readable(email.html), after: readable(template.emailHtml[language]) },
    {
      part: 'attachment',
      before: lines(generated),
      after: lines(template.attachments.map((one) => `${one.name[language]}\n${one.body[language]}`)),
    },
    {
      part: 'tips',
      before: lines(email.tips.map((tip) => tip.text)),
      after: lines(template.tips.map((tip) => tip[language])),
    },
  ];
};

/** The texts in which a copy and the library differ, the base language first. */
export const differencesOf = (
  template: StarterTemplate,
  row: TemplateRow,
  { emails, pages }: { readonly emails: readonly Email[]; readonly pages: readonly LandingPage[] },
): Difference[] => {
  const found: (Texts & { readonly language: Language })[] = [
    { part: 'name', language: row.language, before: row.name, after: template.name[row.language] },
    { part: 'description', language: row.language, before: row.description, after: template.description[row.language] },
    ...emails.flatMap((email) => emailTexts(template, email).map((one) => ({ ...one, language: email.language }))),
    ...pages.map((page) => ({
      part: 'page' as const,
      language: page.language,
      before: readable(page.html),
      after: readable(template.pageHtml[page.language]),
    })),
  ];
  return found.flatMap((one) => (one.before === one.after ? [] : [{ ...one, title: '' }]));
};
