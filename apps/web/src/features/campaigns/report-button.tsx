import { Button, Modal } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './campaigns.module.css';

const TRIES = 1000;
/** 5 s, 4 s after the 4th check, 3 s after the 9th, 2 s after the 16th; the first ones quickly, as most are done by then. */
const delay = (tries: number): number => (tries < 4 ? 700 : tries < 8 ? 5000 : tries < 13 ? 4000 : tries < 20 ? 3000 : 2000);

const Waiting = ({ id, onClose }: { id: string; onClose: () => void }): ReactNode => {
  const t = useT('campaigns');
  const tries = useRef(0);
  const [over, setOver] = useState(false);
  const report = useRead('reports.get', { id }, { quiet: true, fresh: true, refetchInterval: over ? false : delay(tries.current) });
  tries.current += 1;
  const { data } = report;
  const ended = data?.status === 'error' || (data?.status === 'complete' && data.url !== null);
  if (!over && (ended || tries.current > TRIES)) setOver(true);
  if (data?.status === 'error') return <ErrorState title={t('report.failed')} hint={t('report.failed_hint')} />;
  if (data?.status === 'complete' && data.url !== null)
    return (
      <div className={css['report']}>
        <p>{t('report.done')}</p>
        <Button component="a" href={data.url} download leftSection={<IconDownload size={16} />} onClick={onClose} data-autofocus>{t('commons:download')}</Button>
      </div>
    );
  if (over) return <ErrorState title={t('report.timeout')} hint={t('report.timeout_hint')} />;
  return <div className={css['report']}><LoadingState /><p role="status">{t('report.making')}</p></div>;
};

/** The report of a campaign: a PDF for people or a workbook with all data, made in the background. */
export const ReportButton = ({ campaignId }: { campaignId: string }): ReactNode => {
  const t = useT('campaigns');
  const start = useWrite('reports.make-phishing-campaign');
  const [id, setId] = useState<string | null>(null);
  const make = (format: 'pdf' | 'xlsx') => (): void =>
    start.mutate({ campaign_id: campaignId, format }, { onSuccess: (report) => setId(report.id) });
  return (
    <>
      <ActionMenu
        label={t('report.open')} className={css['menu-button']!}
        lines={[
          { key: 'pdf', label: t('report.pdf'), icon: IconFileTypePdf, run: make('pdf') },
          { key: 'xlsx', label: t('report.xlsx'), icon: IconFileSpreadsheet, run: make('xlsx') },
        ]}
      >
        <IconDownload size={16} aria-hidden /><span aria-hidden>{t('report.short')}</span>
      </ActionMenu>
      <Modal opened={id !== null} onClose={() => setId(null)} title={t('report.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
        {id !== null && <Waiting key={id} id={id} onClose={() => setId(null)} />}
      </Modal>
    </>
  );
};
