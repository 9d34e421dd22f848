import { Button, Skeleton } from '@mantine/core';
import { IconBuilding, IconEye, IconShield, IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { administratorRoles, isAtLeast, type Role } from '@sergak/contract/access/roles.ts';
import type { Administrator } from '@sergak/contract/roles/roles.endpoints.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { AddAdministrator } from './add-administrator.tsx';
import { ApiTokens } from '../session/public.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './roles.module.css';
import { Select } from '../../shared/ui/select.tsx';

const givable = ['super_user', 'system_admin', 'operator', 'content_manager', 'employee'] as const;
type Givable = (typeof givable)[number];

/** Why this person cannot change this row; undefined if the row can be changed. */
const useReason = (row: Administrator, may: boolean): string | undefined => {
  const t = useT('roles');
  const me = useMe();
  if (!may) return '';
  if (row.id === me.id) return t('people.own');
  if (!isAtLeast(me.role, row.role)) return t('people.above');
  return row.is_last ? t('people.last') : undefined;
};

const RoleSelect = ({ row }: { row: Administrator }): ReactNode => {
  const t = useT('roles');
  const me = useMe();
  const [next, setNext] = useState<Givable | null>(null);
  const change = useWrite('roles.set');
  const save = (): void =>
    change.mutate(
      { id: row.id, role: next! },
      {
        onSuccess: () => showToast({ kind: 'success', text: t('change.done') }),
        onSettled: () => setNext(null),
      },
    );
  const loses = next !== null && !(administratorRoles as readonly Role[]).includes(next);
  return (
    <>
      <Select
        className={css['role']!}
        aria-label={t('people.change', { name: row.full_name })}
        allowDeselect={false}
        value={row.role}
        data={givable
          .filter((role) => isAtLeast(me.role, role))
          .map((role) => ({ value: role, label: t(`role.${role}`) }))}
        onChange={(role) => role !== null && role !== row.role && setNext(role as Givable)}
      />
      <ConfirmDialog
        opened={next !== null}
        danger={loses}
        title={t('change.title', { name: row.full_name })}
        action={t('change.action')}
        busy={change.isPending}
        onConfirm={save}
        onClose={() => setNext(null)}
      >
        <p>
          {t(`role.${row.role}`)} → <strong>{next !== null && t(`role.${next}`)}</strong>
        </p>
        {loses && <p>{t('change.loses')}</p>}
        <p>{t('change.text')}</p>
      </ConfirmDialog>
    </>
  );
};

const Person = ({ row, may }: { row: Administrator; may: boolean }): ReactNode => {
  const t = useT('roles');
  const me = useMe();
  const reason = useReason(row, may);
  const seen = !row.is_registered
    ? t('people.not_registered')
    : row.seen_at === null
      ? t('people.not_seen')
      : t('people.seen', { when: formatDateTime(row.seen_at) });
  return (
    <li className={css['row']}>
      <div className={css['who']}>
        <p className={css['name']}>
          {row.full_name}
          {row.id === me.id && <StatusBadge tone="active">{t('people.you')}</StatusBadge>}
        </p>
        <p className={css['about']}>{[row.email, row.position, seen].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={css['side']}>
        {reason === undefined ? (
          <RoleSelect row={row} />
        ) : (
          <div>
            <strong>{t(`role.${row.role}`)}</strong>
            {reason !== '' && <div className={css['fixed']}>{reason}</div>}
          </div>
        )}
      </div>
    </li>
  );
};

const People = ({ organizationId, may }: { organizationId: string; may: boolean }): ReactNode => {
  const t = useT('roles');
  const [adding, setAdding] = useState(false);
  const query = useRead('roles.list', { organization_id: organizationId }, { quiet: true, staleTime: 0 });
  const rows = query.data?.data;
  return (
    <Section
      title={t('people.title')}
      hint={t('people.hint')}
      actions={
        may ? (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {t('add.open')}
          </Button>
        ) : undefined
      }
    >
      {query.isError && rows === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <div className={css['list']} aria-hidden>
          <Skeleton height={64} radius={12} />
          <Skeleton height={64} radius={12} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState icon={IconShield} title={t('people.empty')} hint={t('people.empty_hint')} />
      ) : (
        <ul className={css['list']} aria-label={t('people.list')}>
          {rows.map((row) => (
            <Person key={row.id} row={row} may={may} />
          ))}
        </ul>
      )}
      {adding && <AddAdministrator holders={rows ?? []} onClose={() => setAdding(false)} />}
    </Section>
  );
};

/**
 * Administrators of an organisation, and programs that read its statistics. Operators only read; higher roles make
 * changes.
 */
export default function SuperusersScreen(): ReactNode {
  const t = useT('roles');
  const me = useMe();
  const { organization_id: named } = useScreenParams('settings.superusers-of') as { organization_id?: string };
  const acting = me.acting_organization.id;
  const organizationId = named ?? acting;
  // Roles are given only in the current organisation; other organisations are read-only.
  const foreign = organizationId !== acting;
  const title = useRead('roles.list', { organization_id: organizationId }, { quiet: true }).data?.organization.title;
  const ranked = isAtLeast(me.role, 'system_admin');
  const may = ranked && !foreign;
  return (
    <>
      <PageHead
        title={t('title')}
        hint={foreign && title !== undefined ? t('of', { title }) : t('lead')}
        trail={[
          <ScreenLink key="up" screen="settings.adfs">
            {t('trail')}
          </ScreenLink>,
        ]}
      />
      <div className={css['stack']}>
        {foreign && title !== undefined ? (
          <Notice icon={IconBuilding} title={t('foreign.title', { title })}>
            {t('foreign.text')}
          </Notice>
        ) : (
          !ranked && (
            <Notice icon={IconEye} title={t('read_only.title')}>
              {t('read_only.text')}
            </Notice>
          )
        )}
        <People organizationId={organizationId} may={may} />
        {!foreign && <ApiTokens kind="statistics" />}
      </div>
    </>
  );
}
