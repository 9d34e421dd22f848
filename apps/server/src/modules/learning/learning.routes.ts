import { learningEndpoints } from '@sergak/contract/learning/learning.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { previewAssignment } from './assign.service.ts';
import { assignByHand, assignInBulk } from './assign-by-hand.service.ts';
import * as assignments from './assignments.service.ts';
import { courseFigures, courseLearners } from './course-figures.service.ts';
import { onlyFor } from './kind.service.ts';
import * as people from './people.service.ts';
import { changeDefaultReminders, getDefaultReminders } from './settings.service.ts';
import { setPicture } from './picture.service.ts';

const native = onlyFor('native');
export const learningRoutes = bind(learningEndpoints, {
  'learning.assignments': assignments.listAssignments,
  'learning.assign': assignByHand('native'),
  'learning.preview': previewAssignment,
  'learning.assignment': native(assignments.getAssignment),
  'learning.any-assignment': assignments.getAssignment,
  'learning.update': native(assignments.updateAssignment),
  'learning.delete': native(assignments.deleteAssignment),
  'learning.complete': native(assignments.completeAssignment),
  'learning.toggle': native(assignments.toggleAssignment),
  'learning.people': native(assignments.listLearners),
  'learning.add-people': native(people.addPeople),
  'learning.remove-people': native(people.removeLearners),
  'learning.default-reminders': getDefaultReminders,
  'learning.save-default-reminders': changeDefaultReminders,
  'learning.remind': assignments.remindLearners,
  'learning.progress': native(assignments.readProgress),
  'learning.progress-change': native(assignments.readProgressChange),
  'learning.groups': native(assignments.readProgressGroups),
  'learning.course-figures': courseFigures,
  'learning.course-people': courseLearners,
  'learning.assign-course': assignByHand('native'),
  'learning.bulk-assign': assignInBulk,
  'learning.complete-manually': people.completeManually,
  'learning.of-organization': assignments.listOfOrganization,
  'learning.set-picture': setPicture('any'),
});
