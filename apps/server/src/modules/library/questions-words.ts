import type { QuestionType } from '@sergak/contract/library/library.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

/** Columns of a spreadsheet with questions; `answer` and `note` are repeated with a number. */
export type QuestionColumn = 'type' | 'text' | 'answer' | 'right' | 'points' | 'explanation' | 'note';

type Words = {
  /** Name of an exported file; the module's title follows. */
  file: string;
  template: string;
  sheet: string;
  columns: Record<QuestionColumn, string>;
  types: Record<QuestionType, string>;
  guideSheet: string;
  guide: readonly (readonly [string, string])[];
  /** Rows of the template: type, text, answers, right answers, points, explanation. */
  examples: readonly (readonly [QuestionType, string, readonly string[], string, number, string])[];
};

/** Texts of the spreadsheets with questions. */
export const questionWords: Record<Language, Words> = {
  ru: {
    file: 'Вопросы',
    template: 'Образец для загрузки вопросов',
    sheet: 'Вопросы',
    columns: {
      type: 'Тип',
      text: 'Вопрос',
      answer: 'Ответ',
      right: 'Верные ответы',
      points: 'Баллы',
      explanation: 'Объяснение',
      note: 'Пояснение к ответу',
    },
    types: {
      single: 'Один ответ',
      multiple: 'Несколько ответов',
      ordering: 'По порядку',
      matching: 'Пары',
      short: 'Свой ответ',
    },
    guideSheet: 'Как заполнять',
    guide: [
      ['Одна строка — один вопрос', 'Замените примеры своими вопросами. Заголовки столбцов не меняйте.'],
      ['Тип', 'Один ответ, Несколько ответов, По порядку, Пары или Свой ответ.'],
      ['Вопрос', 'Текст вопроса, до 2000 знаков.'],
      [
        'Ответ 1, Ответ 2…',
        'По одному ответу в ячейке. Не хватает столбцов — добавьте «Ответ 7», «Ответ 8» и так далее, до 20.',
      ],
      ['Верные ответы', 'Номера верных ответов через точку с запятой, например: 1; 3.'],
      ['По порядку', 'Запишите ответы в верном порядке, столбец «Верные ответы» оставьте пустым.'],
      ['Пары', 'Обе части пары в одной ячейке через знак «равно»: Москва = Россия. «Верные ответы» не нужны.'],
      ['Свой ответ', 'В столбцах ответов — все варианты, которые считаются верными.'],
      ['Баллы', 'Целое число от 1 до 100. Пусто — 1 балл.'],
      ['Объяснение', 'Его увидит обучающийся после попытки. Можно не заполнять.'],
      ['Пояснение к ответу 1…', 'Необязательные столбцы: пояснение увидит тот, кто выбрал этот ответ.'],
      ['Картинки', 'В таблицу не входят: добавьте их в редакторе вопроса.'],
    ],
    examples: [
      [
        'single',
        'Коллега просит ваш пароль, чтобы срочно отправить отчёт. Что делать?',
        ['Сообщить пароль', 'Отказать и сообщить в службу безопасности', 'Записать пароль на листке'],
        '2',
        1,
        'Пароль не сообщают никому, даже коллегам.',
      ],
      [
        'multiple',
        'Что может выдать фишинговое письмо?',
        ['Незнакомый адрес отправителя', 'Логотип компании', 'Просьба поторопиться'],
        '1; 3',
        2,
        '',
      ],
      [
        'ordering',
        'Вы открыли подозрительное вложение. Расставьте действия по порядку.',
        ['Отключить компьютер от сети', 'Сообщить в службу безопасности', 'Дождаться указаний'],
        '',
        2,
        '',
      ],
      [
        'matching',
        'Соедините документ и тех, кому он доступен.',
        ['Прайс-лист = Всем', 'Зарплатная ведомость = Только бухгалтерии'],
        '',
        2,
        '',
      ],
      ['short', 'Какая клавиша вместе с Win блокирует компьютер?', ['L', 'клавиша L'], '', 1, 'Win + L.'],
    ],
  },
  en: {
    file: 'Questions',
    template: 'Template for importing questions',
    sheet: 'Questions',
    columns: {
      type: 'Type',
      text: 'Question',
      answer: 'Answer',
      right: 'Right answers',
      points: 'Points',
      explanation: 'Explanation',
      note: 'Note on answer',
    },
    types: {
      single: 'Single choice',
      multiple: 'Multiple choice',
      ordering: 'Ordering',
      matching: 'Matching',
      short: 'Short answer',
    },
    guideSheet: 'How to fill it in',
    guide: [
      ['One row is one question', 'Replace the examples with your questions. Keep the column headings.'],
      ['Type', 'Single choice, Multiple choice, Ordering, Matching or Short answer.'],
      ['Question', 'The text of the question, up to 2,000 characters.'],
      [
        'Answer 1, Answer 2…',
        'One answer per cell. If you need more columns, add “Answer 7”, “Answer 8” and so on, up to 20.',
      ],
      ['Right answers', 'Numbers of the right answers, separated by semicolons: 1; 3.'],
      ['Ordering', 'Write the answers in the right order and leave “Right answers” empty.'],
      [
        'Matching',
        'Both sides of a pair in one cell with an equals sign: Paris = France. “Right answers” stays empty.',
      ],
      ['Short answer', 'The answer columns hold every answer that counts as right.'],
      ['Points', 'A whole number from 1 to 100. Empty means 1 point.'],
      ['Explanation', 'Learners see it after the attempt. Optional.'],
      ['Note on answer 1…', 'Optional columns: the note is shown to learners who chose this answer.'],
      ['Pictures', 'Not part of the spreadsheet: add them in the question editor.'],
    ],
    examples: [
      [
        'single',
        'A colleague asks for your password to send an urgent report. What do you do?',
        ['Tell them the password', 'Refuse and tell the security team', 'Write it on a note'],
        '2',
        1,
        'A password is never shared, not even with colleagues.',
      ],
      [
        'multiple',
        'What can give away a phishing email?',
        ['An unknown sender address', 'The company logo', 'A request to hurry'],
        '1; 3',
        2,
        '',
      ],
      [
        'ordering',
        'You opened a suspicious attachment. Put the actions in order.',
        ['Disconnect the computer from the network', 'Tell the security team', 'Wait for instructions'],
        '',
        2,
        '',
      ],
      [
        'matching',
        'Match each document with the people who may see it.',
        ['Price list = Everyone', 'Payroll = Accounting only'],
        '',
        2,
        '',
      ],
      ['short', 'Which key locks the computer together with Win?', ['L', 'the L key'], '', 1, 'Win + L.'],
    ],
  },
  uz: {
    file: 'Savollar',
    template: 'Savollarni yuklash uchun namuna',
    sheet: 'Savollar',
    columns: {
      type: 'Turi',
      text: 'Savol',
      answer: 'Javob',
      right: 'Toʻgʻri javoblar',
      points: 'Ball',
      explanation: 'Tushuntirish',
      note: 'Javobga izoh',
    },
    types: {
      single: 'Bitta javob',
      multiple: 'Bir nechta javob',
      ordering: 'Tartib boʻyicha',
      matching: 'Juftliklar',
      short: 'Oʻz javobi',
    },
    guideSheet: 'Qanday toʻldiriladi',
    guide: [
      ['Bir qator — bitta savol', 'Namunalarni oʻz savollaringizga almashtiring. Ustun sarlavhalarini oʻzgartirmang.'],
      ['Turi', 'Bitta javob, Bir nechta javob, Tartib boʻyicha, Juftliklar yoki Oʻz javobi.'],
      ['Savol', 'Savol matni, 2000 belgigacha.'],
      [
        'Javob 1, Javob 2…',
        'Har bir katakda bitta javob. Ustun yetmasa, “Javob 7”, “Javob 8” va hokazo qoʻshing, 20 tagacha.',
      ],
      ['Toʻgʻri javoblar', 'Toʻgʻri javoblarning raqamlari nuqtali vergul bilan: 1; 3.'],
      ['Tartib boʻyicha', 'Javoblarni toʻgʻri tartibda yozing, “Toʻgʻri javoblar” ustunini boʻsh qoldiring.'],
      ['Juftliklar', 'Juftlikning ikki qismi bitta katakda tenglik belgisi bilan: Toshkent = Oʻzbekiston.'],
      ['Oʻz javobi', 'Javob ustunlarida toʻgʻri deb hisoblanadigan barcha variantlar.'],
      ['Ball', '1 dan 100 gacha butun son. Boʻsh boʻlsa — 1 ball.'],
      ['Tushuntirish', 'Taʼlim oluvchi uni urinishdan keyin koʻradi. Toʻldirish shart emas.'],
      ['Javobga izoh 1…', 'Ixtiyoriy ustunlar: izohni shu javobni tanlagan kishi koʻradi.'],
      ['Rasmlar', 'Jadvalga kirmaydi: ularni savol muharririda qoʻshing.'],
    ],
    examples: [
      [
        'single',
        'Hamkasbingiz shoshilinch hisobot uchun parolingizni soʻrayapti. Nima qilasiz?',
        ['Parolni aytaman', 'Rad etib, xavfsizlik xizmatiga xabar beraman', 'Parolni qogʻozga yozib beraman'],
        '2',
        1,
        'Parol hech kimga, hatto hamkasblarga ham aytilmaydi.',
      ],
      [
        'multiple',
        'Fishing xatini nima fosh qilishi mumkin?',
        ['Notanish yuboruvchi manzili', 'Kompaniya logotipi', 'Shoshiltirish'],
        '1; 3',
        2,
        '',
      ],
      [
        'ordering',
        'Shubhali ilovani ochdingiz. Harakatlarni tartib bilan joylashtiring.',
        ['Kompyuterni tarmoqdan uzish', 'Xavfsizlik xizmatiga xabar berish', 'Koʻrsatma kutish'],
        '',
        2,
        '',
      ],
      [
        'matching',
        'Hujjatni uni koʻra oladiganlar bilan bogʻlang.',
        ['Narxnoma = Hamma', 'Ish haqi qaydnomasi = Faqat buxgalteriya'],
        '',
        2,
        '',
      ],
      ['short', 'Win bilan birga qaysi tugma kompyuterni bloklaydi?', ['L', 'L tugmasi'], '', 1, 'Win + L.'],
    ],
  },
};

