import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { SignInAction } from '@sergak/contract/session/session.rules.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import css from './session.module.css';

const AT_ONCE = 10;
const MOST = 200;
type Word = SignInAction extends `session.${infer Name}` ? Name : never;

/** When and from where the own account was used to sign in. */
export const SignInHistory = (): ReactNode => {
  const t = useT('session');
  const [limit, setLimit] = useState(AT_ONCE);
  const query = useRead('session.sign-ins', { limit }, { quiet: true, staleTime: 0 });
  const [rows, total] = [query.data?.data, query.data?.total_count ?? 0];
  return (
    <Section title={t('sign_ins.title')} hint={t('sign_ins.hint')}>
      {query.isError && rows === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <Skeleton height={56} radius={12} />
      ) : rows.length === 0 ? (
        <p className="quiet">{t('sign_ins.none')}</p>
      ) : (
        <ul className={css['sessions']} aria-label={t('sign_ins.title')}>
          {rows.map((row) => (
            <li key={row.id}>
              <p>{t(`sign_ins.action.${row.action.slice('session.'.length) as Word}`)}</p>
              <p className="quiet">
                {[row.address ?? t('sign_ins.no_address'), formatDateTime(row.created_at)].join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
      {rows !== undefined && rows.length < Math.min(total, MOST) && (
        <Button variant="default" loading={query.isFetching} onClick={() => setLimit(Math.min(limit * 2, MOST))}>
          {t('sign_ins.more')}
        </Button>
      )}
    </Section>
  );
};
