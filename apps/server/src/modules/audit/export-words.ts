import type { Language } from '@sergak/contract/session/session.schema.ts';

type Words = {
  readonly sheet: string;
  readonly columns: readonly string[];
  readonly people: string;
  readonly peopleColumns: readonly string[];
  readonly wiped: string;
  /** Follows the name of a thing that no longer exists. */
  readonly removed: string;
  readonly chain: string;
  readonly verdict: string;
  readonly whole: string;
  readonly broken: string;
  readonly rows: string;
  readonly pending: string;
  readonly last: string;
  readonly head: string;
};

/** Texts of the exported audit log. */
export const exportWords: Readonly<Record<Language, Words>> = {
  ru: {
    sheet: 'Журнал действий',
    columns: [
      'Запись',
      'Когда',
      'Кто',
      'Действие',
      'Объект',
      'Что изменилось',
      'Адрес',
      'Код действия',
      'Вид объекта (код)',
      'Код объекта',
      'Изменения (исходная запись)',
      'Подробности (исходная запись)',
      'Номер в цепочке',
      'Отпечаток',
    ],
    people: 'Люди',
    peopleColumns: ['Запись', 'Сотрудник', 'Код сотрудника'],
    wiped: 'данные удалены',
    removed: 'удалено',
    chain: 'Целостность',
    verdict: 'Проверка цепочки',
    whole: 'Цепочка цела',
    broken: 'Цепочка нарушена, запись',
    rows: 'Проверено записей',
    pending: 'Ещё без отпечатка',
    last: 'Последний номер',
    head: 'Отпечаток последней записи',
  },
  en: {
    sheet: 'Audit log',
    columns: [
      'Entry',
      'When',
      'Who',
      'Action',
      'Object',
      'What changed',
      'Address',
      'Action code',
      'Object kind',
      'Object ID',
      'Changes as recorded',
      'Details as recorded',
      'Chain number',
      'Fingerprint',
    ],
    people: 'People',
    peopleColumns: ['Entry', 'Employee', 'Employee ID'],
    wiped: 'data erased',
    removed: 'deleted',
    chain: 'Integrity',
    verdict: 'Chain check',
    whole: 'The chain is intact',
    broken: 'The chain is broken, entry',
    rows: 'Entries checked',
    pending: 'Not sealed yet',
    last: 'Last number',
    head: 'Fingerprint of the last entry',
  },
  uz: {
    sheet: 'Amallar jurnali',
    columns: [
      'Yozuv',
      'Qachon',
      'Kim',
      'Amal',
      'Obyekt',
      'Nima oʻzgardi',
      'Manzil',
      'Amal kodi',
      'Obyekt turi (kod)',
      'Obyekt kodi',
      'Oʻzgarishlar (asl yozuv)',
      'Tafsilotlar (asl yozuv)',
      'Zanjirdagi raqam',
      'Xesh-qiymat',
    ],
    people: 'Xodimlar',
    peopleColumns: ['Yozuv', 'Xodim', 'Xodim kodi'],
    wiped: 'maʼlumotlari oʻchirilgan',
    removed: 'oʻchirilgan',
    chain: 'Yaxlitlik',
    verdict: 'Zanjirni tekshirish',
    whole: 'Zanjir buzilmagan',
    broken: 'Zanjir buzilgan, yozuv',
    rows: 'Tekshirilgan yozuvlar',
    pending: 'Xesh-qiymati hali yoʻq',
    last: 'Oxirgi raqam',
    head: 'Oxirgi yozuvning xesh-qiymati',
  },
};
