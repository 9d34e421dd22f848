import { Skeleton } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { usePermission, useMe } from '../../shared/session.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, NoAccessState } from '../../shared/ui/states.tsx';
import css from './sign-in.module.css';
import { Directory } from '../directory-sync/public.ts';
import { AuthenticatorPolicy, ConsentEditor } from '../session/public.ts';
import { Scim } from '../scim/public.ts';
import { Sso } from '../sso/public.ts';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { SignInRules } from './sign-in-rules.tsx';
import { TwoFactor } from './two-factor.tsx';

const types = ['email', 'active_directory', 'general', 'scim'] as const;

const ByEmail = (): ReactNode => {
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

/** Sign-in methods of the organisation. Unsupported methods are named instead of shown as a form without effect. */
export default function AdfsScreen({ mailServer }: { mailServer: ReactNode }): ReactNode {
  const t = useT('organizations__sign_in');
  const [state, setState] = useSearchState({ type: 'email' });
  const type = types.find((one) => one === state.type) ?? 'email';
  return (
    <>
      <PageHead
        title={t('title')}
        hint={t('lead')}
        actions={
          <ButtonLink screen="settings.superusers" variant="default">
            {t('to_roles')}
          </ButtonLink>
        }
      />
      <Tabs
        value={type}
        onChange={(next) => setState({ type: next })}
        items={types.map((value) => ({ value, label: t(`type.${value}`) }))}
      >
        {type === 'email' && <ByEmail />}
        <Suspense fallback={<Skeleton height={320} radius={14} />}>
          {/* The specification keeps the mail server and the sign-in by email on one page. */}
          {type === 'email' && mailServer}
          {type === 'active_directory' && <Directory />}
          {type === 'general' && <Sso />}
          {type === 'scim' && <Scim />}
        </Suspense>
      </Tabs>
    </>
  );
}
