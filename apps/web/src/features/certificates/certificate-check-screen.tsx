import { Button, TextInput } from '@mantine/core';
import { IconCertificate, IconCertificateOff, IconClockOff, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { PublicCertificate } from '@sergak/contract/certificates/certificates.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatDate } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Facts, Section } from '../../shared/ui/section.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './certificates.module.css';

const marks = { valid: IconCertificate, expired: IconClockOff, revoked: IconCertificateOff } as const;

const Verdict = ({ one }: { one: PublicCertificate }): ReactNode => {
  const t = useT('certificates__check');
  const Mark = marks[one.state];
  return (
    <>
      <div className={css['verdict']} data-tone={one.state === 'valid' ? 'good' : 'bad'} role="status">
        <Mark size={34} stroke={1.6} aria-hidden />
        <h1>{t(one.state)}</h1>
        <span className={css['number']}>{one.number}</span>
      </div>
      <Section>
        <Facts
          items={[
            [t('person'), one.initials || t('erased')],
            [t('course'), one.course_title],
            [t('organization'), one.organization_title],
            [t('result'), t(one.tested ? 'tested' : 'passed')],
            [t('issued'), formatDate(one.issued_on)],
            [t('valid_until'), one.valid_until === null ? t('no_end') : formatDate(one.valid_until)],
          ]}
        />
      </Section>
      <p className={css['note']}>{t('privacy')}</p>
    </>
  );
};

const Missing = ({ number }: { number: string }): ReactNode => {
  const t = useT('certificates__check');
  const go = useGo();
  const [typed, setTyped] = useState(number);
  return (
    <>
      <div className={css['verdict']} role="status">
        <IconCertificateOff size={34} stroke={1.6} aria-hidden />
        <h1>{t('missing')}</h1>
        <span className={css['number']}>{t('missing_hint')}</span>
      </div>
      <form
        className={css['stack']}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') go({ screen: 'public.certificate', params: { number: typed.trim() } });
        }}
      >
        <TextInput
          label={t('number')}
          value={typed}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
            {t('again')}
          </Button>
        </div>
      </form>
    </>
  );
};

/** Confirms a certificate to anyone who has its number: by the QR code on it, or typed. */
export default function CertificateCheckScreen(): ReactNode {
  const t = useT('certificates__check');
  const { number } = useScreenParams('public.certificate');
  const answer = useRead('certificates.verify', { number }, { quiet: true });
  return (
    <article className={css['check']} aria-label={t('title')}>
      {answer.data !== undefined ? (
        <Verdict one={answer.data} />
      ) : failedWith(answer.error, 'certificate.not_found', 'request.invalid') ? (
        <Missing key={number} number={number} />
      ) : failedWith(answer.error, 'request.rate_limited') ? (
        <p role="alert">{t('limited')}</p>
      ) : answer.isError ? (
        <ErrorState onRetry={() => void answer.refetch()} />
      ) : (
        <LoadingState />
      )}
    </article>
  );
}
