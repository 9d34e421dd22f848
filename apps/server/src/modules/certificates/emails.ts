import type { Language } from '@sergak/contract/session/session.schema.ts';

type Words = { readonly subject: string; readonly title: string; readonly paragraphs: readonly string[] };
type Revocation = {
  readonly name: string;
  readonly course: string;
  readonly number: string;
  readonly reason: string;
};
type Reminder = {
  readonly name: string;
  readonly course: string;
  readonly number: string;
  /** dd.mm.yyyy. */
  readonly date: string;
  /** The course was assigned again. */
  readonly assigned: boolean;
};

const hello: Readonly<Record<Language, (name: string) => string>> = {
  ru: (name) => (name ? `Здравствуйте, ${name}!` : 'Здравствуйте!'),
  en: (name) => (name ? `Hello ${name},` : 'Hello,'),
  uz: (name) => (name ? `Assalomu alaykum, ${name}!` : 'Assalomu alaykum!'),
};

const revocation: Readonly<Record<Language, (r: Revocation) => Words>> = {
  ru: (r) => ({
    subject: `Сертификат отозван: «${r.course}»`,
    title: 'Сертификат отозван',
    paragraphs: [
      `Сертификат ${r.number} о прохождении курса «${r.course}» больше не действует.`,
      `Причина: ${r.reason}`,
      'Если у вас есть вопросы, обратитесь к администратору обучения вашей организации.',
    ],
  }),
  en: (r) => ({
    subject: `Certificate revoked: “${r.course}”`,
    title: 'Certificate revoked',
    paragraphs: [
      `Your certificate ${r.number} for the course “${r.course}” is no longer valid.`,
      `Reason: ${r.reason}`,
      'If you have questions, contact the training administrator of your organisation.',
    ],
  }),
  uz: (r) => ({
    subject: `Sertifikat bekor qilindi: “${r.course}”`,
    title: 'Sertifikat bekor qilindi',
    paragraphs: [
      `“${r.course}” kursi boʻyicha ${r.number} raqamli sertifikatingiz endi amal qilmaydi.`,
      `Sababi: ${r.reason}`,
      'Savollaringiz boʻlsa, tashkilotingizning oʻquv administratoriga murojaat qiling.',
    ],
  }),
};

const reminder: Readonly<Record<Language, (r: Reminder) => Words & { readonly button: string }>> = {
  ru: (r) => ({
    subject: `Сертификат действует до ${r.date}: «${r.course}»`,
    title: 'Срок сертификата подходит к концу',
    paragraphs: [
      `Сертификат ${r.number} о прохождении курса «${r.course}» действует до ${r.date} включительно.`,
      r.assigned
        ? 'Курс назначен вам снова. Пройдите его до этой даты и получите новый сертификат.'
        : 'Чтобы получить новый сертификат, пройдите курс ещё раз: попросите администратора обучения назначить его.',
    ],
    button: r.assigned ? 'Открыть курс' : 'Мои курсы',
  }),
  en: (r) => ({
    subject: `Certificate valid until ${r.date}: “${r.course}”`,
    title: 'Your certificate expires soon',
    paragraphs: [
      `Your certificate ${r.number} for the course “${r.course}” is valid up to and including ${r.date}.`,
      r.assigned
        ? 'The course has been assigned to you again. Complete it by this date to get a new certificate.'
        : 'To get a new certificate, take the course again: ask your training administrator to assign it.',
    ],
    button: r.assigned ? 'Open course' : 'My courses',
  }),
  uz: (r) => ({
    subject: `Sertifikat ${r.date} gacha amal qiladi: “${r.course}”`,
    title: 'Sertifikat muddati tugamoqda',
    paragraphs: [
      `“${r.course}” kursi boʻyicha ${r.number} raqamli sertifikatingiz ${r.date} gacha (shu kun ham) amal qiladi.`,
      r.assigned
        ? 'Kurs sizga qayta tayinlandi. Uni shu sanagacha tugating va yangi sertifikat oling.'
        : 'Yangi sertifikat olish uchun kursni qayta oʻting: oʻquv administratoridan uni tayinlashni soʻrang.',
    ],
    button: r.assigned ? 'Kursni ochish' : 'Mening kurslarim',
  }),
};

const greeted = <W extends Words>(language: Language, name: string, words: W): W => ({
  ...words,
  paragraphs: [hello[language](name), ...words.paragraphs],
});

export const revocationWords = (language: Language, r: Revocation) =>
  greeted(language, r.name, revocation[language](r));
export const reminderWords = (language: Language, r: Reminder) => greeted(language, r.name, reminder[language](r));
