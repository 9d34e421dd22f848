import { Button, Radio } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { ReportFormat } from '@sergak/contract/reports/reports.rules.ts';
import { useNeeded } from '../../shared/forms/needed.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { useAnonymous, usePermission } from '../../shared/session.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import { toIsoDay } from '../../shared/format.ts';
import { useDepartmentOptions } from '../../shared/department-options.ts';
import css from './reports.module.css';
import type { ReportOrder } from './use-report.ts';

/** Number of campaigns offered at once; a search finds the others. */
const CAMPAIGNS = 50;

/** Chooses a report: its kind, subject, period and format. */
export default function NewReport({
  onOrder,
  onClose,
}: {
  onOrder: (order: ReportOrder) => void;
  onClose: () => void;
}): ReactNode {
  const t = useT('reports');
  const may = usePermission('admin.phishing.campaigns');
  const anonymous = useAnonymous();
  const [kind, setKind] = useState<'overview' | 'campaign' | 'progress' | 'compliance' | 'department'>(
    anonymous ? 'progress' : 'overview',
  );
  const [format, setFormat] = useState<ReportFormat>('pdf');
  const [campaign, setCampaign] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 300);
  const campaigns = useRead(
    'campaigns.list',
    { limit: CAMPAIGNS, offset: 0, search },
    { enabled: may && kind === 'campaign', quiet: true },
  );
  const [department, setDepartment] = useState<string | null>(null);
  const departments = useDepartmentOptions(kind === 'department');
  const [from, setFrom] = useState<Date | null>(null);
  const [to, setTo] = useState<Date | null>(null);
  const needed = useNeeded(kind === 'campaign' ? campaign : kind === 'department' ? department : kind);
  const days = { ...(from && { from: toIsoDay(from) }), ...(to && { to: toIsoDay(to) }) };
  const order = (): void => {
    if (kind === 'overview') onOrder({ kind });
    else if (kind === 'progress') onOrder({ kind, format });
    else if (kind === 'compliance') onOrder({ kind, format, ...days });
    else if (kind === 'department') onOrder({ kind, id: department!, format, ...days });
    else onOrder({ kind, campaign_id: campaign!, format });
  };
  return (
    <Modal opened onClose={onClose} title={t('new.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <div className={css['form']}>
        <Radio.Group label={t('new.kind')} value={kind} onChange={(next) => setKind(next as typeof kind)}>
          {!anonymous && (
            <Radio mt="xs" value="overview" label={t('category.pdf')} description={t('new.overview_hint')} />
          )}
          <Radio mt="xs" value="progress" label={t('category.progress')} description={t('new.progress_hint')} />
          <Radio mt="xs" value="compliance" label={t('category.compliance')} description={t('new.compliance_hint')} />
          {!anonymous && (
            <>
              <Radio
                mt="xs"
                value="department"
                label={t('category.department')}
                description={t('new.department_hint')}
              />
              <Radio
                mt="xs"
                value="campaign"
                label={t('category.phishing-campaign')}
                description={t('new.campaign_hint')}
                disabled={!may}
              />
            </>
          )}
          {anonymous && <p className="quiet">{t('new.anonymous')}</p>}
        </Radio.Group>
        {kind === 'campaign' && (
          <Select
            ref={needed.ref}
            error={needed.error}
            label={t('new.campaign')}
            withAsterisk
            searchable
            onSearchChange={setTyped}
            filter={({ options }) => options}
            value={campaign}
            onChange={setCampaign}
            placeholder={t('commons:choose')}
            nothingFoundMessage={t('new.no_campaigns')}
            data={(campaigns.data?.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          />
        )}
        {kind === 'department' && (
          <Select
            ref={needed.ref}
            error={needed.error}
            label={t('new.department')}
            withAsterisk
            searchable
            value={department}
            onChange={setDepartment}
            placeholder={t('commons:choose')}
            nothingFoundMessage={t('commons:table.nothing_found')}
            data={departments.options}
          />
        )}
        {(kind === 'compliance' || kind === 'department') && (
          <>
            <DateTimePicker
              dayOnly
              clearable
              label={t(kind === 'compliance' ? 'new.from' : 'new.period_from')}
              value={from}
              max={to ?? undefined}
              onChange={setFrom}
            />
            <DateTimePicker
              dayOnly
              clearable
              label={t(kind === 'compliance' ? 'new.to' : 'new.period_to')}
              value={to}
              min={from ?? undefined}
              onChange={setTo}
            />
            <small className={css['quiet']}>
              {t(kind === 'compliance' ? 'new.period_hint' : 'new.department_period_hint')}
            </small>
          </>
        )}
        {kind !== 'overview' && (
          <Radio.Group label={t('new.format')} value={format} onChange={(next) => setFormat(next as ReportFormat)}>
            <Radio mt="xs" value="pdf" label="PDF" description={t('new.pdf_hint')} />
            <Radio
              mt="xs"
              value="xlsx"
              label="XLSX"
              description={t(kind === 'campaign' ? 'new.xlsx_hint' : 'new.table_hint')}
            />
          </Radio.Group>
        )}
        <DialogFooter onCancel={onClose}>
          <Button onClick={() => needed.check() && order()}>{t('new.order')}</Button>
        </DialogFooter>
      </div>
    </Modal>
  );
}
