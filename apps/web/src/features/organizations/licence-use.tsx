import type { ReactNode } from 'react';
import { freeSeats, usedSeats } from '@sergak/contract/organizations/organizations.rules.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Facts } from '../../shared/ui/section.tsx';
import { LicenceBar, type LicencePlaces } from './licence-meter.tsx';
import css from './parts.module.css';

type Props = { licence: LicencePlaces; more?: readonly (readonly [label: string, value: ReactNode])[] };

/**
 * Used seats of a licence, who uses them, and free seats: the same words and numbers on every page. `more`: further
 * facts of the page, shown after these.
 */
export const LicenceUse = ({ licence, more = [] }: Props): ReactNode => {
  const t = useT('organizations__licence');
  const free = freeSeats(licence);
  return (
    <>
      <p className={css['taken']}>
        {t('of', { used: formatNumber(usedSeats(licence)), limit: formatNumber(licence.users_limit) })}
      </p>
      <LicenceBar licence={licence} />
      {!licence.expired && (
        <p className={css['free']} data-bad={free === 0 || undefined}>
          {free === 0 ? t('full') : t('free', { count: free, number: formatNumber(free) })}
        </p>
      )}
      <Facts
        items={[
          [t('own'), formatNumber(licence.users_count)],
          [t('children'), formatNumber(licence.children_limit)],
          ...more,
        ]}
      />
    </>
  );
};

/** The same, for a row of a list. */
export const LicenceUseLine = ({ licence }: { licence: LicencePlaces }): ReactNode => {
  const t = useT('organizations__licence');
  const words = t('of', { used: formatNumber(usedSeats(licence)), limit: formatNumber(licence.users_limit) });
  const amounts = { own: formatNumber(licence.users_count), given: formatNumber(licence.children_limit) };
  return (
    <span className={css['line']}>
      <LicenceBar licence={licence} />
      <span>{freeSeats(licence) === 0 && !licence.expired ? t('of_full', { words }) : words}</span>
      {licence.children_limit > 0 && <small>{t('split', amounts)}</small>}
    </span>
  );
};
