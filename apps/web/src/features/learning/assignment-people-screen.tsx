import type { ReactNode } from 'react';
import { useScreenParams } from '../../shared/nav/nav.tsx';
import { AssignmentFrame } from './assignment-frame.tsx';
import { AssignmentPeople } from './assignment-people.tsx';

/** The people of an assigned course: search, states, and actions on the selected ones. */
export default function AssignmentPeopleScreen(): ReactNode {
  const { course_id } = useScreenParams('learning.assigned-people');
  return (
    <AssignmentFrame id={course_id} page="people">
      {(one) => <AssignmentPeople one={one} titled />}
    </AssignmentFrame>
  );
}
