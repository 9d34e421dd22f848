import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { list, nothing, search } from '../paging.ts';
import { foundThing, openedThing, recentThing } from './search.schema.ts';

export const searchEndpoints = defineEndpoints({
  'search.find': {
    method: 'GET', path: '/search', permission: 'admin',
    about: 'Things of all kinds that the caller may open, the best fit first within each kind, in any spelling, alphabet and with typing mistakes.',
    query: z.strictObject({ search }), results: 'none', response: list(foundThing),
  },
  'search.recent': {
    method: 'GET', path: '/search/recent', permission: 'admin',
    about: 'What the caller opened lately in this organisation and may still open, the latest first.',
    results: 'none', response: list(recentThing),
  },
  'search.opened': {
    method: 'POST', path: '/search/recent', permission: 'admin',
    about: 'Notes that the caller opened a thing, a page or an action.',
    body: z.strictObject({ opened: openedThing }), results: 'none', response: nothing,
    audit: { none: 'a convenience of the person: nothing of the organisation changes' }, touches: ['search'],
  },
});
