import { personEndpoints } from '@sergak/contract/learning/person.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as person from './person.service.ts';

export const personRoutes = bind(personEndpoints, {
  'learning.person-courses': person.listPersonCourses,
  'learning.person-course': person.getPersonCourse,
  'learning.person-attempt': person.getAttempt,
});
