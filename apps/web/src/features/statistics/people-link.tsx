import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { PeopleContext, type PeopleNumber, readNumber, useShowPeople, writeNumber } from './people-number.ts';
import css from './statistics.module.css';

const PeopleDrawer = lazy(() => import('./people-drawer.tsx'));

const addressState = { people: '' };

/**
 * Lets the numbers inside open the list of their people. The list is in the address, so that Back closes it and a link opens
 * it. The title is not, because an address could show any words then: a link opens the list with a general title.
 */
export const PeopleNumbers = ({
  organization,
  below,
  children,
}: {
  organization: string;
  below: boolean;
  children: ReactNode;
}): ReactNode => {
  const t = useT('statistics');
  const [address, set] = useSearchState(addressState);
  const [titled, setTitled] = useState({ people: '', title: '' });
  const show = useCallback(
    (number: PeopleNumber): void => {
      const people = writeNumber(number);
      setTitled({ people, title: number.title });
      set({ people });
    },
    [set],
  );
  const shown = readNumber(address.people, titled.people === address.people ? titled.title : t('tables.people'));
  return (
    <PeopleContext value={show}>
      {children}
      {shown !== null && (
        <Suspense fallback={null}>
          <PeopleDrawer
            organization={organization}
            number={shown}
            below={below}
            onClose={() => set({ people: '' }, { replace: true })}
          />
        </Suspense>
      )}
    </PeopleContext>
  );
};

/** A number or name that opens the list of its people; plain text if there are none. */
export const PeopleLink = ({
  number,
  value,
  label,
  className,
  children,
}: {
  number: PeopleNumber;
  /** How many there are. */
  value: number;
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}): ReactNode => {
  const show = useShowPeople();
  if (value === 0) return children;
  return (
    <button
      type="button"
      className={className ?? css['group-link']}
      aria-haspopup="dialog"
      aria-label={label}
      onClick={() => show(number)}
    >
      {children}
    </button>
  );
};
