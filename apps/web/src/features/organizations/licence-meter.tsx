import { type ReactNode, Suspense } from 'react';
import { usedSeats } from '@sergak/contract/organizations/organizations.rules.ts';
import type { CallOutput } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import css from './parts.module.css';

export type Licence = CallOutput<'organizations.current'>['license'];
/** The data for the bar of a licence; also for child organisations. */
export type LicencePlaces = Omit<Licence, 'days_left'>;
const NEARLY = 0.9;

/** The used share of the licence: 0…1. */
const takenShare = (licence: LicencePlaces): number =>
  licence.users_limit === 0 ? 1 : Math.min(1, usedSeats(licence) / licence.users_limit);
const toneOf = (licence: LicencePlaces): 'usual' | 'warning' | 'bad' =>
  licence.expired || takenShare(licence) >= 1 ? 'bad' : takenShare(licence) >= NEARLY ? 'warning' : 'usual';

/** The bar of the licence: own people, then seats given to child organisations. */
export const LicenceBar = ({ licence }: { licence: LicencePlaces }): ReactNode => {
  const t = useT('organizations__licence');
  const limit = Math.max(1, licence.users_limit);
  return (
    <div
      className={css['meter']}
      data-tone={toneOf(licence)}
      role="img"
      aria-label={t('meter', { used: formatNumber(usedSeats(licence)), limit: formatNumber(licence.users_limit) })}
    >
      {licence.users_count > 0 && (
        <span data-own style={{ width: `${Math.min(100, (licence.users_count / limit) * 100)}%` }} />
      )}
      <span data-children style={{ width: `${Math.min(100, (licence.children_limit / limit) * 100)}%` }} />
    </div>
  );
};

type SideProps = { licence: Licence; onNavigate?: () => void };
const Side = ({ licence, onNavigate }: SideProps): ReactNode => {
  const t = useT('organizations__licence');
  return (
    <ScreenLink screen="settings.license" className={css['side']} {...(onNavigate && { onClick: onNavigate })}>
      <span>
        {licence.expired
          ? t('ended_short')
          : t('short', { used: formatNumber(usedSeats(licence)), limit: formatNumber(licence.users_limit) })}
      </span>
      <LicenceBar licence={licence} />
    </ScreenLink>
  );
};

/**
 * The licence in the sidebar: people against the limit, linked to the licence page. Has its own suspense boundary for
 * its texts.
 */
export const LicenceMeter = ({ onNavigate }: { onNavigate?: () => void }): ReactNode => {
  const may = usePermission('admin.settings.license');
  const { data } = useRead('organizations.current', {}, { quiet: true, enabled: may });
  if (!may || data === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Side licence={data.license} {...(onNavigate && { onNavigate })} />
    </Suspense>
  );
};
