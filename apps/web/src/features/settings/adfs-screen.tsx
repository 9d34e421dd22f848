import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { Directory } from '../directory-sync/public.ts';
import { SignInByEmail } from '../organizations/public.ts';
import { Scim } from '../scim/public.ts';
import { Sso } from '../sso/public.ts';
import { lazy } from '../../shared/ui/lazy.tsx';
import css from './settings.module.css';

const MailServer = lazy(async () => ({ default: (await import('./mail-server.tsx')).MailServer }));

const types = ['email', 'active_directory', 'general', 'scim'] as const;

/** Sign-in methods of the organisation. Unsupported methods are named instead of shown as a form without effect. */
export default function AdfsScreen(): ReactNode {
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
        <Suspense fallback={<Skeleton height={320} radius={14} />}>
          {type === 'email' && (
            // The specification keeps the mail server and the sign-in by email on one page.
            <div className={css['stack']}>
              <SignInByEmail />
              <MailServer />
            </div>
          )}
          {type === 'active_directory' && <Directory />}
          {type === 'general' && <Sso />}
          {type === 'scim' && <Scim />}
        </Suspense>
      </Tabs>
    </>
  );
}
