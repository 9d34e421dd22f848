import { type EmailVariable, nameVariablesIn } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

type Variables = Readonly<Record<Exclude<EmailVariable, 'link' | 'tracking' | 'qr_code'>, string>>;
/** What stands in a report for a variable of a subject: an aggregate has no single reader to fill it with. */
const variables: Readonly<Record<Language, Variables>> = {
  ru: {
    first_name: 'Имя',
    last_name: 'Фамилия',
    middle_name: 'Отчество',
    full_name: 'Фамилия, имя и отчество',
    email: 'Почта',
    position: 'Должность',
    department: 'Отдел',
    organization: 'Организация',
    date: 'Дата',
  },
  en: {
    first_name: 'First name',
    last_name: 'Last name',
    middle_name: 'Middle name',
    full_name: 'Full name',
    email: 'Email',
    position: 'Position',
    department: 'Department',
    organization: 'Organisation',
    date: 'Date',
  },
  uz: {
    first_name: 'Ism',
    last_name: 'Familiya',
    middle_name: 'Otasining ismi',
    full_name: 'Toʻliq ism',
    email: 'Pochta',
    position: 'Lavozim',
    department: 'Boʻlim',
    organization: 'Tashkilot',
    date: 'Sana',
  },
};

/** A subject as a reader of the report understands it: «[Имя], ваш пароль истекает». */
export const readableSubject = (subject: string, language: Language): string =>
  nameVariablesIn(subject, (name) => variables[language][name as keyof Variables]);

/** Why an event was judged as it was, by the code that tracking stores. */
const reasons: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ru: {
    image_proxy: 'картинки загрузил почтовый сервис получателя',
    no_user_agent: 'программа не представилась',
    known_scanner: 'известный сканер ссылок',
    known_network: 'сеть известного почтового фильтра',
    confirmed: 'подтверждено действиями на странице',
    unconfirmed: 'вскоре после отправки, действий человека не было видно',
    prefetch: 'страница загружена заранее',
    privacy_proxy: 'почтовая программа загружает картинки сама',
    before_delivery: 'раньше отправки письма',
    not_a_browser: 'это не браузер',
    no_click_before: 'форма без перехода по ссылке',
  },
  en: {
    image_proxy: 'images were loaded by the recipient’s mail service',
    no_user_agent: 'the program did not identify itself',
    known_scanner: 'a known link scanner',
    known_network: 'the network of a known mail filter',
    confirmed: 'confirmed by activity on the page',
    unconfirmed: 'soon after sending, with no sign of a person',
    prefetch: 'the page was prefetched',
    privacy_proxy: 'the email client loads images automatically',
    before_delivery: 'before the email was sent',
    not_a_browser: 'not a browser',
    no_click_before: 'form submitted without a click beforehand',
  },
  uz: {
    image_proxy: 'rasmlarni oluvchining pochta xizmati yuklagan',
    no_user_agent: 'dastur oʻzini tanishtirmagan',
    known_scanner: 'maʼlum havola skaneri',
    known_network: 'maʼlum pochta filtri tarmogʻi',
    confirmed: 'sahifadagi harakatlar bilan tasdiqlangan',
    unconfirmed: 'yuborilgandan keyin tez orada, odam harakati koʻrinmagan',
    prefetch: 'sahifa oldindan yuklangan',
    privacy_proxy: 'pochta dasturi rasmlarni oʻzi yuklaydi',
    before_delivery: 'xat yuborilishidan oldin',
    not_a_browser: 'bu brauzer emas',
    no_click_before: 'havolaga oʻtmasdan yuborilgan forma',
  },
};

/** The reason in words; empty for an event that nothing speaks against. A code of an older release stays as it is. */
export const verdictReason = (code: string, language: Language): string => reasons[language][code] ?? code;
