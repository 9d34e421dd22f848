import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useBack, useSearchState } from '../../shared/nav/nav.tsx';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import { PeopleContext, type PeopleNumber, readNumber, useShowPeople, writeNumber } from './people-number.ts';
import css from './statistics.module.css';

const PeopleDrawer = lazyWindow(() => import('./people-drawer.tsx'));

const addressState = { people: '' };

/**
 * Lets the numbers inside open the list of their people. The list is in the address, so that Back closes it and a link opens
 * it. The title is not, because an address could show any words then: a link opens the list with a general title.
 * Closing a list that a click has opened goes back, so that no idle step stays in the history.
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
  const [address, setAddress] = useSearchState(addressState);
  const back = useBack();
  const [titled, setTitled] = useState({ people: '', title: '' });
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [address.people]);
  const show = useCallback(
    (number: PeopleNumber): void => {
      const people = writeNumber(number);
      setTitled({ people, title: number.title });
      setAddress({ people });
    },
    [setAddress],
  );
  const isClicked = titled.people === address.people;
  const shown = readNumber(address.people, isClicked ? titled.title : t('tables.people'));
  const close = (): void => {
    if (isClosing.current) return;
    isClosing.current = true;
    if (isClicked) back();
    else setAddress({ people: '' }, { replace: true });
  };
  return (
    <PeopleContext value={show}>
      {children}
      {shown !== null && (
        <Suspense fallback={null}>
          <PeopleDrawer organization={organization} number={shown} below={below} onClose={close} />
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
