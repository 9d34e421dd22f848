/** Orders of a list of courses, as the address and the selects name them. */
export const courseSorts = ['title_asc', 'title_desc', 'created_at_asc', 'created_at_desc'] as const;
export type CourseSort = (typeof courseSorts)[number];

/** A sort order in the form of the calls. */
export const sortInput = (sort: CourseSort) =>
  ({
    sort_by: sort.startsWith('title') ? 'title' : 'created_at',
    sort_order: sort.endsWith('_asc') ? 'asc' : 'desc',
  }) as const;
