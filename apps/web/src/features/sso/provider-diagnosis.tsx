import type { ReactNode } from 'react';
import { isConnectionCode } from '@sergak/contract/connection.rules.ts';
import { ssoSteps } from '@sergak/contract/sso/sso.rules.ts';
import type { SsoDiagnosis } from '@sergak/contract/sso/sso.schema.ts';
import type { CallInput } from '../../shared/api.ts';
import { ConnectionDiagnosis, useConnectionReason } from '../../shared/connection/connection-diagnosis.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { probeOf } from './sso-values.ts';

type Props = { outcome: SsoDiagnosis | undefined; tested: CallInput<'sso.test'> | undefined };

/** The outcome of a test of the provider; one that passed also says what it cannot know. */
export const ProviderDiagnosis = ({ outcome, tested }: Props): ReactNode => {
  const t = useT('sso');
  const shared = useConnectionReason();
  const isSaml = tested?.protocol === 'saml';
  return (
    <ConnectionDiagnosis
      outcome={outcome}
      planned={isSaml ? ssoSteps.slice(0, 2) : ssoSteps.slice(1)}
      tested={tested}
      inputOf={probeOf}
      passed={{ title: t('test.ok_title'), text: t(isSaml ? 'test.ok_saml' : 'test.ok_oidc') }}
      reasonOf={(code) =>
        code !== 'address_not_allowed' && isConnectionCode(code)
          ? shared(code)
          : { what: t(`test.code.${code}.what`), do: t(`test.code.${code}.do`) }
      }
    />
  );
};
