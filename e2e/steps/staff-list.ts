import { expect, type Page } from '@playwright/test';

export type Employee = { surname: string; email: string; place: string };

/** A number of people with one surname and a number, in one department (a path from the top down). */
export const employees = (count: number, surname: string, latin: string, place: string): Employee[] =>
  Array.from({ length: count }, (_, n) => {
    const number = String(n + 1).padStart(2, '0');
    return { surname: `${surname}-${number}`, email: `${latin}.${number}@zavod.test`, place };
  });

/** A staff list with these people, in the CSV format. */
export const asCsv = (people: readonly Employee[]): Buffer => {
  const lines = people.map((one) => [one.surname, 'Лола', one.email, one.place].join(';'));
  return Buffer.from(['\uFEFFФамилия;Имя;Почта;Подразделение', ...lines].join('\r\n'));
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
