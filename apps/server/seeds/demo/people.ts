import type { Random } from './random.ts';

export type DemoPerson = {
  last_name: string;
  first_name: string;
  middle_name: string;
  position: string;
  department: string;
  email: string;
  /** Carefulness of the person, 0 … 1: decides how the person reacts to emails over the year. */
  care: number;
};

/** Path of the department → how many people and in which positions. Three levels, twelve departments. */
export const demoDepartments: Readonly<Record<string, { people: number; positions: readonly string[]; care: number }>> =
  {
    Дирекция: {
      people: 6,
      positions: ['Генеральный директор', 'Заместитель директора', 'Помощник руководителя', 'Секретарь'],
      care: 0.55,
    },
    'Дирекция / Финансовый департамент': {
      people: 8,
      positions: ['Финансовый директор', 'Экономист', 'Финансовый аналитик'],
      care: 0.6,
    },
    'Дирекция / Финансовый департамент / Бухгалтерия': {
      people: 24,
      positions: ['Главный бухгалтер', 'Бухгалтер', 'Бухгалтер по расчётам', 'Кассир'],
      care: 0.45,
    },
    'Дирекция / Финансовый департамент / Казначейство': {
      people: 9,
      positions: ['Начальник казначейства', 'Казначей', 'Специалист по платежам'],
      care: 0.6,
    },
    'Дирекция / Производство': {
      people: 22,
      positions: ['Начальник производства', 'Инженер-технолог', 'Диспетчер', 'Инженер по качеству'],
      care: 0.5,
    },
    'Дирекция / Производство / Цех № 1': {
      people: 70,
      positions: ['Начальник цеха', 'Мастер смены', 'Оператор линии', 'Наладчик', 'Слесарь'],
      care: 0.35,
    },
    'Дирекция / Производство / Склад': {
      people: 31,
      positions: ['Заведующий складом', 'Кладовщик', 'Логист', 'Учётчик'],
      care: 0.4,
    },
    'Дирекция / Отдел кадров': {
      people: 12,
      positions: ['Начальник отдела кадров', 'Специалист по кадрам', 'Рекрутер', 'Специалист по обучению'],
      care: 0.5,
    },
    'Дирекция / ИТ-департамент': {
      people: 16,
      positions: ['ИТ-директор', 'Системный администратор', 'Разработчик', 'Инженер по безопасности'],
      care: 0.85,
    },
    'Дирекция / ИТ-департамент / Служба поддержки': {
      people: 14,
      positions: ['Руководитель поддержки', 'Специалист поддержки'],
      care: 0.75,
    },
    'Дирекция / Отдел продаж': {
      people: 52,
      positions: [
        'Начальник отдела продаж',
        'Менеджер по продажам',
        'Менеджер по работе с клиентами',
        'Аналитик продаж',
      ],
      care: 0.4,
    },
    'Дирекция / Отдел продаж / Филиал в Самарканде': {
      people: 36,
      positions: ['Директор филиала', 'Менеджер по продажам', 'Торговый представитель', 'Оператор'],
      care: 0.35,
    },
  };

// Surnames are in the masculine form; the feminine form adds «а». The same holds for patronymics.
const surnames = [
  'Каримов',
  'Рахимов',
  'Юсупов',
  'Абдуллаев',
  'Исмаилов',
  'Хасанов',
  'Турсунов',
  'Мирзаев',
  'Назаров',
  'Саидов',
  'Ахмедов',
  'Усманов',
  'Алиев',
  'Холматов',
  'Эргашев',
  'Тошматов',
  'Норматов',
  'Кадыров',
  'Умаров',
  'Собиров',
  'Ибрагимов',
  'Шарипов',
  'Султанов',
  'Валиев',
  'Иванов',
  'Петров',
  'Соколов',
  'Кузнецов',
  'Морозов',
  'Волков',
  'Лебедев',
  'Семёнов',
  'Егоров',
  'Павлов',
  'Фёдоров',
  'Ким',
  'Пак',
  'Цой',
  'Ли',
  'Тен',
  'Джураев',
  'Хакимов',
  'Зокиров',
  'Бобоев',
  'Маматов',
  'Очилов',
  'Пулатов',
  'Рустамов',
  'Якубов',
];
const male = [
  'Алишер',
  'Бахтиёр',
  'Дилшод',
  'Жасур',
  'Зафар',
  'Ильхом',
  'Камол',
  'Лазиз',
  'Мурод',
  'Нодир',
  'Отабек',
  'Рустам',
  'Санжар',
  'Темур',
  'Улугбек',
  'Фаррух',
  'Хуршид',
  'Шерзод',
  'Эльдор',
  'Якуб',
  'Александр',
  'Андрей',
  'Виктор',
  'Дмитрий',
  'Игорь',
  'Максим',
  'Сергей',
];
const female = [
  'Азиза',
  'Барно',
  'Гульнора',
  'Дилором',
  'Зулфия',
  'Индира',
  'Камила',
  'Лола',
  'Мадина',
  'Нигора',
  'Озода',
  'Рано',
  'Севара',
  'Тамара',
  'Умида',
  'Феруза',
  'Хуршида',
  'Шахноза',
  'Элеонора',
  'Юлдуз',
  'Анна',
  'Виктория',
  'Екатерина',
  'Ирина',
  'Марина',
  'Наталья',
  'Ольга',
];
const fathers = [
  'Акмал',
  'Бахром',
  'Равшан',
  'Тохир',
  'Шавкат',
  'Собир',
  'Хамид',
  'Юсуф',
  'Карим',
  'Фарход',
  'Анвар',
  'Рашид',
  'Махмуд',
  'Исмоил',
];
const invariable = new Set(['Ким', 'Пак', 'Цой', 'Ли', 'Тен']);

const emails: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'j',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};
export const latin = (text: string) => [...text.toLowerCase()].map((email) => emails[email] ?? email).join('');

/** Creates one person of the demo; the address is unique within `taken`. */
export const makePerson = (
  random: Random,
  department: string,
  position: string,
  care: number,
  domain: string,
  taken: Set<string>,
): DemoPerson => {
  const isMale = random.chance(0.52);
  const surname = random.pick(surnames);
  const last_name = isMale || invariable.has(surname) ? surname : `${surname}а`;
  const first_name = random.pick(isMale ? male : female);
  const father = random.pick(fathers);
  const local = `${latin(first_name).slice(0, 1)}.${latin(last_name)}`;
  let email = `${local}@${domain}`;
  for (let n = 2; taken.has(email); n += 1) email = `${local}${n}@${domain}`;
  taken.add(email);
  const personal = Math.min(0.97, Math.max(0.05, care + (random.next() - 0.5) * 0.6));
  return {
    last_name,
    first_name,
    middle_name: `${father}${isMale ? 'ович' : 'овна'}`,
    position,
    department,
    email,
    care: personal,
  };
};

/** Creates the 300 people of the demo organisation. The first person of each department is its head. */
export const makePeople = (random: Random, domain: string): DemoPerson[] => {
  const taken = new Set<string>();
  return Object.entries(demoDepartments).flatMap(([path, { people, positions, care }]) =>
    Array.from({ length: people }, (_, index) => {
      const position = index === 0 ? positions[0]! : random.pick(positions.slice(1));
      return makePerson(random, path, position, care, domain, taken);
    }),
  );
};
