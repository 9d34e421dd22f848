import type { ImportReason } from '@sergak/contract/employees/imports.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

type Words = {
  line: string;
  reason: string;
  /** Heading of a cell beyond the header of the file; a number follows. */
  surplus: string;
  sheet: string;
  file: string;
  reasons: Record<ImportReason, string>;
};

/** Texts of the file with the rejected lines. */
export const importWords: Record<Language, Words> = {
  ru: {
    line: 'Строка файла',
    reason: 'Почему не принята',
    surplus: 'Лишняя ячейка',
    sheet: 'Не приняты',
    file: 'Не приняты',
    reasons: {
      short_row: 'В строке меньше ячеек, чем в заголовке',
      long_row: 'В строке больше ячеек, чем в заголовке',
      quote_broken: 'Кавычка не закрыта или стоит не на месте',
      email_missing: 'Нет адреса почты',
      email_invalid: 'Адрес почты написан с ошибкой',
      email_twice_in_file: 'Этот адрес уже есть в строке {line}',
      name_missing: 'Нет фамилии или имени',
      name_too_long: 'Имя длиннее 255 знаков',
      position_too_long: 'Должность длиннее 255 знаков',
      department_too_long: 'Название отдела длиннее 255 знаков',
      department_too_deep: 'Больше ста уровней отделов',
      department_below_default: 'В «Без отдела» нельзя вложить другие отделы',
      role_unknown: 'Такой роли нет',
      role_forbidden: 'Эту роль нельзя дать или изменить',
      removed_by_hand: 'Сотрудника удалили на портале. Вернуть его можно в списке удалённых',
      key_twice: 'Этот ключ каталога уже есть в строке {line}',
      address_of_other: 'Адрес остался за другим человеком: у него другая запись в каталоге и другое имя',
      address_protected:
        'Адрес этого человека меняют только на портале: у него есть или недавно была роль выше сотрудника',
      address_taken: 'Новый адрес занят другим сотрудником',
      address_unconfirmed: 'Новый адрес на неподтверждённом домене',
      domain_unconfirmed: 'Домен почты не подтверждён',
    },
  },
  en: {
    line: 'Row in the file',
    reason: 'Reason for rejection',
    surplus: 'Extra cell',
    sheet: 'Rejected',
    file: 'Rejected',
    reasons: {
      short_row: 'The row has fewer cells than the header',
      long_row: 'The row has more cells than the header',
      quote_broken: 'A quotation mark is unclosed or misplaced',
      email_missing: 'No email address',
      email_invalid: 'The email address is misspelt',
      email_twice_in_file: 'This address already appears in row {line}',
      name_missing: 'No last or first name',
      name_too_long: 'A name is longer than 255 characters',
      position_too_long: 'The position is longer than 255 characters',
      department_too_long: 'A department name is longer than 255 characters',
      department_too_deep: 'More than 100 levels of departments',
      department_below_default: '“No department” cannot contain other departments',
      role_unknown: 'Unknown role',
      role_forbidden: 'This role cannot be assigned or changed',
      removed_by_hand: 'The person was removed in the portal and can be restored from the list of removed people',
      key_twice: 'This directory key already appears in row {line}',
      address_of_other: 'The address still belongs to another person, with another entry and name',
      address_protected:
        'The address of this person is changed in the portal only: the person has, or recently had, a role above employee',
      address_taken: 'Another employee has the new address',
      address_unconfirmed: 'The new address is on a domain that is not confirmed',
      domain_unconfirmed: 'The mail domain is not verified',
    },
  },
  uz: {
    line: 'Fayl qatori',
    reason: 'Nega qabul qilinmadi',
    surplus: 'Ortiqcha katak',
    sheet: 'Qabul qilinmadi',
    file: 'Qabul qilinmadi',
    reasons: {
      short_row: 'Qatorda sarlavhadagidan kam katak bor',
      long_row: 'Qatorda sarlavhadagidan koʻp katak bor',
      quote_broken: 'Qoʻshtirnoq yopilmagan yoki notoʻgʻri joyda',
      email_missing: 'Pochta manzili yoʻq',
      email_invalid: 'Pochta manzili xato yozilgan',
      email_twice_in_file: 'Bu manzil {line}-qatorda bor',
      name_missing: 'Familiya yoki ism yoʻq',
      name_too_long: 'Ism 255 belgidan uzun',
      position_too_long: 'Lavozim 255 belgidan uzun',
      department_too_long: 'Boʻlim nomi 255 belgidan uzun',
      department_too_deep: 'Boʻlimlar ichma-ichligi yuz darajadan oshgan',
      department_below_default: '“Boʻlimsiz” (“Без отдела”) ichida boshqa boʻlim boʻlishi mumkin emas',
      role_unknown: 'Nomaʼlum rol',
      role_forbidden: 'Bu rolni berish yoki oʻzgartirish mumkin emas',
      removed_by_hand: 'Xodim portalda oʻchirilgan. Uni oʻchirilganlar roʻyxatidan qaytarish mumkin',
      key_twice: 'Katalogning bu kaliti {line}-qatorda allaqachon bor',
      address_of_other: 'Manzil hali boshqa odamniki: uning katalogdagi yozuvi ham, ismi ham boshqa',
      address_protected:
        'Bu odamning manzili faqat portalda oʻzgartiriladi: unda xodimdan yuqori rol bor yoki yaqinda boʻlgan',
      address_taken: 'Yangi manzil boshqa xodimga tegishli',
      address_unconfirmed: 'Yangi manzil tasdiqlanmagan domenda',
      domain_unconfirmed: 'Pochta domeni tasdiqlanmagan',
    },
  },
};

const noted = new Set(Object.values(importWords).flatMap((words) => [words.line, words.reason]));
const surplus = Object.values(importWords).map((words) => words.surplus);

/**
 * Columns that only a file of rejected lines has. When the repaired file is uploaded, `notes` are ignored, and a line is rejected
 * until its cells in the columns `surplus` are empty.
 */
export const ownColumns = (headers: readonly string[]) => {
  const of = (is: (heading: string) => boolean) =>
    new Set(headers.flatMap((heading, i) => (is(heading.trim()) ? [i] : [])));
  return {
    notes: of((heading) => noted.has(heading)),
    surplus: of((heading) => surplus.some((word) => heading.startsWith(word))),
  };
};
