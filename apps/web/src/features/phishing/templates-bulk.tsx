import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ExportPack } from '../packs/public.ts';
import more from './templates.module.css';

type Bulk = 'archive' | 'restore' | 'delete';

type Props = { ids: readonly string[]; archived: boolean; onDone: () => void };
/** Archives, restores or deletes the chosen templates. */
export const BulkActions = ({ ids, archived, onDone }: Props): ReactNode => {
  const t = useT('phishing__templates');
  const packs = useT('packs');
  const [packing, setPacking] = useState(false);
  const [asking, setAsking] = useState(false);
  const bulk = useWrite('phishing.templates-bulk');
  const run = (action: Bulk): void =>
    bulk.mutate(
      { ids: [...ids], action },
      {
        onSuccess: (result) => {
          setAsking(false);
          onDone();
          const text =
            action === 'delete'
              ? t('bulk.deleted', { deleted: result.deleted, archived: result.archived })
              : t(action === 'archive' ? 'bulk.archived' : 'bulk.restored', { count: result.done });
          showToast({ kind: 'success', text });
        },
      },
    );
  return (
    <div className={more['bulk']} role="group" aria-live="polite">
      <span>{t('bulk.count', { count: ids.length })}</span>
      <Button variant="subtle" onClick={onDone}>
        {t('bulk.clear')}
      </Button>
      <Button variant="default" loading={bulk.isPending} onClick={() => run(archived ? 'restore' : 'archive')}>
        {t(archived ? 'bulk.restore' : 'bulk.archive')}
      </Button>
      <Button variant="default" onClick={() => setPacking(true)}>
        {packs('export')}
      </Button>
      {packing && (
        <Suspense fallback={null}>
          <ExportPack templates={ids} onClose={() => setPacking(false)} />
        </Suspense>
      )}
      <Button variant="default" color="red" onClick={() => setAsking(true)}>
        {t('bulk.delete')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('bulk.delete_title', { count: ids.length })}
        action={t('bulk.delete')}
        danger
        busy={bulk.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => run('delete')}
      >
        {t('bulk.delete_text')}
      </ConfirmDialog>
    </div>
  );
};
