import type { Role } from '@sergak/contract/access/roles.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

type Words = { file: string; columns: string[]; yes: string; no: string; roles: Record<Role, string> };

/** Texts of the exported list, in the order of its columns. */
export const exportWords: Record<Language, Words> = {
  ru: {
    file: 'Сотрудники',
    columns: [
      'Фамилия',
      'Имя',
      'Отчество',
      'Почта',
      'Должность',
      'Отдел',
      'Роль',
      'Регистрация',
      'Теги',
      'Уровень риска',
      'Фишинг',
      'Обучение',
    ],
    yes: 'да',
    no: 'нет',
    roles: {
      employee: 'Сотрудник',
      content_manager: 'Контент-менеджер',
      operator: 'Оператор',
      system_admin: 'Системный администратор',
      super_user: 'Суперпользователь',
      pdf_service: 'Служба отчётов',
    },
  },
  en: {
    file: 'Employees',
    columns: [
      'Last name',
      'First name',
      'Middle name',
      'Email',
      'Position',
      'Department',
      'Role',
      'Registered',
      'Tags',
      'Risk level',
      'Phishing',
      'Learning',
    ],
    yes: 'yes',
    no: 'no',
    roles: {
      employee: 'Employee',
      content_manager: 'Content manager',
      operator: 'Operator',
      system_admin: 'System administrator',
      super_user: 'Super user',
      pdf_service: 'Report service',
    },
  },
  uz: {
    file: 'Xodimlar',
    columns: [
      'Familiya',
      'Ism',
      'Otasining ismi',
      'Pochta',
      'Lavozim',
      'Boʻlim',
      'Rol',
      'Roʻyxatdan oʻtgan',
      'Teglar',
      'Xavf darajasi',
      'Fishing',
      'Taʼlim',
    ],
    yes: 'ha',
    no: 'yoʻq',
    roles: {
      employee: 'Xodim',
      content_manager: 'Kontent-menejer',
      operator: 'Operator',
      system_admin: 'Tizim administratori',
      super_user: 'Superfoydalanuvchi',
      pdf_service: 'Hisobot xizmati',
    },
  },
};
