import { Link, useLocation } from '@tanstack/react-router';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { type Menu, menuOf, menuPageOf } from '@sergak/contract/access/menus.ts';
import type { ScreenId, screens } from '@sergak/contract/access/screens.ts';
import { useWaitingCounts } from '../../features/notifications/public.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { hadChoice } from '../../shared/organization-choice.ts';
import { useAuth } from '../../shared/session.ts';
import css from './frames.module.css';
import { sectionIcons } from './icons.ts';
import { useHasNews } from './news.ts';
import { RoleSwitch } from './role-switch.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';

const LicenceMeter = lazy(async () => ({
  default: (await import('../../features/organizations/public.ts')).LicenceMeter,
}));
const OrganizationSwitch = lazy(async () => ({
  default: (await import('../../features/organizations/public.ts')).OrganizationSwitch,
}));

/** How much waits for the person behind an entry of the menu. */
const Waits = ({ count }: { count: number }): ReactNode => {
  const t = useT();
  return count === 0 ? null : (
    <span className={css['waits']}>
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="sr-only">{t('menu.waiting', { number: formatNumber(count) })}</span>
    </span>
  );
};

type Props = { collapsed: boolean; onNavigate?: () => void };

const SectionItem = ({
  entry,
  path,
  collapsed,
  onNavigate,
}: { entry: Menu[number]; path: string } & Props): ReactNode => {
  const t = useT();
  const Icon = sectionIcons[entry.section];
  const current = menuPageOf(path);
  const here = current?.split('.')[0] === entry.section;
  const [open, setOpen] = useState<boolean>();
  const shown = open ?? here;
  const name = t(`menu.${entry.section}`);
  const news = useHasNews() && entry.section === 'help';
  const dot = news && <span className={css['news']} role="img" aria-label={t('menu.news')} />;
  const counts = useWaitingCounts();
  const waits = entry.pages.reduce((sum, page) => sum + (counts.get(page.id) ?? 0), 0);
  const single = entry.pages.length === 1 && entry.section === 'organization';
  if (collapsed || single) {
    return (
      <Link
        to={entry.pages[0]!.path}
        className={css['section']}
        data-here={here || undefined}
        aria-current={here || undefined}
        title={collapsed ? name : undefined}
        {...(onNavigate && { onClick: onNavigate })}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
        {collapsed ? <span className="sr-only">{name}</span> : name}
        {dot}
        <Waits count={waits} />
      </Link>
    );
  }
  return (
    <div>
      <button
        type="button"
        className={css['section']}
        aria-expanded={shown}
        data-inside={here || undefined}
        onClick={() => setOpen(!shown)}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
        {name}
        {!shown && dot}
        {!shown && <Waits count={waits} />}
        <IconChevronDown size={16} className={css['chevron']} aria-hidden />
      </button>
      {shown && (
        <ul className={css['pages']}>
          {entry.pages.map((page) => {
            return (
              <li key={page.id}>
                <Link
                  to={page.path}
                  className={css['page']}
                  // The address of one page can be the beginning of that of another.
                  activeOptions={{ exact: true }}
                  aria-current={page.id === current ? 'page' : undefined}
                  {...(onNavigate && { onClick: onNavigate })}
                >
                  {t(`page.${page.id as PageKey}`)}
                  {page.id === 'help.change-log' && dot}
                  <Waits count={counts.get(page.id) ?? 0} />
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
};
/** Ids of the screens with a menu item; each has a name under `page.<id>`. */
export type PageKey = {
  [K in ScreenId]: (typeof screens)[K] extends { menu: infer M } ? (M extends { under: string } ? never : K) : never;
}[ScreenId];

/** The sidebar of the admin side: role switch, sections, profile, version. */
export const Sidebar = ({ collapsed, onNavigate }: Props): ReactNode => {
  const t = useT();
  const auth = useAuth();
  const path = useLocation({ select: (location) => location.pathname });
  const me = auth.status === 'authorised' ? auth.me : undefined;
  return (
    <div className={css['sidebar']} data-collapsed={collapsed || undefined}>
      {!collapsed && <RoleSwitch side="admin" />}
      {!collapsed && (
        <Suspense
          fallback={me !== undefined && hadChoice(me.organization.id) ? <div className={css['choice-place']} /> : null}
        >
          <OrganizationSwitch />
        </Suspense>
      )}
      <nav className={css['menu']} aria-label={t('menu.label')}>
        {me !== undefined &&
          menuOf(me).map((entry) => (
            <SectionItem
              key={entry.section}
              entry={entry}
              path={path}
              collapsed={collapsed}
              {...(onNavigate && { onNavigate })}
            />
          ))}
      </nav>
      {!collapsed && me !== undefined && menuOf(me).length > 0 && (
        <Suspense fallback={null}>
          <LicenceMeter {...(onNavigate && { onNavigate })} />
        </Suspense>
      )}
      {!collapsed && (
        <div className={css['foot']}>
          <ScreenLink screen="admin.profile" className={css['foot-person']}>
            {me === undefined ? t('person.loading') : `${me.first_name} ${me.last_name}`.trim() || me.email}
          </ScreenLink>
          <span>{t('version', { version: __APP_VERSION__ })}</span>
        </div>
      )}
    </div>
  );
};
