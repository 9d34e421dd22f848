import type { CourseKind } from '@sergak/contract/library/library.schema.ts';

type Name =
  | 'update'
  | 'delete'
  | 'complete'
  | 'toggle'
  | 'people'
  | 'add-people'
  | 'remove-people'
  | 'progress'
  | 'progress-change'
  | 'groups'
  | 'set-picture';

/**
 * The call for an assigned course of this kind. The calls of SCORM courses have the inputs and responses of the native calls,
 * so both are typed as the native call.
 */
export const faceOf = <const N extends Name>(kind: CourseKind, name: N): `learning.${N}` =>
  (kind === 'scorm' ? `learning.scorm-${name}` : `learning.${name}`) as `learning.${N}`;
