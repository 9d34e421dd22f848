import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { NotFound } from '../../shared/ui/states.tsx';

/** A person, or a record of a person, does not exist (any more). */
export const PersonGone = ({ title, hint }: { title: string; hint: string }): ReactNode => {
  const t = useT('employees__employee');
  return (
    <NotFound
      title={title}
      hint={hint}
      action={
        <ButtonLink screen="staff.employees" variant="default">
          {t('to_list')}
        </ButtonLink>
      }
    />
  );
};
