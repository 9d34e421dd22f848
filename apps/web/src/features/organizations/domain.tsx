import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { detailsOf, failedWith } from '../../shared/api-error.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { useServerErrorText } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import css from './organization.module.css';

type Row = CallOutput<'organizations.domains'>['data'][number];

const Copy = ({ text }: { text: string }): ReactNode => {
  const t = useT('organizations');
  const [copied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showToast({ kind: 'error', text: t('commons:toast.copy_failed') }),
    );
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={copy}
    >
      <span aria-live="polite">{t(copied ? 'domain.copied' : 'domain.copy')}</span>
    </Button>
  );
};

/** Why a domain is not verified: no record at all, or only other records. */
const Rejection = ({ domain, error }: { domain: string; error: unknown }): ReactNode => {
  const t = useT('organizations');
  const say = useServerErrorText();
  if (error === null || error === undefined) return null;
  if (!failedWith(error, 'organization.domain_unverified'))
    return (
      <p role="alert" className="form-error">
        {say(error)}
      </p>
    );
  const found = detailsOf(error, 'organization.domain_unverified')?.found ?? [];
  return (
    <div role="alert" className={css['rejection']}>
      <strong>{t('domain.not_found')}</strong>
      <p>{found.length === 0 ? t('domain.none', { domain }) : t('domain.others')}</p>
      {found.length > 0 && (
        <ul>
          {found.map((one, i) => (
            <li key={i}>
              <code>{one}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

const Proof = ({ row }: { row: Row }): ReactNode => {
  const t = useT('organizations');
  const verify = useWrite('organizations.domain-verify', { quiet: true });
  const check = (): void =>
    verify.mutate(
      { domain: row.domain },
      {
        onSuccess: () => showToast({ kind: 'success', text: t('domain.verified', { domain: row.domain }) }),
      },
    );
  return (
    <div className={css['proof']}>
      <p>{t('domain.steps', { domain: row.domain })}</p>
      <div className={css['record']}>
        <code aria-label={t('domain.proof')}>{row.proof}</code>
        <Copy text={row.proof} />
      </div>
      <Rejection domain={row.domain} error={verify.error} />
      <div>
        <Button variant="light" loading={verify.isPending} onClick={check}>
          {t('domain.verify')}
        </Button>
      </div>
    </div>
  );
};

const Remove = ({ row }: { row: Row }): ReactNode => {
  const t = useT('organizations');
  const [asking, setAsking] = useState(false);
  const remove = useWrite('organizations.domain-remove');
  const wipe = (): void =>
    remove.mutate(
      { domain: row.domain },
      {
        onSuccess: () => {
          setAsking(false);
          showToast({ kind: 'success', text: t('domain.removed', { domain: row.domain }) });
        },
      },
    );
  return (
    <>
      <ActionIcon aria-label={t('domain.remove', { domain: row.domain })} onClick={() => setAsking(true)}>
        <IconTrash size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={asking}
        title={t('domain.remove_title', { domain: row.domain })}
        action={t('domain.remove_action')}
        busy={remove.isPending}
        onConfirm={wipe}
        onClose={() => setAsking(false)}
      >
        {row.people > 0 && row.verified_at !== null && (
          <p>
            <strong>{t('domain.remove_people', { count: row.people, number: formatNumber(row.people) })}</strong>
          </p>
        )}
        <p>{t('domain.remove_keeps')}</p>
      </ConfirmDialog>
    </>
  );
};

/** One mail domain: its state, its people, and how to verify it. */
export const Domain = ({ row }: { row: Row }): ReactNode => {
  const t = useT('organizations');
  const verified = row.verified_at !== null;
  const failing = row.lost_at !== null;
  return (
    <li className={css['domain']}>
      <div className={css['domain-head']}>
        <strong className={css['domain-name']}>{row.domain}</strong>
        <StatusBadge tone={verified && !failing ? 'good' : 'warning'}>
          {failing
            ? t('domain.failing_badge')
            : verified
              ? t('domain.verified_at', { day: formatDate(row.verified_at!) })
              : t('domain.waiting')}
        </StatusBadge>
        <span className={css['domain-people']}>
          {t('domain.people', { count: row.people, number: formatNumber(row.people) })}
        </span>
        <Remove row={row} />
      </div>
      {failing && <p className="form-error">{t('domain.failing', { day: formatDate(row.lost_at!) })}</p>}
      {(!verified || failing) && <Proof row={row} />}
    </li>
  );
};
