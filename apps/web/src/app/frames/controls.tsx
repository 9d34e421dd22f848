import { Avatar, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLanguage, IconLogout, IconMoon, IconSun, IconSwitchHorizontal, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Language, Me } from '@sergak/contract/session/session.schema.ts';
import { call } from '../../shared/api.ts';
import { changeLanguage, languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useLanguage, useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { fullName, signOut, useAuth } from '../../shared/session.ts';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { homeOf, MY_COURSES } from '../guards.ts';
import css from './frames.module.css';

/** Switches the language here at once, and for letters to this person as well. */
export const chooseLanguage = (language: Language, signedIn: boolean): void => {
  void changeLanguage(language);
  // A wish that could not be kept on the server still holds in this browser.
  if (signedIn) void call('session.set-language', { language }).catch(() => null);
};

export const LanguageMenu = (): ReactNode => {
  const t = useT();
  const language = useLanguage();
  const auth = useAuth();
  return (
    <ActionMenu
      label={t('language.choose')}
      lines={languages.map((one) => ({
        key: one, label: languageNames[one], lang: one, checked: one === language,
        run: () => chooseLanguage(one, auth.status === 'authorised'),
      }))}
    >
      <IconLanguage size={20} stroke={1.7} aria-hidden />
    </ActionMenu>
  );
};

export const ThemeMenu = (): ReactNode => {
  const t = useT();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const items = [['light', IconSun], ['dark', IconMoon], ['auto', IconDeviceDesktop]] as const;
  return (
    <ActionMenu
      label={t('theme.choose')}
      lines={items.map(([scheme, icon]) => ({
        key: scheme, label: t(`theme.${scheme}`), icon, checked: scheme === colorScheme, run: () => setColorScheme(scheme),
      }))}
    >
      {dark ? <IconMoon size={20} stroke={1.7} aria-hidden /> : <IconSun size={20} stroke={1.7} aria-hidden />}
    </ActionMenu>
  );
};

const initials = (me: Me): string => `${me.first_name.charAt(0)}${me.last_name.charAt(0)}`.toUpperCase() || me.email.charAt(0).toUpperCase();

export const PersonMenu = ({ me, side }: { me: Me; side: 'admin' | 'learner' }): ReactNode => {
  const t = useT();
  const go = useGo();
  const navigate = useNavigate();
  const both = me.permissions.includes('admin') && me.permissions.includes('user');
  const other = side === 'admin' ? MY_COURSES : homeOf(new Set(me.permissions));
  return (
    <ActionMenu
      label={t('person.menu', { name: fullName(me) })} className={css['person']!}
      head={<><span className={css['person-name']}>{fullName(me)}</span><span className={css['person-mail']}>{me.email}</span></>}
      lines={[
        { key: 'profile', label: t('person.profile'), icon: IconUser, run: () => go({ screen: `${side}.profile` }) },
        ...(both ? [{
          key: 'side', label: t(side === 'admin' ? 'role.to_employee' : 'role.to_admin'), icon: IconSwitchHorizontal,
          run: () => void navigate({ to: other as never }),
        }] : []),
        { key: 'out', label: t('person.sign_out'), icon: IconLogout, run: () => void signOut() },
      ]}
    >
      <Avatar src={me.avatar_url} size={34} color="brand" variant="light" aria-hidden>{initials(me)}</Avatar>
    </ActionMenu>
  );
};
