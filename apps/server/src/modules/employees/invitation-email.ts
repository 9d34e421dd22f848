import { INVITATION_DAYS } from '@sergak/contract/employees/employees.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

/** A first invitation, or a reminder to a person who has not registered. */
export type InvitationKind = 'invitation' | 'reminder';
type Words = { subject: string; title: string; paragraphs: string[]; button: string };

/** The email with the registration link, in the person's language. */
export const invitationWords: Record<Language, (name: string, organization: string) => Words> = {
  ru: (name, organization) => ({
    subject: 'Приглашение на портал обучения',
    title: 'Добро пожаловать на портал обучения',
    paragraphs: [
      `Здравствуйте, ${name}! Организация «${organization}» приглашает вас на портал, где короткие курсы учат безопасно работать с почтой, паролями и данными.`,
      `Чтобы начать, придумайте пароль. Ссылка действует ${INVITATION_DAYS} дней и предназначена только для вас.`,
    ],
    button: 'Зарегистрироваться',
  }),
  en: (name, organization) => ({
    subject: 'Invitation to the training portal',
    title: 'Welcome to the training portal',
    paragraphs: [
      `Hello ${name},`,
      `${organization} has invited you to its training portal, where short courses show you how to handle email, passwords and data safely.`,
      `To get started, choose a password. The link works for ${INVITATION_DAYS} days and is for you only.`,
    ],
    button: 'Register',
  }),
  uz: (name, organization) => ({
    subject: 'Oʻquv portaliga taklifnoma',
    title: 'Oʻquv portaliga xush kelibsiz',
    paragraphs: [
      `Assalomu alaykum, ${name}! “${organization}” tashkiloti sizni oʻquv portaliga taklif qiladi. Unda qisqa kurslar orqali pochta, parol va maʼlumotlar bilan xavfsiz ishlashni oʻrganasiz.`,
      `Boshlash uchun parol oʻylab toping. Havola ${INVITATION_DAYS} kun amal qiladi va faqat siz uchun moʻljallangan.`,
    ],
    button: 'Roʻyxatdan oʻtish',
  }),
};

/** The reminder to a person who was invited and has not registered. */
export const reminderWords: typeof invitationWords = {
  ru: (name, organization) => ({
    subject: 'Напоминание: вас ждёт портал обучения',
    title: 'Осталось придумать пароль',
    paragraphs: [
      `Здравствуйте, ${name}! Организация «${organization}» пригласила вас на портал обучения, но вы туда ещё не заходили.`,
      `Это займёт минуту: придумайте пароль по новой ссылке. Она действует ${INVITATION_DAYS} дней, прежние ссылки больше не работают.`,
    ],
    button: 'Зарегистрироваться',
  }),
  en: (name, organization) => ({
    subject: 'Reminder: the training portal is waiting for you',
    title: 'All you need is a password',
    paragraphs: [
      `Hello ${name},`,
      `${organization} has invited you to its training portal, but you have not signed in yet.`,
      `It takes a minute: choose a password using the new link. The link works for ${INVITATION_DAYS} days; earlier links no longer work.`,
    ],
    button: 'Register',
  }),
  uz: (name, organization) => ({
    subject: 'Eslatma: oʻquv portali sizni kutmoqda',
    title: 'Faqat parol oʻrnatish qoldi',
    paragraphs: [
      `Assalomu alaykum, ${name}! “${organization}” tashkiloti sizni oʻquv portaliga taklif qilgan, lekin siz hali portalga kirmagansiz.`,
      `Bu bir daqiqa vaqt oladi: yangi havola orqali parol oʻylab toping. Havola ${INVITATION_DAYS} kun amal qiladi, avvalgi havolalar endi ishlamaydi.`,
    ],
    button: 'Roʻyxatdan oʻtish',
  }),
};

type ByProvider = { reminder: string; paragraph: (host: string) => string; button: string };
const providerWords: Record<Language, ByProvider> = {
  ru: {
    reminder: 'Осталось войти на портал',
    paragraph: (host) =>
      `Пароль придумывать не нужно. Войдите через систему входа вашей организации${host && ` (${host})`}: на странице входа выберите вход через организацию и введите рабочую почту.`,
    button: 'Открыть страницу входа',
  },
  en: {
    reminder: 'All you need to do is sign in',
    paragraph: (host) =>
      `You do not need a new password. Sign in through your organisation’s sign-in system${host && ` (${host})`}: on the sign-in page, choose to sign in with your organisation and enter your work email.`,
    button: 'Open the sign-in page',
  },
  uz: {
    reminder: 'Faqat portalga kirish qoldi',
    paragraph: (host) =>
      `Yangi parol oʻylab topish shart emas. Tashkilotingiz kirish tizimi${host && ` (${host})`} orqali kiring: kirish sahifasida tashkilot orqali kirishni tanlang va ish pochtangizni kiriting.`,
    button: 'Kirish sahifasini ochish',
  },
};

/** The same email to a person who may sign in only through the identity provider; its last paragraph no longer asks for a password. */
export const throughProvider = (
  words: Words,
  { kind, language, host }: { kind: InvitationKind; language: Language; host: string },
): Words => {
  const { reminder, paragraph, button } = providerWords[language];
  return {
    subject: words.subject,
    title: kind === 'reminder' ? reminder : words.title,
    paragraphs: [...words.paragraphs.slice(0, -1), paragraph(host)],
    button,
  };
};
