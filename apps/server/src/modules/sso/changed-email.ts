import { auditFields, type AuditField } from '@sergak/contract/audit/audit.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

type Labels = Readonly<Record<(typeof auditFields)['sso'][number], string>>;
type Words = {
  readonly subject: string;
  readonly intro: string;
  readonly changed: (fields: string) => string;
  readonly by: (person: string) => string;
  readonly labels: Labels;
};

const words: Readonly<Record<Language, Words>> = {
  ru: {
    subject: 'Настройки единого входа изменены',
    intro:
      'Через единый вход можно войти под именем любого сотрудника, поэтому портал сообщает о каждом изменении его настроек.',
    changed: (fields) => `Что изменено: ${fields}. Прежние и новые значения есть в журнале действий.`,
    by: (person) =>
      `Кто изменил: ${person}. Если вы об этом не договаривались, верните прежние настройки и сообщите службе безопасности.`,
    labels: {
      protocol: 'протокол',
      enabled: 'разрешён ли единый вход',
      forced: 'запрет входа по паролю',
      break_glass: 'кому оставлен пароль',
      create_accounts: 'создание учётных записей',
      issuer: 'провайдер',
      idp_sso_url: 'адрес входа',
      idp_certificates: 'сертификаты провайдера',
      client_id: 'идентификатор приложения',
      client_secret: 'секрет приложения',
      ca: 'сертификаты своего центра',
      attributes: 'атрибуты со сведениями о сотруднике',
      group_roles: 'роли по группам',
    },
  },
  en: {
    subject: 'Single sign-on settings have been changed',
    intro: 'Single sign-on can open the account of any employee, so the portal reports every change of its settings.',
    changed: (fields) => `Changed: ${fields}. The audit log shows the values before and after.`,
    by: (person) =>
      `Changed by: ${person}. If this was not agreed, restore the previous settings and tell your security team.`,
    labels: {
      protocol: 'protocol',
      enabled: 'whether single sign-on is allowed',
      forced: 'ban on passwords',
      break_glass: 'who keeps the password',
      create_accounts: 'creation of accounts',
      issuer: 'provider',
      idp_sso_url: 'sign-in address',
      idp_certificates: 'certificates of the provider',
      client_id: 'client ID',
      client_secret: 'client secret',
      ca: 'certificates of an own authority',
      attributes: 'attributes of employees',
      group_roles: 'roles by group',
    },
  },
  uz: {
    subject: 'Yagona kirish sozlamalari oʻzgartirildi',
    intro:
      'Yagona kirish orqali istalgan xodim nomidan kirish mumkin, shuning uchun portal uning sozlamalari har bir oʻzgarganida xabar beradi.',
    changed: (fields) => `Nima oʻzgartirildi: ${fields}. Avvalgi va yangi qiymatlar amallar jurnalida.`,
    by: (person) =>
      `Oʻzgartirgan: ${person}. Agar bu kelishilmagan boʻlsa, avvalgi sozlamalarni qaytaring va xavfsizlik xizmatiga xabar bering.`,
    labels: {
      protocol: 'protokol',
      enabled: 'yagona kirishga ruxsat',
      forced: 'parol bilan kirishni taqiqlash',
      break_glass: 'paroli saqlanadigan kishi',
      create_accounts: 'hisob yaratish',
      issuer: 'provayder',
      idp_sso_url: 'kirish manzili',
      idp_certificates: 'provayder sertifikatlari',
      client_id: 'ilova identifikatori',
      client_secret: 'ilovaning maxfiy kaliti',
      ca: 'oʻz sertifikatlash markazi sertifikatlari',
      attributes: 'xodim haqidagi maʼlumotlar atributlari',
      group_roles: 'guruhlar boʻyicha rollar',
    },
  },
};

/** The email to administrators after the settings of single sign-on were changed. */
export const changedWords = (language: Language, fields: readonly AuditField[], by: string) => {
  const { subject, intro, changed, by: author, labels } = words[language];
  const shown = auditFields.sso.filter((field) => fields.includes(field)).map((field) => labels[field]);
  return { subject, title: subject, paragraphs: [intro, changed(shown.join(', ')), author(by)] };
};
