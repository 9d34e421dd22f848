/** Words in front of a surname; in small letters they are certain. */
const before = new Set(
  (
    'van von der den de del della dei di da das dos do du la le ter ten zu zur af av bin ibn ben al el ' +
    'ван фон дер ден де дель делла ди да дас дос ду ла ле тер тен цу бин ибн бен аль эль'
  ).split(' '),
);
/** Of these, the ones that are no first or middle names in capitals. */
const certain = new Set('von della dei der den ter ten bin ibn фон делла дер ден тер тен бин ибн'.split(' '));
/** Words after the name of the father. */
const after = new Set(
  'оглы оглу оғлу кызы кизи гызы қызы ўғли угли қизи улы ұлы уулу ogli ogly oglu oglı uglu qizi kizi qyzy kyzy uly uulu'.split(
    ' ',
  ),
);

const plain = (word: string): string =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ğ', 'g')
    .replace(/[.'ʻʼ’‘`]/g, '');
const isSmall = (word: string): boolean => word === word.toLowerCase();

/** Whether a word belongs to the surname that follows it, as «van» and «фон» do. */
export const isLinkedAfter = (word: string, next: string, count: number): boolean => {
  if (count < 2 || !before.has(plain(word))) return false;
  return isSmall(word) || (count > 2 && (certain.has(plain(word)) || before.has(plain(next))));
};

/** Whether a word is a surname with its particle: Al-Rashid, аль-Фараби. */
export const isLinkedSurname = (word: string): boolean => /^(?:al|el|аль|эль)-\p{L}/iu.test(word);

/** Whether a word belongs to the name in front of it, as «оглы» and «qizi» do. */
export const isLinkedBefore = (word: string): boolean => after.has(plain(word));

const PATRONYMIC =
  /(?:вич|ьич|мич|укич|вна|ична|vich|ilich|vna|ichna|ұлы|қызы|қизи|ўғли|угли|оглы|кызы|qizi|ogli|qyzy|uly|uulu)$/u;

/** Whether a word is the name of the father: Иванович, Karimovna, Ғалымқызы. */
export const isPatronymic = (word: string): boolean => {
  const letters = plain(word);
  return letters.length > 4 && PATRONYMIC.test(letters);
};

const SURNAME = /(?:[оеё]ва?|ский|ская|цкий|цкая|енко|швили|дзе|янц|[oe]va?|yova?|sk[iy]y?|skaya|enko|shvili|dze)$/u;
const NOT_SURNAME = /^(?:лев|lev|ева|eva|зоя|яков|iakov|yakov|святослав)$/u;

/** Whether a word has an ending of surnames: Каримова, Abdullayev. */
export const isSurname = (word: string): boolean => {
  const letters = plain(word);
  return letters.length > 3 && SURNAME.test(letters) && !NOT_SURNAME.test(letters);
};
