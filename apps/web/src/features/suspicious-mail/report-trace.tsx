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

/** The results of a kind of check that several servers wrote alike are one line. */
const checkLines = (checks: readonly Authentication[]) => {
  const lines = new Map<string, Authentication & { readonly all: Set<string> }>();
  for (const check of checks) {
    const key = `${check.method} ${check.result} ${check.about}`;
    const line = lines.get(key) ?? { ...check, all: new Set<string>() };
    if (check.by !== '') line.all.add(check.by);
    lines.set(key, line);
  }
  return [...lines];
};

/** The checks of the sender, as servers on the way wrote them. */
export const ReportChecks = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  const checks = email.authentication ?? [];
  const hint =
    email.headers === '' ? 'drawer.no_headers' : checks.length === 0 ? 'drawer.no_checks' : 'drawer.checks_hint';
  return (
    <section>
      <h3>{t('drawer.checks')}</h3>
      <ul className={css['checks']}>
        {checkLines(checks).map(([key, { method, result, about, all }]) => (
          <li key={key}>
            <StatusBadge tone={toneOf(result)}>{`${method.toUpperCase()} ${result}`}</StatusBadge>
            <span>{about}</span>
            <small>{[...all].join(', ')}</small>
          </li>
        ))}
      </ul>
      <p>{t(hint)}</p>
    </section>
  );
};

/** The way of an email, as servers wrote it. */
export const ReportTrace = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  const hops = email.hops ?? [];
  if (hops.length === 0) return null;
  return (
    <section>
      <h3>{t('drawer.path')}</h3>
      <p>{t('drawer.path_hint')}</p>
      <ol className={css['hops']}>
        {hops.map((hop, at) => (
          <HopLine key={at} hop={hop} />
        ))}
      </ol>
    </section>
  );
};
