import { personEndpoints } from '@sergak/contract/learning/person.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as person from './person.service.ts';

export const personRoutes = bind(personEndpoints, {
  'learning.person-courses': person.listCourses,
  'learning.person-course': person.getCourse,
  'learning.person-attempt': person.getAttempt,
});
