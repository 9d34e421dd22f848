import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CallInput } from '../../shared/api.ts';
import { hrefFor } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { TaskProgress } from '../../shared/ui/progress.tsx';
import css from './audit.module.css';
import { Modal } from '../../shared/ui/overlays.tsx';

type Props = { filter: CallInput<'audit.report'>; total: number; onClose: () => void };

/** Writes exactly what the filter shows into a file, with the fingerprints of the chain. */
export const AuditExport = ({ filter, total, onClose }: Props): ReactNode => {
  const t = useT('admin__audit');
  const [file, setFile] = useState<string | null>(null);
  const start = useWrite('audit.report');
  return (
    <Modal opened onClose={onClose} title={t('export.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      {start.data === undefined ? (
        <p>{t('export.text', { number: formatNumber(total) })}</p>
      ) : (
        <TaskProgress
          eventId={start.data.event_id}
          label={t('export.title')}
          onEnd={(task) => setFile((task.result as { file_id?: string } | null)?.file_id ?? null)}
        />
      )}
      <div className={css['foot']}>
        <Button variant="default" onClick={onClose}>
          {t('commons:close')}
        </Button>
        {file !== null ? (
          <Button
            component="a"
            href={hrefFor('files.get', { id: file })}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('commons:download')}
          </Button>
        ) : (
          <Button loading={start.isPending || start.data !== undefined} onClick={() => start.mutate(filter)}>
            {t('export.action')}
          </Button>
        )}
      </div>
    </Modal>
  );
};
