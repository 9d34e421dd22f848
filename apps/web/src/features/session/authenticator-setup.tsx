import { type ReactNode, useState } from 'react';
import type { Output } from '@sergak/contract/endpoint.ts';
import type { authenticatorEndpoints } from '@sergak/contract/session/authenticator.endpoints.ts';
import { CODE_LENGTH } from '@sergak/contract/session/session.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { CodeInput } from '../../shared/ui/code-input.tsx';
import css from './authenticator.module.css';

export type Enrolment = Output<(typeof authenticatorEndpoints)['authenticator.enrol']>;

/** The QR code and the secret of an app that is being added; a code of the app confirms it. */
export const AuthenticatorSetup = ({
  enrolment,
  onAdded,
}: {
  enrolment: Enrolment;
  onAdded: (codes: string[]) => void;
}): ReactNode => {
  const t = useT('session__authenticator');
  const [failures, setFailures] = useState(0);
  const confirm = useWrite('authenticator.confirm', { quiet: true });
  const { secret, qr } = enrolment;
  return (
    <div className={css['block']}>
      <p>{t('scan')}</p>
      <svg className={css['qr']} viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('qr')}>
        <path d={qr.path} fill="currentColor" shapeRendering="crispEdges" />
      </svg>
      <p>
        {t('type_secret')} <span className={css['secret']}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
      </p>
      <p>{t('enter_code')}</p>
      <CodeInput
        length={CODE_LENGTH}
        label={t('code')}
        failures={failures}
        disabled={confirm.isPending}
        onFull={(code) =>
          confirm.mutate(
            { code },
            { onSuccess: ({ backup_codes }) => onAdded(backup_codes), onError: () => setFailures((n) => n + 1) },
          )
        }
      />
      <FormError error={confirm.error} />
    </div>
  );
};
