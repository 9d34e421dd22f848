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
      `Здравствуйте, ${name}! Организация «${organization}» пригласила вас на портал обучения, но вы ещё не зарегистрировались.`,
      `Это займёт минуту: придумайте пароль по новой ссылке. Она действует ${INVITATION_DAYS} дней, прежние ссылки больше не работают.`,
    ],
    button: 'Зарегистрироваться',
  }),
  en: (name, organization) => ({
    subject: 'Reminder: the training portal is waiting for you',
    title: 'All you need is a password',
    paragraphs: [
      `Hello ${name},`,
      `${organization} has invited you to its training portal, but you have not registered yet.`,
      `It takes a minute: choose a password using the new link. The link works for ${INVITATION_DAYS} days; earlier links no longer work.`,
    ],
    button: 'Register',
  }),
  uz: (name, organization) => ({
    subject: 'Eslatma: oʻquv portali sizni kutmoqda',
    title: 'Faqat parol oʻrnatish qoldi',
    paragraphs: [
      `Assalomu alaykum, ${name}! “${organization}” tashkiloti sizni oʻquv portaliga taklif qilgan, lekin siz hali roʻyxatdan oʻtmagansiz.`,
      `Bu bir daqiqa vaqt oladi: yangi havola orqali parol oʻylab toping. Havola ${INVITATION_DAYS} kun amal qiladi, avvalgi havolalar endi ishlamaydi.`,
    ],
    button: 'Roʻyxatdan oʻtish',
  }),
};
