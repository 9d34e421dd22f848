import { Button } from '@mantine/core';
import {
  IconCertificate,
  IconCertificateOff,
  IconDots,
  IconDownload,
  IconFileZip,
  IconSettings,
  IconShieldCheck,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import {
  certificateSorts,
  certificateStates,
  type CertificateState,
} from '@sergak/contract/certificates/certificates.rules.ts';
import type { IssuedCertificate } from '@sergak/contract/certificates/certificates.schema.ts';
import type { CallInput } from '../../shared/api.ts';
import { formatDate, formatNumber, formatPercent } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { sortOf, useListState, useSelection } from '../../shared/table/list-state.ts';
import { StatusBadge, type Tone } from '../../shared/ui/badges.tsx';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { ReassignDialog } from './reassign-dialog.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';
import css from './certificates.module.css';

const DownloadDialog = lazyWindow(() => import('./download-dialog.tsx'));
const RevokeDialog = lazyWindow(() => import('./revoke-dialog.tsx'));
const RulesDialog = lazyWindow(() => import('./rules-dialog.tsx'));

const options = { sort: 'issued_at', order: 'desc', filters: { state: '' } } as const;
const tones: Record<CertificateState, Tone> = {
  valid: 'good',
  expiring: 'warning',
  expired: 'neutral',
  revoked: 'bad',
};
const sorts = certificateSorts;

type Asked = { readonly what: 'download' | 'revoke'; readonly one: IssuedCertificate };

const columnsOf = (t: T<'certificates'>, ask: (asked: Asked) => void): readonly Column<IssuedCertificate>[] => [
  {
    id: 'person',
    title: t('col.person'),
    sort: 'person',
    always: true,
    phone: 'title',
    cell: (row) => (
      <span className={css['name']}>
        {row.employee_id === null || row.person_name === '' ? (
          <span>{row.person_name || t('erased')}</span>
        ) : (
          <ScreenLink screen="staff.employee" params={{ employee_id: row.employee_id }}>
            {row.person_name}
          </ScreenLink>
        )}
        <small>{row.number}</small>
      </span>
    ),
  },
  { id: 'course', title: t('col.course'), sort: 'course', wrap: true, phone: 'bare', cell: (row) => row.course_title },
  {
    id: 'score',
    title: t('col.score'),
    width: 110,
    phone: 'off',
    cell: (row) => (row.score === null ? t('passed') : formatPercent(row.score)),
  },
  {
    id: 'issued',
    title: t('col.issued'),
    sort: 'issued_at',
    when: 'day',
    phone: 'off',
    cell: (row) => formatDate(row.issued_at),
  },
  {
    id: 'until',
    title: t('col.valid_until'),
    sort: 'valid_until',
    when: 'day',
    cell: (row) => (row.valid_until === null ? t('no_end') : formatDate(row.valid_until)),
  },
  {
    id: 'state',
    title: t('col.state'),
    width: 150,
    phone: 'bare',
    cell: (row) => <StatusBadge tone={tones[row.state]}>{t(`state.${row.state}`)}</StatusBadge>,
  },
  {
    id: 'actions',
    title: '',
    always: true,
    width: 76,
    align: 'end',
    phone: 'side',
    cell: (row) => (
      <ActionMenu
        label={t('actions', { number: row.number })}
        lines={[
          ...(row.state === 'revoked'
            ? []
            : [
                {
                  key: 'download',
                  label: t('download_pdf'),
                  icon: IconDownload,
                  run: () => ask({ what: 'download', one: row }),
                },
              ]),
          {
            key: 'check',
            label: t('open_page'),
            icon: IconShieldCheck,
            run: () => void window.open(row.public_path, '_blank', 'noopener'),
          },
          ...(row.state === 'revoked'
            ? []
            : [
                {
                  key: 'revoke',
                  label: t('revoke.open'),
                  icon: IconCertificateOff,
                  danger: true as const,
                  run: () => ask({ what: 'revoke', one: row }),
                },
              ]),
        ]}
      >
        <IconDots size={20} stroke={1.7} aria-hidden />
      </ActionMenu>
    ),
  },
];

type Renewal = { readonly chosen: CallInput<'certificates.reassign'>; readonly count: number };

/** How many certificates end soon, with the next step: the list, or the courses once more. */
const EndingSoon = ({ onShow, onRenew }: { onShow: () => void; onRenew: (renewal: Renewal) => void }): ReactNode => {
  const t = useT('certificates');
  const count = useRead('certificates.list', { state: 'expiring', limit: 1, offset: 0 }, { quiet: true }).data
    ?.total_count;
  if (!count) return null;
  return (
    <div className={`${css['missing']} ${css['soon']}`}>
      <span>{t('soon.text', { count, number: formatNumber(count) })}</span>
      <Button variant="default" onClick={onShow}>
        {t('soon.show')}
      </Button>
      <Button onClick={() => onRenew({ chosen: { state: 'expiring', expected_count: count }, count })}>
        {t('reassign.open')}
      </Button>
    </div>
  );
};

/** Certificates of the organisation: who has which, until when; archive, revocation and rules. */
export default function CertificatesScreen(): ReactNode {
  const t = useT('certificates');
  const mayRule = usePermission('admin.learning.courses');
  const state = useListState(options);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [opened, setOpened] = useState<'archive' | 'rules' | null>(null);
  const chosen = certificateStates.find((one) => one === state.filters.state);
  const filter = { search: state.search, ...(chosen ? { state: chosen } : {}) };
  const list = useRead('certificates.list', { ...filter, ...sortOf(state, sorts), ...state.paging });
  const columns = useMemo(() => columnsOf(t, setAsked), [t]);
  const selection = useSelection(list.data?.total_count ?? 0, JSON.stringify(filter));
  const [renewal, setRenewal] = useState<Renewal | null>(null);
  const { value, count } = selection;
  const onRenew = (): void =>
    setRenewal({
      count,
      chosen:
        value.kind === 'all'
          ? { ...filter, all: true, exclude_ids: [...value.excluded], expected_count: count }
          : { ids: [...value.ids] },
    });
  const chips = chosen
    ? [{ key: chosen, label: t(`state.${chosen}`), onRemove: () => state.setFilters({ state: '' }) }]
    : [];
  const form = (
    <Select
      label={t('filter.state')}
      placeholder={t('filter.any')}
      clearable
      value={chosen ?? null}
      onChange={(next) => state.setFilters({ state: next ?? '' })}
      data={certificateStates.map((value) => ({ value, label: t(`state.${value}`) }))}
    />
  );
  const close = (): void => {
    setRenewal(null);
    setAsked(null);
    setOpened(null);
  };
  return (
    <>
      <PageHead
        title={t('title')}
        count={list.data?.total_count}
        hint={t('hint')}
        actions={
          <>
            {mayRule && (
              <Button
                variant="default"
                leftSection={<IconSettings size={16} aria-hidden />}
                onClick={() => setOpened('rules')}
              >
                {t('rule.open')}
              </Button>
            )}
            {(list.data?.total_count ?? 0) > 0 && (
              <Button leftSection={<IconFileZip size={16} aria-hidden />} onClick={() => setOpened('archive')}>
                {t('archive.open')}
              </Button>
            )}
          </>
        }
      />
      <EndingSoon onShow={() => state.setFilters({ state: 'expiring' })} onRenew={setRenewal} />
      <DataTable
        name="certificates"
        label={t('title')}
        columns={columns}
        rows={list.data?.data}
        total={list.data?.total_count}
        rowId={(row) => row.id}
        query={list}
        state={state}
        rowName={(row) => row.person_name || t('erased')}
        selection={selection}
        bulk={
          <Button size="compact-md" variant="light" onClick={onRenew}>
            {t('reassign.open')}
          </Button>
        }
        search={{ placeholder: t('search') }}
        filters={{ form, chips, onReset: state.resetFilters }}
        empty={{ icon: IconCertificate, title: t('empty'), hint: t('empty_hint') }}
      />
      {opened === 'archive' && <ArchiveDialog filter={{ ...filter, all: true }} onClose={close} />}
      {renewal && (
        <ReassignDialog
          {...renewal}
          onClose={close}
          onDone={() => {
            close();
            selection.clear();
          }}
        />
      )}
      <Suspense fallback={null}>
        {opened === 'rules' && <RulesDialog onClose={close} />}
        {asked?.what === 'download' && <DownloadDialog one={asked.one} onClose={close} />}
        {asked?.what === 'revoke' && <RevokeDialog one={asked.one} onClose={close} />}
      </Suspense>
    </>
  );
}
