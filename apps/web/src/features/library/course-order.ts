import type { CourseDetail } from '@sergak/contract/library/library.schema.ts';

export type Sections = CourseDetail['sections'];
export type ThemeMove = {
  readonly theme_id: string;
  readonly from_section_id: string;
  readonly to_section_id: string;
  readonly position: number;
};

/** The list with one item moved by a step. */
export const movedBy = <T>(items: readonly T[], from: number, step: -1 | 1): T[] => {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, from + step)), 0, items[from]!);
};

/** The list with `dragged` placed before or after `over`. */
export const placed = <T>(items: readonly T[], dragged: T, over: T, after: boolean): T[] => {
  const rest = items.filter((one) => one !== dragged);
  return rest.toSpliced(rest.indexOf(over) + (after ? 1 : 0), 0, dragged);
};

/**
 * Where a theme goes when it moves a step up or down: to the next position of its section, or from the edge of its section
 * into the neighbouring one. Sections that contain the theme already are skipped. Null at the ends of the course.
 */
export const themeStep = (sections: Sections, at: number, index: number, step: -1 | 1): ThemeMove | null => {
  const section = sections[at]!;
  const theme_id = section.themes[index]!.id;
  const next = index + step;
  if (next >= 0 && next < section.themes.length)
    return { theme_id, from_section_id: section.id, to_section_id: section.id, position: next };
  for (let i = at + step; i >= 0 && i < sections.length; i += step) {
    const to = sections[i]!;
    if (to.themes.some((one) => one.id === theme_id)) continue;
    return {
      theme_id,
      from_section_id: section.id,
      to_section_id: to.id,
      position: step === 1 ? 0 : to.themes.length,
    };
  }
  return null;
};

/** Where a theme goes that is dropped before or after a theme of a section, or onto the section itself (`over` null). */
export const themeDrop = (
  sections: Sections,
  theme_id: string,
  from_section_id: string,
  to_section_id: string,
  over: string | null,
  after: boolean,
): ThemeMove | null => {
  const themes = sections.find((one) => one.id === to_section_id)!.themes.map((one) => one.id);
  if (from_section_id !== to_section_id && themes.includes(theme_id)) return null;
  const others = themes.filter((one) => one !== theme_id);
  const position = over === null ? others.length : others.indexOf(over) + (after ? 1 : 0);
  return { theme_id, from_section_id, to_section_id, position };
};
