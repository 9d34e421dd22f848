import { useMantineColorScheme } from '@mantine/core';
import {
  IconBolt,
  IconFileText,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { menuOf } from '@sergak/contract/access/menus.ts';
import type { Permission } from '@sergak/contract/access/permissions.ts';
import { type Screen, type ScreenId, screens } from '@sergak/contract/access/screens.ts';
import type { OpenedThing } from '@sergak/contract/search/search.schema.ts';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { settings, settingsFor } from '../../features/settings/public.ts';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { signOut } from '../../shared/session.ts';
import { chooseLanguage } from './controls.tsx';
import { sectionIcons } from './icons.ts';
import type { PageKey } from './sidebar.tsx';

export type Entry = {
  readonly key: string;
  readonly group: 'action' | 'page' | 'setting' | 'own';
  readonly label: string;
  /** Where it belongs, shown beside it; found as well. */
  readonly section: string;
  /** Other words for it, by which it is found. */
  readonly words?: string;
  readonly icon: TablerIcon;
  readonly run: () => void;
  /** How it is noted as opened lately; settings of the browser are not. */
  readonly note?: OpenedThing;
};

type Place = {
  readonly screen: ScreenId;
  readonly search?: Readonly<Record<string, string | readonly string[]>>;
  readonly hash?: string;
  /** What the action needs besides the permission of its page. */
  readonly needs?: Permission;
};
/** What can be begun from anywhere, by its key in the texts. */
export const actions = {
  campaign: { screen: 'phishing.campaign-create' },
  employee: { screen: 'staff.employees', search: { add: 'new' } },
  import: { screen: 'staff.employees', search: { import: 'new' } },
  assign: { screen: 'learning.assigned-select' },
  tag: { screen: 'staff.tags', search: { add: 'new' } },
  course: { screen: 'learning.course-create' },
  template: { screen: 'phishing.template-new' },
  redirect: { screen: 'phishing.redirect-create' },
  report: { screen: 'statistics.reports', search: { add: 'new' } },
  verify: { screen: 'phishing.verify' },
  stop_emails: {
    screen: 'organization.own',
    search: { tab: 'settings', sending: 'stop' },
    hash: 'sending',
    needs: 'admin.phishing',
  },
} as const satisfies Record<string, Place>;
/** Actions that people also look for by other words. */
const hasWords = (key: keyof typeof actions): key is 'stop_emails' => key === 'stop_emails';
/** Pages without a line in the menu, and parts of pages that people look for by their own name. */
export const places = {
  departments: { screen: 'staff.departments' },
  removed: { screen: 'staff.employees', search: { view: 'removed' } },
  risk: { screen: 'statistics.risk' },
  modules: { screen: 'learning.modules' },
  completed: { screen: 'learning.assigned', search: { tab: 'completed' } },
  scorm: { screen: 'learning.courses', search: { kind: 'scorm' } },
} as const satisfies Record<string, Place>;
const keysOf = <T extends object>(table: T): (keyof T & string)[] => Object.keys(table) as (keyof T & string)[];

type Words = { readonly t: T; readonly words: T<'search'>; readonly ofSettings: T<'settings__overview'> };
type Go = (to: string, place?: Pick<Place, 'search' | 'hash'>) => void;

const sectionOf = ({ screen }: Place, t: T) => {
  const [section] = screen.split('.') as [keyof typeof sectionIcons];
  return { section: t(`menu.${section}`), icon: sectionIcons[section] };
};

/** Actions and pages that the person may use. */
const portalEntries = (me: Me, { t, words, ofSettings }: Words, go: Go): Entry[] => {
  const has = (permission: string): boolean => me.permissions.some((one) => one === permission);
  const may = ({ screen, needs }: Place): boolean =>
    has((screens[screen] as Screen).permission) && (needs === undefined || has(needs));
  const open = (place: Place) => () => go(screens[place.screen].path, place);
  return [
    ...keysOf(actions)
      .filter((key) => may(actions[key]))
      .map((key): Entry => ({
        key,
        group: 'action',
        label: words(`action.${key}`),
        section: sectionOf(actions[key], t).section,
        ...(hasWords(key) && { words: words(`words.${key}`) }),
        icon: IconBolt,
        run: open(actions[key]),
        note: { kind: 'action', thing: key },
      })),
    ...menuOf(me).flatMap(({ section, pages }) =>
      pages.map((page): Entry => ({
        key: page.id,
        group: 'page',
        label: t(`page.${page.id as PageKey}`),
        section: t(`menu.${section}`),
        icon: sectionIcons[section],
        run: () => go(page.path),
        note: { kind: 'page', thing: page.id },
      })),
    ),
    ...keysOf(places)
      .filter((key) => may(places[key]))
      .map((key): Entry => ({
        key: `place.${key}`,
        group: 'page',
        label: words(`place.${key}`),
        ...sectionOf(places[key], t),
        run: open(places[key]),
        note: { kind: 'page', thing: `place.${key}` },
      })),
    ...settingsFor(me.permissions).map((key): Entry => ({
      key: `setting.${key}`,
      group: 'setting',
      label: ofSettings(`item.${key}.name`),
      section: ofSettings(`group.${settings[key].group}`),
      words: `${ofSettings(`item.${key}.hint`)} ${ofSettings(`item.${key}.words`)}`,
      icon: sectionIcons.settings,
      run: open(settings[key]),
      note: { kind: 'page', thing: `setting.${key}` },
    })),
  ];
};

/** What concerns the person's own account and browser. */
const ownEntries = (me: Me, t: T, go: Go, setScheme: (scheme: 'light' | 'dark') => void): Entry[] => {
  const own = (key: string, label: string, section: string, icon: TablerIcon, run: () => void): Entry => ({
    key,
    group: 'own',
    label,
    section,
    icon,
    run,
  });
  const profile = me.permissions.includes('admin') ? '/lk/admin/profile' : '/lk/user/profile';
  const courses = own('courses', t('learner.courses'), t('role.employee'), IconFileText, () => go('/lk/user/learning'));
  return [
    ...(me.permissions.includes('user.learning') ? [courses] : []),
    own('profile', t('person.profile'), t('palette.person'), IconUserCircle, () => go(profile)),
    ...languages.map((one) =>
      own(`language.${one}`, languageNames[one], t('language.choose'), IconLanguage, () => chooseLanguage(one, true)),
    ),
    own('light', t('theme.light'), t('theme.choose'), IconSun, () => setScheme('light')),
    own('dark', t('theme.dark'), t('theme.choose'), IconMoon, () => setScheme('dark')),
    own('out', t('person.sign_out'), t('palette.person'), IconLogout, () => void signOut()),
  ];
};

/** Everything that the web itself can find: actions, pages, and what concerns the person's own account and browser. */
export const useEntries = (me: Me): readonly Entry[] => {
  const t = useT();
  const words = useT('search');
  const ofSettings = useT('settings__overview');
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  return useMemo(() => {
    const go: Go = (to, { search = {}, hash = '' } = {}) => void navigate({ to, search, hash });
    return [...portalEntries(me, { t, words, ofSettings }, go), ...ownEntries(me, t, go, setColorScheme)];
  }, [me, t, words, ofSettings, navigate, setColorScheme]);
};
