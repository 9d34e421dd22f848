import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { config } from '../../shared/config.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useLanguage, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { signOut } from '../../shared/session.ts';
import { Paragraphs } from './consent-text.tsx';
import { AuthBox } from './parts.tsx';
import css from './session.module.css';

/** Consent to the processing of personal data, required once before the portal opens. */
export default function ConsentStep(): ReactNode {
  const t = useT('session');
  const [agreed, setAgreed] = useState(false);
  const language = useLanguage();
  const text = useRead('consent.text', { language }, { quiet: true, staleTime: 0 });
  // The button stays disabled until the text is loaded: no one agrees to an unread text.
  const shown = text.data;
  const consent = useWrite('session.consent', { quiet: true });
  const agree = (version: number): void =>
    consent.mutate({ version }, { onError: () => void text.refetch().then(() => setAgreed(false)) });
  const { needPrivacyPolicyPage, needAgreementPage } = config();
  return (
    <AuthBox icon={IconFileCheck} title={t('consent.title')} lead={t('consent.lead')}>
      {/* Scrolls on small screens, so it must be reachable by keyboard. */}
      <div className={css['terms']} tabIndex={0} role="region" aria-label={t('consent.title')}>
        {shown === undefined ? (
          <Skeleton height={160} radius={12} />
        ) : shown.text !== null ? (
          <Paragraphs text={shown.text} />
        ) : (
          <>
            <p>{t('consent.what')}</p>
            <p>{t('consent.why')}</p>
            <p>{t('consent.who')}</p>
            <p>{t('consent.withdraw')}</p>
          </>
        )}
      </div>
      <div className={css['form']}>
        <Checkbox label={t('consent.agree')} checked={agreed} onChange={(e) => setAgreed(e.currentTarget.checked)} />
        {text.isError && shown === undefined && <FormError error={text.error} />}
        <FormError error={consent.error} />
        <Button
          size="md"
          fullWidth
          disabled={!agreed || shown === undefined}
          loading={consent.isPending}
          onClick={() => agree(shown!.version)}
        >
          {t('consent.submit')}
        </Button>
      </div>
      <div className={css['links']}>
        {needPrivacyPolicyPage && (
          <ScreenLink screen="public.privacy-policy" target="_blank" className="link">
            {t('consent.privacy')}
          </ScreenLink>
        )}
        {needAgreementPage && (
          <ScreenLink screen="public.agreement" target="_blank" className="link">
            {t('consent.agreement')}
          </ScreenLink>
        )}
        <button type="button" className="link" onClick={() => void signOut()}>
          {t('other_account')}
        </button>
      </div>
    </AuthBox>
  );
}
