import type { ReactNode } from 'react';
import type { StepInput } from '@sergak/contract/library/library.schema.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';

type Props = {
  id: string | null;
  kind: StepInput['kind'];
  /** What the kind is called: a theme and its module often have the same title. */
  word: string;
  children: string;
};
/** A link from a step to the slides or questions of its module; a package has no module and stays text. */
export const ModuleLink = ({ id, kind, word, children }: Props): ReactNode =>
  id === null || kind === 'scorm' ? (
    children
  ) : (
    <ScreenLink
      screen="learning.module"
      params={{ module_id: id }}
      aria-label={`${word}: ${children}`}
      {...(kind === 'quiz' && { search: { tab: 'questions' } })}
    >
      {children}
    </ScreenLink>
  );
