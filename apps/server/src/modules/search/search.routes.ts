import { searchEndpoints } from '@sergak/contract/search/search.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { findThings, listRecent, noteOpened } from './search.service.ts';

export const searchRoutes = bind(searchEndpoints, {
  'search.find': findThings,
  'search.recent': listRecent,
  'search.opened': noteOpened,
});
