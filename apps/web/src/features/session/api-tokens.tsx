import { ActionIcon, Button, Skeleton, TextInput } from '@mantine/core';
import { IconCopy, IconKey, IconTrash } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import type { ApiToken, ApiTokenKind } from '@sergak/contract/session/api-tokens.endpoints.ts';
import { TOKEN_TITLE_MAX } from '@sergak/contract/session/session.rules.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useNeeded } from '../../shared/forms/needed.ts';
import { ProofDialog } from '../../shared/forms/proof-dialog.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import css from './api-tokens.module.css';
import { Modal } from '../../shared/ui/overlays.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';

/** Shows the token once; it closes only by its button, because the token cannot be shown again. */
const Shown = ({ token, onClose }: { token: string; onClose: () => void }): ReactNode => {
  const t = useT('session__tokens');
  const copy = (): void =>
    void navigator.clipboard.writeText(token).then(
      () => showToast({ kind: 'success', text: t('copied') }),
      () => showToast({ kind: 'error', text: t('commons:toast.copy_failed') }),
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shown_title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p>{t('shown_text')}</p>
      <div className={css['token']}>
        <code>{token}</code>
        <ActionIcon size={32} aria-label={t('copy')} onClick={copy} data-autofocus>
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{t('shown_close')}</Button>
      </DialogFooter>
    </Modal>
  );
};

const Create = ({ kind }: { kind: ApiTokenKind }): ReactNode => {
  const t = useT('session__tokens');
  const [title, setTitle] = useState('');
  const needed = useNeeded(title);
  const [token, setToken] = useState<string | null>(null);
  const create = useWrite('tokens.create', { quiet: true });
  const [asking, setAsking] = useState(false);
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    if (needed.check()) setAsking(true);
  };
  const make = (proof: { password?: string }): void =>
    create.mutate(
      { kind, title: title.trim(), ...proof },
      {
        onSuccess: (made) => {
          setAsking(false);
          setTitle('');
          setToken(made.token);
        },
      },
    );
  return (
    <>
      <form className={css['add']} onSubmit={submit} noValidate>
        <TextInput
          ref={needed.ref}
          error={needed.error}
          label={t('name')}
          placeholder={t(`example.${kind}`)}
          value={title}
          maxLength={TOKEN_TITLE_MAX}
          autoComplete="off"
          onChange={(e) => setTitle(e.currentTarget.value)}
        />
        <Button type="submit">{t('create')}</Button>
      </form>
      <ProofDialog
        opened={asking}
        danger={false}
        title={t('ask_title')}
        action={t('create')}
        busy={create.isPending}
        error={create.error}
        onConfirm={make}
        onClose={() => {
          setAsking(false);
          create.reset();
        }}
      >
        {t('ask_text')}
      </ProofDialog>
      {token !== null && (
        <Shown
          token={token}
          onClose={() => {
            setToken(null);
            create.reset(); // the response held the token
          }}
        />
      )}
    </>
  );
};

const Token = ({ row, may }: { row: ApiToken; may: boolean }): ReactNode => {
  const t = useT('session__tokens');
  const [asking, setAsking] = useState(false);
  const revoke = useWrite('tokens.revoke');
  const end = (): void =>
    revoke.mutate(
      { id: row.id },
      {
        onSuccess: () => showToast({ kind: 'success', text: t('revoke_done') }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <li className={css['row']} data-over={row.revoked_at !== null || undefined}>
      <div className={css['who']}>
        <p className={css['name']}>
          {row.title} <span className={css['fixed']}>{t('ends', { hint: `…${row.hint}` })}</span>
        </p>
        <p className={css['about']}>
          {t('made', { name: row.created_by_name, when: formatDateTime(row.created_at) })}
          {' · '}
          {row.last_used_at === null ? t('unused') : t('used', { when: formatDateTime(row.last_used_at) })}
        </p>
      </div>
      <div className={css['side']}>
        {row.revoked_at !== null ? (
          <StatusBadge tone="neutral">{t('revoked', { when: formatDateTime(row.revoked_at) })}</StatusBadge>
        ) : (
          may && (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-label={t('revoke_name', { title: row.title })}
              onClick={() => setAsking(true)}
            >
              {t('revoke')}
            </Button>
          )
        )}
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('revoke_title', { title: row.title })}
        action={t('revoke_action')}
        busy={revoke.isPending}
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        {t(`what.${row.kind}`)}
      </ConfirmDialog>
    </li>
  );
};

/** API tokens of one kind: create, list, revoke. */
export const ApiTokens = ({ kind }: { kind: ApiTokenKind }): ReactNode => {
  const t = useT('session__tokens');
  const me = useMe();
  const may = isAtLeast(me.role, 'system_admin');
  const query = useRead('tokens.list', { kind }, { quiet: true, staleTime: 0 });
  const rows = query.data?.data;
  return (
    <Section part="tokens" title={t(`title.${kind}`)} hint={t(`hint.${kind}`)}>
      {may && <Create kind={kind} />}
      {query.isError && rows === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <Skeleton height={64} radius={12} />
      ) : rows.length === 0 ? (
        <EmptyState icon={IconKey} title={t(`empty.${kind}`)} />
      ) : (
        <ul className={css['list']} aria-label={t('list')}>
          {rows.map((row) => (
            <Token key={row.id} row={row} may={may} />
          ))}
        </ul>
      )}
    </Section>
  );
};
