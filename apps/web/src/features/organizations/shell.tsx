import { IconArrowBackUp, IconBuildingCommunity, IconClock, IconSelector } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { licenceNotice } from '@sergak/contract/organizations/organizations.rules.ts';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { config } from '../../shared/config.ts';
import { useDemo } from '../../shared/demo.ts';
import { formatDate, formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { hadChoice, keepChoice } from '../../shared/organization-choice.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission, useMe } from '../../shared/session.ts';
import { followSwitches, useEnter } from './enter.ts';
import css from './parts.module.css';
import { lazyWindow } from '../../shared/ui/lazy.tsx';

const SwitchDialog = lazyWindow(() => import('./switch-dialog.tsx'));

/** States that the person works in an organisation other than the own, and links back. */
const ActingBand = (): ReactNode => {
  const t = useT('organizations__shell');
  const { organization, acting_organization: acting } = useMe();
  const { enter, busy } = useEnter();
  return (
    <div className={css['acting']} role="status">
      <IconBuildingCommunity size={18} stroke={1.8} aria-hidden />
      <span>{t('acting.text', { title: acting.title })}</span>
      <button type="button" disabled={busy} onClick={() => enter(organization.id)}>
        <IconArrowBackUp size={16} aria-hidden />
        {t('acting.back', { title: organization.title })}
      </button>
    </div>
  );
};

const LicenceLine = (): ReactNode => {
  const t = useT('organizations__shell');
  const may = usePermission('admin.settings.license');
  const { data } = useRead('organizations.current', {}, { quiet: true });
  const notice = data && licenceNotice(data.license);
  if (!data || !notice) return null;
  const { days_left, end_date } = data.license;
  return (
    <div className={css['banner']} data-tone={notice === 'month' ? undefined : 'bad'} role="status">
      <IconClock size={18} stroke={1.8} aria-hidden />
      <span>
        {notice === 'expired'
          ? t('licence.expired', { day: formatDate(end_date) })
          : days_left === 0
            ? t('licence.last_day')
            : t('licence.soon', { count: days_left, number: formatNumber(days_left), day: formatDate(end_date) })}
      </span>
      {may && <ScreenLink screen="settings.license">{t('licence.where')}</ScreenLink>}
    </div>
  );
};

/** Who sees the progress of the demo that a new installation makes: administrators of its first organisation. */
const seesDemo = ({ role, organization, acting_organization: acting }: Me): boolean =>
  isAtLeast(role, 'system_admin') && organization.id === config().id && acting.id === organization.id;

const DemoLine = (): ReactNode => {
  const t = useT('organizations__shell');
  const { progress } = useDemo();
  if (progress === null) return null;
  return (
    <p className={css['aside-line']} role="status">
      {t('demo.making', { share: formatPercent(progress) })}
    </p>
  );
};

/** Why no one can be added now, in the words of the banner on admin pages; undefined while people can be added. */
export const useNobodyToAdd = (): string | undefined => {
  const t = useT('organizations__shell');
  const { data } = useRead('organizations.current', {}, { quiet: true });
  return data?.license.expired === true ? t('licence.expired', { day: formatDate(data.license.end_date) }) : undefined;
};

/**
 * Banners on admin pages: the organisation that one acts in, the licence's expiry, the demo that is being made. Has its own
 * suspense boundary for its texts.
 */
export const ShellNotices = (): ReactNode => {
  const me = useMe();
  const { organization, acting_organization: acting } = me;
  const may = usePermission('admin');
  useEffect(() => followSwitches(acting.id), [acting.id]);
  return (
    <Suspense fallback={null}>
      {acting.id !== organization.id && <ActingBand />}
      {may && <LicenceLine />}
      {seesDemo(me) && <DemoLine />}
    </Suspense>
  );
};

const Switch = (): ReactNode => {
  const t = useT('organizations__shell');
  const { acting_organization: acting } = useMe();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={css['switch']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconBuildingCommunity size={18} stroke={1.7} aria-hidden />
        <span>
          <small>{t('switch.label')}</small>
          <b>{acting.title}</b>
        </span>
        <IconSelector size={16} aria-hidden />
      </button>
      {open && (
        <Suspense fallback={null}>
          <SwitchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

/**
 * The current organisation, for people whose organisation has children. The menu around it has the suspense boundary, which
 * keeps its place.
 */
export const OrganizationSwitch = (): ReactNode => {
  const may = usePermission('admin.organization');
  const own = useMe().organization.id;
  const { data } = useRead('session.organizations', {}, { quiet: true, enabled: may, staleTime: 60_000 });
  const has = data === undefined ? hadChoice(own) : data.data.length > 1;
  useEffect(() => {
    if (data !== undefined) keepChoice(own, has);
  }, [data, has, own]);
  return may && has ? <Switch /> : null;
};
