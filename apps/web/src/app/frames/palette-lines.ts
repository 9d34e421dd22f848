import { IconBolt, IconBook2, type TablerIcon } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { fits, fitOfText, type ThingKind, thingKinds, wordsOf } from '@sergak/contract/search/search.rules.ts';
import type { FoundThing, OpenedThing } from '@sergak/contract/search/search.schema.ts';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { chaptersFor, useBook } from '../../features/instructions/public.ts';
import { fitOfSetting } from '../../features/settings/public.ts';
import { formatDate } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { pathOf } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { type Entry, useEntries } from './palette-entries.ts';
import { addressOfThing, thingIcons } from './palette-things.ts';

/** Groups of lines, in the order in which they are shown if they fit equally well. */
export const groups = ['recent', 'action', 'page', 'setting', ...thingKinds, 'chapter', 'own'] as const;
export type Group = (typeof groups)[number];
/** A line of the list: something to open or to do. */
export type Line = {
  readonly key: string;
  readonly group: Group;
  readonly label: string;
  readonly detail: string;
  readonly icon: TablerIcon;
  readonly fit: number;
  readonly run: () => void;
  readonly note?: OpenedThing | undefined;
};
type Thing = {
  readonly kind: ThingKind;
  readonly thing: string;
  readonly title: string;
  readonly detail: string;
  readonly at: string | null;
};

/** Chapters are long; fewer letters would be found in nearly all of them. */
const CHAPTER_LETTERS = 3;
const CHAPTERS_MAX = 5;

const lineOfEntry = ({ key, group, label, section, icon, run, note }: Entry, fit: number, as: Group = group): Line => ({
  icon,
  run,
  note,
  key: `${as}-${key}`,
  group: as,
  label,
  detail: section,
  fit,
});
const useThingLine = () => {
  const { history } = useRouter();
  return ({ kind, thing, title, detail, at }: Thing, group: Group, fit: number): Line => ({
    key: `${group}-${kind}-${thing}`,
    group,
    label: title,
    detail: [detail, at === null ? '' : formatDate(at)].filter((one) => one !== '').join(' · '),
    icon: thingIcons[kind],
    fit,
    run: () => history.push(addressOfThing({ kind, id: thing, title })),
    note: { kind, thing },
  });
};

/** Leaves out lines with a typing mistake if others fit without one; groups with the best lines come first. */
export const ordered = (lines: readonly Line[]): readonly Line[] => {
  const hasExact = lines.some(({ fit }) => fit < fits.similar);
  const shown = lines.filter(({ fit }) => !hasExact || fit < fits.similar);
  const bestOf = (group: Group): number =>
    Math.min(...shown.filter((one) => one.group === group).map(({ fit }) => fit));
  return groups
    .filter((group) => shown.some((one) => one.group === group))
    .toSorted((a, b) => bestOf(a) - bestOf(b) || groups.indexOf(a) - groups.indexOf(b))
    .flatMap((group) => shown.filter((one) => one.group === group).toSorted((a, b) => a.fit - b.fit));
};

/**
 * The words after the beginning of an action that is done to a thing, as in “assign safe passwords”; null if the search does not
 * begin with the action, or nothing follows it.
 */
export const objectOf = (search: string, action: string): string | null => {
  const words = search.split(/\s+/).filter(Boolean);
  const isOfAction = (word: string): boolean => (fitOfText(action, wordsOf(word)) ?? fits.inside) <= fits.start;
  const at = words.findIndex((word) => !isOfAction(word));
  return at <= 0 ? null : words.slice(at).join(' ');
};

