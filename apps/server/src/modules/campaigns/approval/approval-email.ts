import type { Language } from '@sergak/contract/session/session.schema.ts';
import { emailTexts, type EmailTexts } from '../../../platform/email-texts.ts';
import { numberIn, textsOf } from '../../../platform/texts.ts';

export type ApprovalEmail = 'asked' | 'approved' | 'rejected' | 'unapproved' | 'by_tag';
export type ApprovalFacts = {
  readonly campaign: string;
  /** The person who asked for the approval, or who decided about it. */
  readonly person: string;
  readonly recipients: number;
  readonly above: number;
  readonly note: string;
};

/** Returns the texts of an email about an approval in the reader's language. */
export const approvalWords = (email: ApprovalEmail, language: Language, facts: ApprovalFacts): EmailTexts => {
  const t = textsOf(language, 'campaigns__server');
  return emailTexts(language, 'campaigns__server', `email.approval_${email}`, {
    ...facts,
    person: facts.person || t(email === 'asked' ? 'another_administrator' : 'administrator'),
    recipients: numberIn(language, facts.recipients),
    above: numberIn(language, facts.above),
  });
};
