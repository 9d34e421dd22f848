import { personHistoryEndpoints } from '@sergak/contract/person-history/person-history.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listHistory } from './person-history.service.ts';

export const personHistoryRoutes = bind(personHistoryEndpoints, { 'person-history.list': listHistory });
