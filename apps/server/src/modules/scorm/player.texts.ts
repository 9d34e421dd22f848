import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { PlayerState } from '@sergak/contract/scorm/runtime.schema.ts';

type Texts = PlayerState['texts'];
/** Texts of the player. It lives on the content origin, which has no access to the portal's locales. */
export const playerTexts: Readonly<Record<Language, Texts>> = {
  ru: {
    contents: 'Содержание',
    previous: 'Назад',
    next: 'Далее',
    done: 'пройдено',
    failed: 'не пройдено',
    begun: 'начато',
    end: 'Материал закончился. Вернитесь на страницу курса или откройте другой раздел.',
    open: 'Открыть содержание',
  },
  en: {
    contents: 'Contents',
    previous: 'Back',
    next: 'Next',
    done: 'done',
    failed: 'not passed',
    begun: 'begun',
    end: 'This is the end of the material. Return to the course page or open another part.',
    open: 'Open the contents',
  },
  uz: {
    contents: 'Mundarija',
    previous: 'Orqaga',
    next: 'Keyingi',
    done: 'oʻtildi',
    failed: 'oʻtilmadi',
    begun: 'boshlangan',
    end: 'Material tugadi. Kurs sahifasiga qayting yoki boshqa boʻlimni oching.',
    open: 'Mundarijani ochish',
  },
};

/** Name of the learner that a package sees in a preview. */
export const previewNames: Readonly<Record<Language, string>> = {
  ru: 'Предварительный просмотр',
  en: 'Preview',
  uz: 'Oldindan koʻrish',
};

type Refusal = 'used' | 'over';
/** Why a link to the player does not open. */
export const refusalTexts: Readonly<Record<Language, Readonly<Record<Refusal, { title: string; text: string }>>>> = {
  ru: {
    used: {
      title: 'Эта ссылка уже открыта',
      text: 'Ссылка на материал работает один раз. Откройте материал со страницы курса.',
    },
    over: { title: 'Ссылка не действует', text: 'Войдите на портал и откройте материал со страницы курса.' },
  },
  en: {
    used: {
      title: 'This link has already been opened',
      text: 'A link to the material works once. Open the material from the course page.',
    },
    over: {
      title: 'This link is not valid',
      text: 'Sign in to the portal and open the material from the course page.',
    },
  },
  uz: {
    used: {
      title: 'Bu havola allaqachon ochilgan',
      text: 'Materialga havola bir marta ishlaydi. Materialni kurs sahifasidan oching.',
    },
    over: { title: 'Havola amal qilmaydi', text: 'Portalga kiring va materialni kurs sahifasidan oching.' },
  },
};
