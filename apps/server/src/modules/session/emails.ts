import type { Language } from '@sergak/contract/session/session.schema.ts';
import { CODE_MINUTES } from '@sergak/contract/session/session.rules.ts';

type Words = { subject: string; title: string; paragraphs: string[]; button?: string };

/** Texts of the emails of sign-in, in the person's language. */
export const recoveryWords: Record<Language, (name: string) => Words> = {
  ru: (name) => ({
    subject: 'Восстановление пароля',
    title: 'Новый пароль',
    paragraphs: [
      `Здравствуйте, ${name}! Кто-то, скорее всего вы, попросил восстановить пароль.`,
      'Ссылка действует один час и сработает один раз. Если вы ничего не просили, просто удалите письмо: пароль останется прежним.',
    ],
    button: 'Задать новый пароль',
  }),
  en: (name) => ({
    subject: 'Reset your password',
    title: 'Reset your password',
    paragraphs: [
      `Hello ${name},`,
      `Someone, most likely you, asked to reset your password.`,
      'The link works for one hour and only once. If you did not ask for this, delete this email: your password will not change.',
    ],
    button: 'Set a new password',
  }),
  uz: (name) => ({
    subject: 'Parolni tiklash',
    title: 'Yangi parol',
    paragraphs: [
      `Assalomu alaykum, ${name}! Hisobingiz parolini tiklash soʻraldi.`,
      'Havola bir soat davomida va faqat bir marta ishlaydi. Agar siz soʻramagan boʻlsangiz, xatni oʻchirib tashlang: parol oʻzgarmaydi.',
    ],
    button: 'Yangi parol oʻrnatish',
  }),
};

/** Sent instead of a recovery link to people who may sign in only through the identity provider; `host` is its name or empty. */
export const providerWords: Record<Language, (name: string, host: string) => Words> = {
  ru: (name, host) => ({
    subject: 'Вход без пароля портала',
    title: 'Пароль портала не нужен',
    paragraphs: [
      `Здравствуйте, ${name}! Кто-то, скорее всего вы, попросил восстановить пароль.`,
      `В вашей организации на портал входят через учётную запись организации${host && ` (${host})`}. На странице входа выберите вход через организацию и введите рабочую почту. Если забыли пароль этой учётной записи, обратитесь в службу поддержки организации.`,
    ],
    button: 'Открыть страницу входа',
  }),
  en: (name, host) => ({
    subject: 'You do not need a portal password',
    title: 'You do not need a portal password',
    paragraphs: [
      `Hello ${name},`,
      `Someone, most likely you, asked to reset your password.`,
      `Your organisation signs in to the portal with its own accounts${host && ` (${host})`}. On the sign-in page, choose to sign in with your organisation and enter your work email. If you have forgotten the password of that account, ask the support team of your organisation.`,
    ],
    button: 'Open the sign-in page',
  }),
  uz: (name, host) => ({
    subject: 'Portal paroli kerak emas',
    title: 'Portal paroli kerak emas',
    paragraphs: [
      `Assalomu alaykum, ${name}! Hisobingiz parolini tiklash soʻraldi.`,
      `Tashkilotingizda portalga tashkilot hisobi orqali kiriladi${host && ` (${host})`}. Kirish sahifasida tashkilot orqali kirishni tanlang va ish pochtangizni kiriting. Tashkilot hisobi parolini unutgan boʻlsangiz, tashkilotning qoʻllab-quvvatlash xizmatiga murojaat qiling.`,
    ],
    button: 'Kirish sahifasini ochish',
  }),
};

export const codeWords: Record<Language, Words> = {
  ru: {
    subject: 'Код для входа',
    title: 'Код для входа',
    paragraphs: [
      `Введите этот код на странице входа. Он действует ${CODE_MINUTES} минут. Никому его не сообщайте: сотрудники поддержки его никогда не спрашивают.`,
    ],
  },
  en: {
    subject: 'Sign-in code',
    title: 'Sign-in code',
    paragraphs: [
      `Enter this code on the sign-in page. It works for ${CODE_MINUTES} minutes. Do not share it with anyone: support will never ask for it.`,
    ],
  },
  uz: {
    subject: 'Kirish kodi',
    title: 'Kirish kodi',
    paragraphs: [
      `Ushbu kodni kirish sahifasiga kiriting. U ${CODE_MINUTES} daqiqa amal qiladi. Uni hech kimga aytmang: qoʻllab-quvvatlash xodimlari kodni hech qachon soʻramaydi.`,
    ],
  },
};