const useChapters = (me: Me, search: string): readonly Line[] => {
  const t = useT('search');
  const { history } = useRouter();
  const isLong = search.length >= CHAPTER_LETTERS;
  const book = useBook(isLong).data;
  if (!isLong || book === undefined) return [];
  const words = wordsOf(search);
  const open = (chapter: string, section: string) =>
    pathOf({ screen: 'help.instructions', search: section === '' ? { chapter } : { chapter, section } });
  return chaptersFor(me, book.chapters)
    .flatMap((chapter) => chapter.sections.map((section) => ({ chapter, section })))
    .flatMap(({ chapter, section }): Line[] => {
      const label = section.title || chapter.title;
      const fit =
        fitOfText(label, words) ?? (section.title ? similarTo(fitOfText(`${chapter.title} ${label}`, words)) : null);
      if (fit === null) return [];
      return [
        {
          key: `chapter-${chapter.id}-${section.id}`,
          group: 'chapter',
          label,
          detail: section.title ? chapter.title : t('group.chapter'),
          icon: IconBook2,
          fit,
          run: () => history.push(open(chapter.id, section.title ? section.id : '')),
        },
      ];
    })
    .toSorted((a, b) => a.fit - b.fit)
    .slice(0, CHAPTERS_MAX);
};
/** A text found by what surrounds it fits no better than one found inside of its words. */
const similarTo = (fit: number | null): number | null => (fit === null ? null : Math.max(fit, fits.inside));

/** How well an entry fits a search: by its name, less well by where it belongs and by other words for it. */
const fitOfEntry = ({ group, label, section, words = '' }: Entry, search: ReturnType<typeof wordsOf>): number | null =>
  group === 'setting'
    ? fitOfSetting({ name: label, hint: '', words: `${section} ${words}` }, search)
    : (fitOfText(label, search) ?? similarTo(fitOfText(`${section} ${label} ${words}`, search)));
/** Settings are many: they are shown when they are looked for. */
const isListed = ({ group }: Entry): boolean => group !== 'setting';
const isDraft = ({ kind, assignable }: Pick<FoundThing, 'kind' | 'assignable'>): boolean =>
  (kind === 'course' || kind === 'scorm_course') && !assignable;

/** The lines for a search, and whether those of the server are still on their way. */
export const useLines = (me: Me, search: string): { lines: readonly Line[]; isLoading: boolean } => {
  const t = useT('search');
  const entries = useEntries(me);
  const lineOf = useThingLine();
  const { history } = useRouter();
  const object = entries.some(({ key }) => key === 'assign') ? objectOf(search, t('action.assign')) : null;
  const asked = object ?? search;
  const recent = useRead('search.recent', {}, { quiet: true });
  const found = useRead('search.find', { search: asked }, { enabled: asked !== '', quiet: true });
  const chapters = useChapters(me, search);
  if (search === '') {
    const opened = (recent.data?.data ?? []).flatMap((one): Line[] => {
      if ('title' in one) return [lineOf(one, 'recent', fits.whole)];
      const entry = entries.find(({ note }) => note?.kind === one.kind && note.thing === one.thing);
      return entry === undefined ? [] : [lineOfEntry(entry, fits.whole, 'recent')];
    });
    return {
      lines: [...opened, ...entries.filter(isListed).map((one) => lineOfEntry(one, fits.whole))],
      isLoading: recent.isPending,
    };
  }
  const words = wordsOf(search);
  const fitting = entries.flatMap((entry) => {
    const fit = fitOfEntry(entry, words);
    return fit === null ? [] : [lineOfEntry(entry, fit)];
  });
  const pages = new Set(fitting.filter(({ group }) => group === 'page').map(({ label }) => label));
  // A setting that is a page of the same name is listed once.
  const own = fitting.filter(({ group, label }) => group !== 'setting' || !pages.has(label));
  const things = asked === '' ? [] : (found.data?.data ?? []);
  const assign = object === null ? [] : things.filter(({ assignable }) => assignable);
  const lines = [
    ...assign.map(({ id, title, fit }): Line => ({
      key: `assign-${id}`,
      group: 'action',
      label: t('assign', { title }),
      detail: '',
      icon: IconBolt,
      fit,
      run: () => history.push(pathOf({ screen: 'learning.assigned-create', search: { course: id } })),
    })),
    ...own,
    ...things.map(({ id, fit, ...one }) =>
      lineOf({ ...one, thing: id, detail: isDraft(one) ? t('draft') : one.detail }, one.kind, fit),
    ),
    ...chapters,
  ];
  return { lines: ordered(lines), isLoading: found.isFetching };
};
