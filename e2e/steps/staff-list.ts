import { expect, type Page } from '@playwright/test';

export type Employee = { surname: string; email: string; place: string };

/** A number of people with one surname and a number, in one department (a path from the top down). */
export const employees = (count: number, surname: string, latin: string, place: string): Employee[] =>
  Array.from({ length: count }, (_, n) => {
    const number = String(n + 1).padStart(2, '0');
    return { surname: `${surname}-${number}`, email: `${latin}.${number}@zavod.test`, place };
  });

/** Imports people into the staff list from a file, as an officer does. */
export const loadStaff = async (officer: Page, portal: string, people: readonly Employee[]): Promise<void> => {
  const lines = people.map((one) => [one.surname, 'Лола', one.email, one.place].join(';'));
  await officer.goto(`${portal}/lk/admin/staff/employees?import=new`);
  await officer.locator('input[type=file]').setInputFiles({
    name: 'Кадры.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['\uFEFFФамилия;Имя;Почта;Подразделение', ...lines].join('\r\n')),
  });
  await officer.getByRole('button', { name: 'Прочитать файл' }).click();
  await officer.getByRole('button', { name: `Добавить ${people.length.toLocaleString('ru')}` }).click();
  await expect(officer.getByText('Готово: список сотрудников обновлён.')).toBeVisible();
  await officer.getByRole('button', { name: 'Готово', exact: true }).click();
};

/** Waits until a table shows exactly these people, in this order. */
export const expectRows = async (page: Page, people: readonly Employee[]) =>
  expect
    .poll(async () =>
      (await page.getByRole('table').getByRole('row').allInnerTexts()).flatMap(
        (row) => row.match(/\S+@zavod\.test/) ?? [],
      ),
    )
    .toEqual(people.map((one) => one.email));
