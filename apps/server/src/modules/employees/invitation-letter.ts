import { INVITATION_DAYS } from '@sergak/contract/employees/employees.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

type Words = { subject: string; title: string; paragraphs: string[]; button: string };

/** The letter with the registration link, in the person's language. */
export const invitationWords: Record<Language, (name: string, organization: string) => Words> = {
  ru: (name, organization) => ({
    subject: 'Приглашение на портал обучения',
    title: 'Добро пожаловать на портал обучения',
    paragraphs: [
      `Здравствуйте, ${name}! Организация «${organization}» приглашает вас на портал, где коротко и без скуки учат безопасной работе с почтой, паролями и данными.`,
      `Чтобы начать, придумайте пароль. Ссылка действует ${INVITATION_DAYS} дней и предназначена только для вас.`,
    ],
    button: 'Зарегистрироваться',
  }),
  en: (name, organization) => ({
    subject: 'Invitation to the training portal',
    title: 'Welcome to the training portal',
    paragraphs: [
      `Hello, ${name}! ${organization} invites you to the portal where short courses teach how to work safely with mail, passwords and data.`,
      `To begin, choose a password. The link works for ${INVITATION_DAYS} days and is meant for you alone.`,
    ],
    button: 'Register',
  }),
  uz: (name, organization) => ({
    subject: 'Oʻquv portaliga taklif',
    title: 'Oʻquv portaliga xush kelibsiz',
    paragraphs: [
      `Assalomu alaykum, ${name}! «${organization}» tashkiloti sizni pochta, parol va maʼlumotlar bilan xavfsiz ishlash oʻrgatiladigan portalga taklif qiladi.`,
      `Boshlash uchun parol oʻylab toping. Havola ${INVITATION_DAYS} kun amal qiladi va faqat siz uchun moʻljallangan.`,
    ],
    button: 'Roʻyxatdan oʻtish',
  }),
};