/** Further words that people write for a type. */
const otherTypeWords: Record<QuestionType, readonly string[]> = {
  single: ['single', 'один', 'одиночный', 'одиночный выбор', 'один из', 'bitta', 'single answer'],
  multiple: ['multiple', 'несколько', 'множественный', 'множественный выбор', 'bir nechta', 'multiple answers'],
  ordering: ['ordering', 'порядок', 'упорядочивание', 'последовательность', 'tartib', 'order'],
  matching: ['matching', 'соответствие', 'сопоставление', 'пара', 'juftlik', 'pairs'],
  short: ['short', 'краткий ответ', 'свободный ответ', 'открытый', 'открытый вопрос', 'free answer', 'qisqa javob'],
};

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/['ʻʼ’‘`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const languages = Object.values(questionWords);

const typesByWord = new Map(
  (Object.keys(otherTypeWords) as QuestionType[]).flatMap((type) =>
    [...otherTypeWords[type], ...languages.map((words) => words.types[type])].map(
      (word) => [plain(word), type] as const,
    ),
  ),
);
/** The type that a cell names in any of the three languages. */
export const typeOfWord = (text: string): QuestionType | undefined => typesByWord.get(plain(text));

const columnsByHeading = new Map<string, QuestionColumn>(
  languages.flatMap((words) =>
    (Object.keys(words.columns) as QuestionColumn[]).map((column) => [plain(words.columns[column]), column] as const),
  ),
);
for (const [heading, column] of [
  ['текст вопроса', 'text'],
  ['верный ответ', 'right'],
  ['правильный ответ', 'right'],
  ['правильные ответы', 'right'],
  ['right answer', 'right'],
  ['correct answers', 'right'],
  ['балл', 'points'],
  ['пояснение', 'explanation'],
  ['вариант', 'answer'],
  ['тип вопроса', 'type'],
] as const)
  columnsByHeading.set(heading, column);

/** The meaning of a heading; answers and notes have a number, counted from 1. */
export const columnOfHeading = (heading: string): { column: QuestionColumn; number: number } | undefined => {
  const [, words = '', digits] = /^(.*?)(?: (\d{1,2}))?$/.exec(plain(heading)) ?? [];
  const column = columnsByHeading.get(words);
  if (!column) return undefined;
  const repeated = column === 'answer' || column === 'note';
  if (repeated !== (digits !== undefined)) return undefined;
  return { column, number: Number(digits ?? 0) };
};
