import type { Language } from '@sergak/contract/session/session.schema.ts';
import { emailTexts, greeting } from '../../platform/email-texts.ts';
import { textsOf } from '../../platform/texts.ts';

type CourseEmail = {
  readonly kind: 'assigned' | 'reminder';
  readonly language: Language;
  readonly name: string;
  readonly title: string;
  readonly minutes: number;
  /** dd.mm.yyyy. */
  readonly deadline: string;
  readonly overdue: boolean;
  readonly started: boolean;
  readonly isRegistered: boolean;
};

/** The texts of an email about a course, in the person's language. */
export const courseEmail = (c: CourseEmail) => {
  const t = textsOf(c.language, 'learning__server');
  const email = c.kind === 'assigned' ? 'email.assigned' : c.started ? 'email.reminder_started' : 'email.reminder';
  const { subject, title, paragraphs } = emailTexts(c.language, 'learning__server', email, {
    title: c.title,
    duration: t('duration', { count: c.minutes }),
  });
  return {
    subject,
    title,
    paragraphs: [
      greeting(c.language, c.name),
      ...paragraphs,
      t(c.overdue ? 'email.overdue' : 'email.due', { deadline: c.deadline }),
      ...(c.kind === 'reminder' ? [t('email.help')] : []),
      ...(c.isRegistered ? [] : [t('email.register')]),
    ],
    button: t(c.isRegistered ? 'email.button.course' : 'email.button.register'),
  };
};
