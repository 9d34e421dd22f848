import { scormAssignedEndpoints } from '@sergak/contract/learning/scorm-assigned.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { assignByHand } from './assign-by-hand.service.ts';
import * as assignments from './assignments.service.ts';
import { onlyFor } from './kind.service.ts';
import * as people from './people.service.ts';
import { setPicture } from './picture.service.ts';

const scorm = onlyFor('scorm');
export const scormAssignedRoutes = bind(scormAssignedEndpoints, {
  'learning.scorm-assignments': (ctx, input) => assignments.listAssignments(ctx, { ...input, kind: 'scorm' }),
  'learning.scorm-assign': assignByHand('scorm'),
  'learning.scorm-assignment': scorm(assignments.getAssignment),
  'learning.scorm-update': scorm(assignments.updateAssignment),
  'learning.scorm-delete': scorm(assignments.deleteAssignment),
  'learning.scorm-complete': scorm(assignments.completeAssignment),
  'learning.scorm-toggle': scorm(assignments.toggleAssignment),
  'learning.scorm-set-picture': setPicture('scorm'),
  'learning.scorm-people': scorm(assignments.listLearners),
  'learning.scorm-add-people': scorm(people.addPeople),
  'learning.scorm-remove-people': scorm(people.removeLearners),
  'learning.scorm-groups': scorm(assignments.readProgressGroups),
  'learning.scorm-progress': scorm(assignments.readProgress),
  'learning.scorm-progress-change': scorm(assignments.readProgressChange),
});
