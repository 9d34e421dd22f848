import type { ReactNode } from 'react';
import type { StepInput } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';

type Props = { id: string | null; kind: StepInput['kind']; children: string };
/** A link from a step to the slides or questions of its module; a package has no module and stays text. */
export const ModuleLink = ({ id, kind, children }: Props): ReactNode => {
  const t = useT('library');
  if (id === null || kind === 'scorm') return children;
  return (
    <ScreenLink
      screen="learning.module"
      params={{ module_id: id }}
      // A theme and its module often have the same title.
      aria-label={`${t(`preview.${kind}`)}: ${children}`}
      {...(kind === 'quiz' && { search: { tab: 'questions' } })}
    >
      {children}
    </ScreenLink>
  );
};
