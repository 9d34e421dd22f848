import type { ListState } from '../../shared/table/list-state.ts';

/** Order and filters of the people of a campaign. */
export const peopleState = {
  sort: 'status',
  filters: { status: [] as readonly string[], os: [] as readonly string[], email: '', reported: '' },
  ids: ['email'] as const,
};
export type PeopleState = ListState<(typeof peopleState)['filters']>;
