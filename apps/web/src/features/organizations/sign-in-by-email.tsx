import { Skeleton } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission, useMe } from '../../shared/session.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import { ErrorState, NoAccessState } from '../../shared/ui/states.tsx';
import { AuthenticatorPolicy, ConsentEditor } from '../session/public.ts';
import { SignInRules } from './sign-in-rules.tsx';
import css from './sign-in.module.css';
import { TwoFactor } from './two-factor.tsx';

/** Rules for people who sign in with an address and a password. */
export const SignInByEmail = (): ReactNode => {
  const me = useMe();
  const t = useT('organizations__sign_in');
  const may = usePermission('admin.organization');
  const ranked = isAtLeast(me.role, 'system_admin');
  const query = useRead('organizations.get', { id: me.acting_organization.id }, { quiet: true, enabled: may });
  if (!may) return <NoAccessState />;
  if (query.isError && query.data === undefined) return <ErrorState onRetry={() => void query.refetch()} />;
  if (query.data === undefined)
    return (
      <div className={css['stack']}>
        <Skeleton height={150} radius={14} />
        <Skeleton height={260} radius={14} />
      </div>
    );
  return (
    <div className={css['stack']}>
      {!ranked && (
        <Notice icon={IconEye} title={t('read_only.title')}>
          {t('read_only.text')}
        </Notice>
      )}
      <TwoFactor on={query.data.two_factor} may={ranked} />
      <Suspense fallback={<Skeleton height={180} radius={14} />}>
        <AuthenticatorPolicy may={ranked} />
      </Suspense>
      <SignInRules organization={query.data} may={ranked} />
      <ConsentEditor />
    </div>
  );
};
