import { isFound } from '@sergak/contract/fold.rules.ts';
import { Modal, useMantineColorScheme } from '@mantine/core';
import { IconArrowRight, IconLanguage, IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { menuOf } from '@sergak/contract/access/menus.ts';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { signOut } from '../../shared/session.ts';
import { chooseLanguage } from './controls.tsx';
import css from './palette.module.css';
import type { PageKey } from './sidebar.tsx';
import type { Icon } from '../../shared/ui/states.tsx';
import { sectionIcons } from './icons.ts';

type Command = { key: string; label: string; group: string; icon: Icon; run: () => void };

const useCommands = (me: Me): readonly Command[] => {
  const t = useT();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  return useMemo(() => {
    const to = (path: string) => () => void navigate({ to: path });
    const pages = menuOf(me).flatMap(({ section, pages: list }) =>
      list.map((page): Command => ({
        key: page.id,
        label: t(`page.${page.id as PageKey}`),
        group: t(`menu.${section}`),
        icon: sectionIcons[section],
        run: to(page.path),
      })),
    );
    const learner: Command[] = me.permissions.includes('user.learning')
      ? [
          {
            key: 'courses',
            label: t('learner.courses'),
            group: t('role.employee'),
            icon: IconArrowRight,
            run: to('/lk/user/learning'),
          },
        ]
      : [];
    return [
      ...pages,
      ...learner,
      {
        key: 'profile',
        label: t('person.profile'),
        group: t('palette.person'),
        icon: IconArrowRight,
        run: to(me.permissions.includes('admin') ? '/lk/admin/profile' : '/lk/user/profile'),
      },
      ...languages.map((one): Command => ({
        key: one,
        label: languageNames[one],
        group: t('language.choose'),
        icon: IconLanguage,
        run: () => chooseLanguage(one, true),
      })),
      {
        key: 'light',
        label: t('theme.light'),
        group: t('theme.choose'),
        icon: IconSun,
        run: () => setColorScheme('light'),
      },
      {
        key: 'dark',
        label: t('theme.dark'),
        group: t('theme.choose'),
        icon: IconMoon,
        run: () => setColorScheme('dark'),
      },
      {
        key: 'out',
        label: t('person.sign_out'),
        group: t('palette.person'),
        icon: IconLogout,
        run: () => void signOut(),
      },
    ];
  }, [me, t, navigate, setColorScheme]);
};

/** The command palette (Ctrl K): finds every page to open and every setting to switch by typing part of its name. */
export default function CommandPalette({ me, onClose }: { me: Me; onClose: () => void }): ReactNode {
  const t = useT();
  const list = useId();
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const commands = useCommands(me);
  const found = commands.filter((one) => isFound(`${one.group} ${one.label}`, wanted));
  const run = (one: Command | undefined): void => {
    if (one === undefined) return;
    onClose();
    one.run();
  };
  const onKeyDown = (e: KeyboardEvent): void => {
    const step = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0;
    if (e.key === 'Enter') run(found[at]);
    else if (step !== 0 && found.length > 0) {
      const next = (at + step + found.length) % found.length;
      setAt(next);
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else return;
    e.preventDefault();
  };
  return (
    // `className` of Modal.Content is also set on the wrapper that covers the screen; `classNames` on the root is not.
    <Modal.Root
      opened
      onClose={onClose}
      padding={0}
      size={560}
      yOffset="12vh"
      centered={false}
      classNames={{ content: css['sheet']! }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.open')}>
        <div className={css['box']}>
          <IconSearch size={18} aria-hidden />
          <input
            data-autofocus
            className={css['input']}
            value={wanted}
            placeholder={t('palette.hint')}
            aria-label={t('palette.hint')}
            role="combobox"
            aria-expanded
            aria-controls={list}
            aria-activedescendant={found.length > 0 ? `${list}-${at}` : undefined}
            onChange={(e) => {
              setWanted(e.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <ul id={list} role="listbox" aria-label={t('palette.open')} className={css['list']}>
          {found.map((one, i) => (
            // The input handles the keys, as in every combobox.
            <li
              key={one.key}
              id={`${list}-${i}`}
              role="option"
              aria-selected={i === at}
              className={css['item']}
              onMouseMove={() => setAt(i)}
              onClick={() => run(one)}
            >
              <one.icon size={18} stroke={1.7} aria-hidden />
              <span>{one.label}</span>
              <span className={css['group']}>{one.group}</span>
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <p className={css['none']} role="status">
            {t('palette.none')}
          </p>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
