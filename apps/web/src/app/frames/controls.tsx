import { ActionIcon, Avatar, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLanguage, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Language, Me } from '@sergak/contract/session/session.schema.ts';
import { call } from '../../shared/api.ts';
import { changeLanguage, languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useLanguage, useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { fullName, signOut, useAuth } from '../../shared/session.ts';
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
    <Menu position="bottom-end" width={180}>
      <Menu.Target><ActionIcon aria-label={t('language.choose')}><IconLanguage size={20} stroke={1.7} /></ActionIcon></Menu.Target>
      <Menu.Dropdown aria-label={t('language.choose')}>
        {languages.map((one) => (
          <Menu.Item
            key={one} lang={one} aria-current={one === language} rightSection={one === language && <IconCheck size={16} />}
            onClick={() => chooseLanguage(one, auth.status === 'authorised')}
          >
            {languageNames[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

export const ThemeMenu = (): ReactNode => {
  const t = useT();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const items = [['light', IconSun], ['dark', IconMoon], ['auto', IconDeviceDesktop]] as const;
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon aria-label={t('theme.choose')}>{dark ? <IconMoon size={20} stroke={1.7} /> : <IconSun size={20} stroke={1.7} />}</ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('theme.choose')}>
        {items.map(([scheme, Icon]) => (
          <Menu.Item
            key={scheme} leftSection={<Icon size={16} />} aria-current={scheme === colorScheme}
            rightSection={scheme === colorScheme && <IconCheck size={16} />} onClick={() => setColorScheme(scheme)}
          >
            {t(`theme.${scheme}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

export const initials = (me: Me): string => `${me.first_name.charAt(0)}${me.last_name.charAt(0)}`.toUpperCase() || me.email.charAt(0).toUpperCase();

export const PersonMenu = ({ me, profile }: { me: Me; profile: 'admin.profile' | 'learner.profile' }): ReactNode => {
  const t = useT();
  const go = useGo();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className={css['person']} aria-label={t('person.menu', { name: fullName(me) })}>
          <Avatar src={me.avatar_url} size={34} color="brand" variant="light" aria-hidden>{initials(me)}</Avatar>
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('person.menu', { name: fullName(me) })}>
        <Menu.Label>
          <span className={css['person-name']}>{fullName(me)}</span>
          <span className={css['person-mail']}>{me.email}</span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => go({ screen: profile })}>{t('person.profile')}</Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>{t('person.sign_out')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
