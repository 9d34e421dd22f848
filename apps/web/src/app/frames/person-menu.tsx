import { Avatar } from '@mantine/core';
import { IconLogout, IconSwitchHorizontal, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { fullName, signOut } from '../../shared/session.ts';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { homePage, MY_COURSES } from '../guards.ts';
import css from './frames.module.css';

const initials = (me: Me): string =>
  `${me.first_name.charAt(0)}${me.last_name.charAt(0)}`.toUpperCase() || me.email.charAt(0).toUpperCase();

export const PersonMenu = ({ me, side }: { me: Me; side: 'admin' | 'learner' }): ReactNode => {
  const t = useT();
  const go = useGo();
  const navigate = useNavigate();
  const both = me.permissions.includes('admin') && me.permissions.includes('user');
  const other = side === 'admin' ? MY_COURSES : homePage(new Set(me.permissions));
  return (
    <ActionMenu
      label={t('person.menu', { name: fullName(me) })}
      className={css['person']!}
      head={
        <>
          <span className={css['person-name']}>{fullName(me)}</span>
          <span className={css['person-mail']}>{me.email}</span>
        </>
      }
      lines={[
        { key: 'profile', label: t('person.profile'), icon: IconUser, run: () => go({ screen: `${side}.profile` }) },
        ...(both
          ? [
              {
                key: 'side',
                label: t(side === 'admin' ? 'role.to_employee' : 'role.to_admin'),
                icon: IconSwitchHorizontal,
                run: () => void navigate({ to: other }),
              },
            ]
          : []),
        { key: 'out', label: t('person.sign_out'), icon: IconLogout, run: () => void signOut() },
      ]}
    >
      <Avatar src={me.avatar_url} size={34} color="brand" variant="light" aria-hidden>
        {initials(me)}
      </Avatar>
    </ActionMenu>
  );
};
