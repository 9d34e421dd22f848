import type { ReactNode } from 'react';
import type { Authentication, Hop, SuspiciousEmail } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { StatusBadge, type Tone } from '../../shared/ui/badges.tsx';
import css from './report.module.css';

const delayText = (t: T<'suspicious'>, seconds: number): string => {
  if (seconds < 120) return t('drawer.seconds', { count: seconds });
  if (seconds < 7_200) return t('drawer.minutes', { count: Math.round(seconds / 60) });
  return t('drawer.hours', { count: formatNumber(Math.round(seconds / 3_600)) });
};

const HopLine = ({ hop }: { hop: Hop }): ReactNode => {
  const t = useT('suspicious');
  const { from, by, address, protocol, at, delay } = hop;
  return (
    <li>
      <span className={css['hop']}>
        <strong>
          {[from, address !== null && !from.includes(address) && address].filter(Boolean).join(' · ') || '—'}
        </strong>
        <span>{[by && t('drawer.hop_by', { by }), protocol].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={css['hop-time']}>
        {at !== null && <time dateTime={at}>{formatDateTime(at)}</time>}
        {delay !== null && (
          <small data-bad={delay < 0 || undefined}>
            {delay < 0 ? t('drawer.delay_wrong') : t('drawer.delay', { time: delayText(t, delay) })}
          </small>
        )}
      </span>
    </li>
  );
};

const toneOf = (result: string): Tone =>
  /^(?:pass|bestguesspass)$/.test(result) ? 'good' : /fail|permerror/.test(result) ? 'bad' : 'neutral';

const Check = ({ check }: { check: Authentication }): ReactNode => (
  <li>
    <StatusBadge tone={toneOf(check.result)}>{`${check.method.toUpperCase()} ${check.result}`}</StatusBadge>
    <span>{check.about}</span>
    <small>{check.by}</small>
  </li>
);

/** The way of an email and the checks of its sender, as servers wrote them. */
export const ReportTrace = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  if (email.headers === '')
    return (
      <section>
        <h3>{t('drawer.path')}</h3>
        <p>{t('drawer.no_headers')}</p>
      </section>
    );
  return (
    <>
      <section>
        <h3>{t('drawer.checks')}</h3>
        <p>{t(email.authentication.length === 0 ? 'drawer.no_checks' : 'drawer.checks_hint')}</p>
        <ul className={css['checks']}>
          {email.authentication.map((check, at) => (
            <Check key={at} check={check} />
          ))}
        </ul>
      </section>
      {email.hops.length > 0 && (
        <section>
          <h3>{t('drawer.path')}</h3>
          <p>{t('drawer.path_hint')}</p>
          <ol className={css['hops']}>
            {email.hops.map((hop, at) => (
              <HopLine key={at} hop={hop} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
};
