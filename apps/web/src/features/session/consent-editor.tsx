import { Button, Skeleton, Textarea } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import type { ConsentTexts, StoredConsent } from '@sergak/contract/session/consent.endpoints.ts';
import { CONSENT_MAX } from '@sergak/contract/session/session.rules.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { SaveBar } from '../../shared/forms/save-bar.tsx';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './consent.module.css';

const empty: ConsentTexts = { ru: '', en: '', uz: '' };
const same = (a: ConsentTexts, b: ConsentTexts): boolean => languages.every((one) => a[one].trim() === b[one].trim());

const Editor = ({ stored, refetch }: { stored: StoredConsent; refetch: () => void }): ReactNode => {
  const t = useT('session__consent');
  const may = isAtLeast(useMe().role, 'system_admin');
  const [texts, setTexts] = useState<ConsentTexts>(stored.texts ?? empty);
  const [asking, setAsking] = useState(false);
  const save = useWrite('consent.save', { quiet: true });
  const before = stored.texts ?? empty;
  const dirty = !same(texts, before);
  const bare = languages.every((one) => texts[one].trim() === '');
  const write = (version: number): void =>
    save.mutate(
      { texts: bare ? null : texts, version },
      {
        onSuccess: () => showToast({ kind: 'success', text: t('saved') }),
        onSettled: () => setAsking(false),
      },
    );
  const stale = failedWith(save.error, 'common.stale_version');
  return (
    <div className={css['stack']}>
      <p className={css['list-hint']}>
        {stored.changed_at === null
          ? t('state.default')
          : t(stored.texts === null ? 'state.back' : 'state.own', {
              when: formatDateTime(stored.changed_at),
              name: stored.changed_by_name ?? '',
            })}{' '}
        {t('state.agreed', { agreed: formatNumber(stored.agreed), people: formatNumber(stored.people) })}
      </p>
      {languages.map((one) => (
        <Textarea
          key={one}
          label={languageNames[one]}
          placeholder={t('placeholder')}
          autosize
          minRows={3}
          maxRows={14}
          maxLength={CONSENT_MAX}
          readOnly={!may}
          value={texts[one]}
          onChange={(e) => setTexts({ ...texts, [one]: e.currentTarget.value })}
        />
      ))}
      {stale ? (
        <Notice
          icon={IconUsers}
          tone="warning"
          alert
          title={t('stale.title')}
          actions={
            <Button variant="default" size="compact-md" onClick={refetch}>
              {t('stale.theirs')}
            </Button>
          }
        >
          {t('stale.text')}
        </Notice>
      ) : (
        <FormError error={save.error} />
      )}
      <SaveBar
        changes={languages.filter((one) => texts[one].trim() !== before[one].trim()).length}
        busy={save.isPending}
        onSave={() => setAsking(true)}
        onDrop={() => {
          save.reset();
          setTexts(before);
        }}
      />
      <UnsavedGuard dirty={dirty} />
      <ConfirmDialog
        opened={asking}
        danger={false}
        title={t('ask.title')}
        action={t('ask.action')}
        busy={save.isPending}
        onConfirm={() => write(stored.version)}
        onClose={() => setAsking(false)}
      >
        <p>{t(bare ? 'ask.back' : 'ask.text')}</p>
      </ConfirmDialog>
    </div>
  );
};

/** The organisation's own consent text. After a change everyone has to agree again. */
export const ConsentEditor = (): ReactNode => {
  const t = useT('session__consent');
  const query = useRead('consent.get', {}, { quiet: true, staleTime: 0 });
  return (
    <Section part="consent" title={t('title')} hint={t('hint')}>
      {query.isError && query.data === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton height={260} radius={14} />
      ) : (
        <Editor key={query.data.version} stored={query.data} refetch={() => void query.refetch()} />
      )}
    </Section>
  );
};
