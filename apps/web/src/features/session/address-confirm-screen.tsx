import { Button } from '@mantine/core';
import { IconLinkOff, IconMailCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { failedWith } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { AuthBox } from './parts.tsx';
import css from './session.module.css';

/** Confirms a new address by the emailed link. Needs a click, because mail scanners open links automatically. */
export default function AddressConfirmScreen(): ReactNode {
  const t = useT('session');
  const go = useGo();
  const { address_token: token } = useScreenParams('auth.address-confirm');
  const link = useRead('session.address', { token }, { quiet: true });
  const confirm = useWrite('session.address-confirm', { quiet: true, deletedId: token });
  // A used link is void: the query fails when repeated, and this error must not be shown.
  const used = confirm.isPending || confirm.isSuccess;
  if (!used && failedWith(link.error, 'session.token_invalid', 'request.invalid')) {
    return (
      <AuthBox icon={IconLinkOff} tone="bad" title={t('address.invalid_title')} lead={t('address.invalid_lead')}>
        <div className={css['links']}>
          <ScreenLink screen="auth.login" className="link">
            {t('to_login')}
          </ScreenLink>
        </div>
      </AuthBox>
    );
  }
  if (!used && link.isError) return <ErrorState onRetry={() => void link.refetch()} />;
  if (link.data === undefined) return <LoadingState />;
  const submit = (): void =>
    confirm.mutate(
      { token },
      {
        onSuccess: () => {
          showToast({ kind: 'success', text: t('address.done') });
          go({ screen: 'auth.login' }, { replace: true });
        },
      },
    );
  return (
    <AuthBox icon={IconMailCheck} title={t('address.title')} lead={t('address.lead', { email: link.data.email })}>
      <FormError error={confirm.error} />
      <Button fullWidth size="md" loading={confirm.isPending} onClick={submit}>
        {t('address.submit')}
      </Button>
    </AuthBox>
  );
}
