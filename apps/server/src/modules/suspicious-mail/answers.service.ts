import type { Input } from '@sergak/contract/endpoint.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { suspiciousMailEndpoints } from '@sergak/contract/suspicious-mail/suspicious-mail.endpoints.ts';
import {
  answerVariables,
  defangText,
  reportVerdicts,
  type ReportVerdict,
} from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { ReportAnswer } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { AppError } from '../../platform/errors.ts';
import { queueEmails } from '../../platform/outbox.ts';
import { textsOf } from '../../platform/texts.ts';
import { requireVersion, staleVersion } from '../../platform/version.ts';
import * as answers from './answers.repo.ts';
import { findReportingOrganization } from './reports.query.ts';
import * as repo from './suspicious.repo.ts';
import { getSuspicious } from './suspicious.service.ts';

type In<K extends keyof typeof suspiciousMailEndpoints> = Input<(typeof suspiciousMailEndpoints)[K]>;
type Texts = ReportAnswer['texts'];

/** Variables stay as they are: they are filled in for each reporter. */
const asWritten = Object.fromEntries(answerVariables.map((name) => [name, `{{${name}}}`]));

/** The answer of the product to people who reported an email with this verdict. */
const standardTexts = (verdict: ReportVerdict): Texts => {
  const of = (language: Language) => {
    const t = textsOf(language, 'suspicious__server');
    return { subject: t(`answer.${verdict}.subject`, asWritten), text: t(`answer.${verdict}.text`, asWritten) };
  };
  return { ru: of('ru'), en: of('en'), uz: of('uz') };
};

const readAnswers = async (tx: Tx): Promise<ReportAnswer[]> => {
  const stored = new Map((await answers.listAnswers(tx)).map((row) => [row.verdict, row]));
  return reportVerdicts.map((verdict) => {
    const row = stored.get(verdict);
    return {
      verdict,
      texts: row?.texts ?? standardTexts(verdict),
      own: Boolean(row?.texts),
      version: row?.version ?? 0,
    };
  });
};

export const listAnswers = async (tx: Tx) => ({ data: await readAnswers(tx) });

/** The texts of an answer as one text of the audit log. */
const logged = ({ texts }: ReportAnswer): string =>
  languages.map((language) => `${texts[language].subject}\n${texts[language].text}`).join('\n\n');

/** Sets the texts of an answer, or restores those of the product. */
export const saveAnswer = async ({ tx }: Ctx, { verdict, texts, version }: In<'suspicious-mail.answer-save'>) => {
  const find = async () => (await readAnswers(tx)).find((one) => one.verdict === verdict)!;
  const before = await find();
  requireVersion(before, version);
  if (!(await answers.putAnswer(tx, verdict, texts, version))) throw staleVersion();
  const saved = await find();
  const { language } = await findReportingOrganization(tx);
  return new Logged(saved, {
    kind: 'report_answer',
    title: saved.texts[language as Language].subject,
    changes: { text: [logged(before), logged(saved)] },
  });
};

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w{1,40})\}\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole));

/** Tells the people who reported a message what it was, each in their language, and each verdict once. */
export const answerReporters = async ({ tx }: Ctx, { id, version }: In<'suspicious-mail.answer'>) => {
  const before = await repo.lockSuspicious(tx, id);
  if (!before) throw new AppError('suspicious.not_found');
  requireVersion(before, version);
  const { verdict } = before;
  if (verdict === null) throw new AppError('suspicious.no_verdict');
  const reporters = await repo.markAnswered(tx, id, before.message_key, verdict);
  if (reporters.length === 0) throw new AppError('suspicious.nobody_to_answer');
  const { texts } = (await readAnswers(tx)).find((one) => one.verdict === verdict)!;
  const organization = await findReportingOrganization(tx);
  await queueEmails(
    tx,
    reporters.map((reporter) => {
      const language = reporter.language ?? (organization.language as Language);
      const t = textsOf(language, 'suspicious__server');
      const values = {
        first_name: reporter.first_name,
        // Mail programs make links of what looks like one.
        subject: defangText(before.subject) || t('email.no_subject'),
        organization: organization.title,
      };
      const subject = filled(texts[language].subject, values);
      const email = layOutEmail({
        language,
        organization: organization.title,
        brandColor: organization.brand_color,
        title: subject,
        paragraphs: filled(texts[language].text, values).split(/\n{2,}/),
      });
      return {
        kind: 'report_answer',
        employeeId: reporter.id,
        to: reporter.email,
        language,
        subject: subject.slice(0, 250),
        tellsResult: verdict === 'simulation',
        ...email,
      };
    }),
  );
  return new Logged(await getSuspicious(tx, id), {
    kind: 'suspicious_email',
    id,
    title: before.subject,
    details: { emails: reporters.length },
  });
};
