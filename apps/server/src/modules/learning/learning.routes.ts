import { learningEndpoints } from '@sergak/contract/learning/learning.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as assign from './assign.service.ts';
import * as assignments from './assignments.service.ts';
import * as people from './people.service.ts';

export const learningRoutes = bind(learningEndpoints, {
  'learning.assignments': assignments.listAssignments,
  'learning.assign': assign.assignByHand,
  'learning.preview': assign.previewAssignment,
  'learning.assignment': assignments.getAssignment,
  'learning.update': assignments.updateAssignment,
  'learning.delete': assignments.deleteAssignment,
  'learning.complete': assignments.completeAssignment,
  'learning.people': assignments.listPeople,
  'learning.add-people': people.addPeople,
  'learning.remove-people': people.removePeople,
  'learning.remind': assignments.remind,
  'learning.progress': assignments.readProgress,
  'learning.progress-change': assignments.readProgressChange,
  'learning.groups': assignments.readGroups,
});
