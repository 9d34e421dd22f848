import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from '../../shared/ui/lazy.tsx';
import { PeopleContext, type PeopleNumber, useShowPeople } from './people-number.ts';
import css from './statistics.module.css';

const PeopleDrawer = lazy(() => import('./people-drawer.tsx'));

/** Lets the numbers inside open the list of their people. */
export const PeopleNumbers = ({
  organization,
  below,
  children,
}: {
  organization: string;
  below: boolean;
  children: ReactNode;
}): ReactNode => {
  const [shown, show] = useState<PeopleNumber | null>(null);
  return (
    <PeopleContext value={show}>
      {children}
      {shown !== null && (
        <Suspense fallback={null}>
          <PeopleDrawer organization={organization} number={shown} below={below} onClose={() => show(null)} />
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
