import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export type Person = { surname: string; name: string; email: string; place: string };

export const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** The valid rows of a staff list: seven cells, a usable address, a name, an existing role, each address once. */
const goodPeople = (text: string): Person[] => {
  const seen = new Set<string>();
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .flatMap((line) => {
      const cells = line.split(';');
      const [surname, name, , email, , place, role] = cells as [string, string, string, string, string, string, string];
      if (
        cells.length !== 7 ||
        !surname ||
        !name ||
        !/^[^@]+@zavod\.test$/.test(email) ||
        role ||
        seen.has(email.toLowerCase())
      )
        return [];
      seen.add(email.toLowerCase());
      return [{ surname, name, email, place }];
    });
};

export const firstPeople = async (): Promise<Person[]> =>
  goodPeople(new TextDecoder('windows-1251').decode(await readFile(fixture('staff-cp1251.csv'))));
export const secondPeople = async (): Promise<Person[]> =>
  goodPeople(await readFile(fixture('staff-utf8-bom.csv'), 'utf8'));

/** The second staff list, followed by some people of the first: three with another position, five unchanged. */
export const secondList = async (): Promise<Buffer> => {
  const first = new TextDecoder('windows-1251').decode(await readFile(fixture('staff-cp1251.csv'))).split('\r\n');
  const known = first.slice(1, 9).map((line, i) => {
    const cells = line.split(';');
    if (i < 3) cells[4] = 'Начальник смены';
    return cells.join(';');
  });
  return Buffer.concat([await readFile(fixture('staff-utf8-bom.csv')), Buffer.from(`${known.join('\r\n')}\r\n`)]);
};
