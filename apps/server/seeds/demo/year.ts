import type { CampaignPlan } from './phishing.ts';

export type Event =
  | { readonly week: number; readonly campaign: CampaignPlan }
  | { readonly week: number; readonly course: string; readonly departments: readonly string[]; readonly days: number };

const all: readonly string[] = [];
const money = ['Бухгалтерия', 'Казначейство', 'Финансовый департамент'];
const sales = ['Отдел продаж'];

/** Events of the demo's year by week, counted from its beginning; danger falls as people learn. */
export const year: readonly Event[] = [
  {
    week: 2,
    campaign: {
      name: 'Пароли и вход',
      templates: ['password-expires', 'new-sign-in'],
      departments: all,
      days: 10,
      danger: 1,
    },
  },
  {
    week: 7,
    campaign: {
      name: 'Посылки и доставка',
      templates: ['parcel-held', 'meeting-invite'],
      departments: all,
      days: 10,
      danger: 0.98,
    },
  },
  { week: 9, course: 'phishing', departments: all, days: 45 },
  {
    week: 13,
    campaign: {
      name: 'Документы для финансистов',
      templates: ['document-signature', 'reconciliation-act'],
      departments: money,
      days: 12,
      danger: 0.9,
    },
  },
  {
    week: 18,
    campaign: {
      name: 'Кадровые новости',
      templates: ['vacation-schedule', 'staff-survey'],
      departments: all,
      days: 10,
      danger: 0.72,
    },
  },
  { week: 22, course: 'passwords', departments: ['Бухгалтерия', 'Казначейство', 'Служба поддержки'], days: 30 },
  {
    week: 25,
    campaign: {
      name: 'Карантин почты',
      templates: ['quarantine-digest', 'mfa-qr-update'],
      departments: all,
      days: 10,
      danger: 0.6,
    },
  },
  {
    week: 31,
    campaign: {
      name: 'Возврат двойной оплаты',
      templates: ['compensation-payout'],
      departments: all,
      days: 10,
      danger: 0.55,
    },
  },
  {
    week: 36,
    campaign: {
      name: 'Продажи: подписание документов',
      templates: ['document-signature'],
      departments: sales,
      days: 12,
      danger: 0.5,
    },
  },
  {
    week: 46,
    course: 'data',
    departments: ['Отдел кадров', 'ИТ-департамент', 'Филиал в Самарканде', 'Бухгалтерия'],
    days: 52,
  },
  {
    week: 43,
    campaign: {
      name: 'Приказы и ознакомление',
      templates: ['order-acknowledgement', 'vacation-schedule'],
      departments: all,
      days: 10,
      danger: 0.45,
    },
  },
  {
    week: 48,
    campaign: {
      name: 'Осенняя рассылка',
      templates: ['new-sign-in', 'parcel-held', 'staff-survey'],
      departments: all,
      days: 12,
      danger: 0.38,
      course: 'phishing',
      message: {
        theme: 'Учебное письмо: что стоило заметить',
        text: 'Здравствуйте! На прошлой неделе вы перешли по ссылке из учебного письма. Ничего страшного не случилось: так мы тренируемся. Загляните в короткий курс, он займёт десять минут.',
      },
    },
  },
];

/** The campaign that waits for a second administrator when the demo is opened. */
export const large: CampaignPlan = {
  name: 'Декабрь: вся организация',
  templates: ['new-sign-in', 'staff-survey'],
  departments: all,
  days: 16,
  danger: 0.4,
};
/** Campaigns of the demo with more recipients need a second administrator's approval. */
export const LARGE_ABOVE = 200;

/** The campaign that is running when the demo is opened. */
export const current: CampaignPlan = {
  name: 'Ноябрь: график отпусков',
  templates: ['vacation-schedule', 'compensation-payout'],
  departments: ['Цех № 1', 'Отдел кадров'],
  days: 14,
  danger: 0.4,
  course: 'phishing',
};

/** A page that campaigns can show after the form of a landing page. */
export const redirectPage = {
  name: 'Спасибо, данные приняты',
  html: `<div style="max-width:560px;margin:64px auto;padding:0 20px;font-family:Arial,sans-serif;color:#1f2933;">
<h1 style="font-size:26px;line-height:32px;">Спасибо, {{first_name}}</h1>
<p style="font-size:16px;line-height:24px;">Заявка принята. Ответ придёт на рабочую почту в течение двух рабочих дней.</p>
</div>
`,
};
