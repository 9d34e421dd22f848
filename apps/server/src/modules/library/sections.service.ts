import type { Input } from '@sergak/contract/endpoint.ts';
import type { coursesEndpoints } from '@sergak/contract/library/courses.endpoints.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import * as authoring from './authoring.query.ts';
import * as courses from './courses.repo.ts';
import { findCourseDetail, lockCourseVersion } from './courses.service.ts';
import * as repo from './library.repo.ts';

type In<K extends keyof typeof coursesEndpoints> = Input<(typeof coursesEndpoints)[K]>;
type Course = Awaited<ReturnType<typeof lockCourseVersion>>;
type Section = Awaited<ReturnType<typeof authoring.findSections>>[number];

const sectionOf = (sections: readonly Section[], id: string): Section => {
  const found = sections.find((section) => section.id === id);
  if (!found) throw new AppError('section.not_found');
  return found;
};

const requireThemes = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  const titles = await authoring.findThemeTitles(tx, ids);
  if (ids.some((id) => !titles.has(id))) throw new AppError('theme.not_found');
  return titles;
};

/** The list with the item at a position; at the end if there is no such position. */
const withAt = (items: readonly string[], item: string, position = items.length): string[] =>
  items.toSpliced(Math.min(position, items.length), 0, item);

/** Locks the course, lets `change` write, and logs its sections or themes before and after. */
const change = async (
  { tx }: Ctx,
  input: { id: string; version?: number },
  write: (course: Course, sections: Section[]) => Promise<'sections' | 'themes'>,
) => {
  const course = await lockCourseVersion(tx, input.id, input.version);
  const before = await namesOf(tx, course.id);
  const field = await write(course, await authoring.findSections(tx, course.id));
  await repo.updateCourseRow(tx, course.id, {});
  const after = await namesOf(tx, course.id);
  const { id, title } = course;
  const changes = { [field]: [before[field], after[field]] };
  return new Logged(await findCourseDetail(tx, id), { kind: 'course', id, title, changes });
};

/** Titles of the sections and, as «section: theme», of the themes of a course. */
const namesOf = async (tx: Tx, courseId: string) => {
  const sections = await authoring.findSections(tx, courseId);
  const titles = await authoring.findThemeTitles(tx, [...new Set(sections.flatMap((section) => section.theme_ids))]);
  return {
    sections: sections.map((section) => section.title),
    themes: sections.flatMap((section) => section.theme_ids.map((id) => `${section.title}: ${titles.get(id)}`)),
  };
};

/** Adds a section; undoing a removal sends its themes and position. */
export const addSection = (ctx: Ctx, input: In<'library.add-section'>) =>
  change(ctx, input, async (course, sections) => {
    const themeIds = [...new Set(input.theme_ids)];
    await requireThemes(ctx.tx, themeIds);
    const id = await courses.insertSection(ctx.tx, course.id, input.title);
    const ids = sections.map((section) => section.id);
    await courses.orderSectionRows(ctx.tx, withAt(ids, id, input.position));
    await courses.setThemes(ctx.tx, id, themeIds);
    return 'sections';
  });

export const renameSection = (ctx: Ctx, input: In<'library.rename-section'>) =>
  change(ctx, input, async (_, sections) => {
    await courses.renameSectionRow(ctx.tx, sectionOf(sections, input.section_id).id, input.title);
    return 'sections';
  });

/** Removes a section. Its themes remain in the library. */
export const removeSection = (ctx: Ctx, input: In<'library.remove-section'>) =>
  change(ctx, input, async (_, sections) => {
    const { id } = sectionOf(sections, input.section_id);
    await courses.deleteSection(ctx.tx, id);
    await courses.orderSectionRows(
      ctx.tx,
      sections.flatMap((section) => (section.id === id ? [] : [section.id])),
    );
    return 'sections';
  });

/** Reorders the sections. The list must contain each section of the course once. */
export const orderSections = (ctx: Ctx, input: In<'library.order-sections'>) =>
  change(ctx, input, async (_, sections) => {
    for (const id of input.ids) sectionOf(sections, id);
    if (new Set(input.ids).size !== input.ids.length || input.ids.length !== sections.length)
      throw new AppError('request.invalid', [{ field: 'ids', code: 'not_a_permutation' }]);
    await courses.orderSectionRows(ctx.tx, input.ids);
    return 'sections';
  });

/** Adds a theme to a section. A section contains a theme at most once. */
export const appendTheme = (ctx: Ctx, input: In<'library.append-theme'>) =>
  change(ctx, input, async (_, sections) => {
    const section = sectionOf(sections, input.section_id);
    await requireThemes(ctx.tx, [input.theme_id]);
    if (section.theme_ids.includes(input.theme_id)) throw new AppError('theme.in_section');
    await courses.setThemes(ctx.tx, section.id, withAt(section.theme_ids, input.theme_id, input.position));
    return 'themes';
  });

const without = (section: Section, themeId: string): string[] => {
  if (!section.theme_ids.includes(themeId)) throw new AppError('theme.not_found');
  return section.theme_ids.filter((id) => id !== themeId);
};

/** Removes a theme from a section. The theme remains in the library. */
export const removeTheme = (ctx: Ctx, input: In<'library.remove-theme'>) =>
  change(ctx, input, async (_, sections) => {
    const section = sectionOf(sections, input.section_id);
    await courses.setThemes(ctx.tx, section.id, without(section, input.theme_id));
    return 'themes';
  });

/** Moves a theme inside its section or to another section of the course. */
export const moveTheme = (ctx: Ctx, input: In<'library.move-theme'>) =>
  change(ctx, input, async (_, sections) => {
    const from = sectionOf(sections, input.from_section_id);
    const to = sectionOf(sections, input.to_section_id);
    const rest = without(from, input.theme_id);
    if (from !== to && to.theme_ids.includes(input.theme_id)) throw new AppError('theme.in_section');
    if (from !== to) await courses.setThemes(ctx.tx, from.id, rest);
    const others = from === to ? rest : to.theme_ids;
    await courses.setThemes(ctx.tx, to.id, withAt(others, input.theme_id, input.position));
    return 'themes';
  });

export const getSection = async ({ tx }: Ctx, input: { id: string }) => {
  const found = await authoring.findSection(tx, input.id);
  if (!found) throw new AppError('section.not_found');
  return found;
};

/** Adds a theme to the end of a section for the theme editor, which knows no version of the course. */
export const includeTheme = async (tx: Tx, sectionId: string, themeId: string): Promise<void> => {
  const place = await authoring.findSection(tx, sectionId);
  const course = place && (await repo.lockCourse(tx, place.course.id));
  if (!course) throw new AppError('section.not_found');
  const section = sectionOf(await authoring.findSections(tx, course.id), sectionId);
  if (section.theme_ids.includes(themeId)) return;
  await courses.setThemes(tx, section.id, [...section.theme_ids, themeId]);
  await repo.updateCourseRow(tx, course.id, {});
};
