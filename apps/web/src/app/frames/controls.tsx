import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { call } from '../../shared/api.ts';
import { changeLanguage, languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useLanguage, useT } from '../../shared/i18n/use-t.ts';
import { useAuth } from '../../shared/session.ts';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';

/** Switches the language of the page, and of future emails to a signed-in person. */
export const chooseLanguage = (language: Language, signedIn: boolean): void => {
  void changeLanguage(language).then((changed) => {
    // If the server cannot store the language, this browser still keeps it.
    if (changed && signedIn) void call('session.set-language', { language }).catch(() => null);
  });
};

export const LanguageMenu = (): ReactNode => {
  const t = useT();
  const language = useLanguage();
  const auth = useAuth();
  return (
    <ActionMenu
      label={t('language.choose')}
      lines={languages.map((one) => ({
        key: one,
        label: languageNames[one],
        lang: one,
        checked: one === language,
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
  const items = [
    ['light', IconSun],
    ['dark', IconMoon],
    ['auto', IconDeviceDesktop],
  ] as const;
  return (
    <ActionMenu
      label={t('theme.choose')}
      lines={items.map(([scheme, icon]) => ({
        key: scheme,
        label: t(`theme.${scheme}`),
        icon,
        checked: scheme === colorScheme,
        run: () => setColorScheme(scheme),
      }))}
    >
      {dark ? <IconMoon size={20} stroke={1.7} aria-hidden /> : <IconSun size={20} stroke={1.7} aria-hidden />}
    </ActionMenu>
  );
};
