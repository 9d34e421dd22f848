import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconDownload, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import KitModal from '../../shared/ui/kit-modal.tsx';
import { CancelReport } from './cancel-report.tsx';
import css from './reports.module.css';
import type { ReportState } from './use-report.ts';

const Body = ({ state, onAgain }: { state: ReportState; onAgain: () => void }): ReactNode => {
  const t = useT('reports');
  const again = (
    <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onAgain}>
      {t('commons:retry')}
    </Button>
  );
  const list = (
    <ButtonLink screen="statistics.reports" variant="default">
      {t('modal.to_list')}
    </ButtonLink>
  );
  if (state.step === 'done') {
    return (
      <>
        <IconCircleCheck size={40} className={css['good']} aria-hidden />
        <p>{t('modal.done', { title: state.report.title })}</p>
        <DialogFooter>
          {list}
          <Button
            component="a"
            href={state.report.url!}
            download
            leftSection={<IconDownload size={16} />}
            data-autofocus
          >
            {t('commons:download')}
          </Button>
        </DialogFooter>
      </>
    );
  }
  if (state.step === 'error') {
    return (
      <>
        <IconAlertTriangle size={40} className={css['bad']} aria-hidden />
        <p>{t(state.reason === null ? 'error.unknown' : `error.${state.reason}`)}</p>
        <DialogFooter>{again}</DialogFooter>
      </>
    );
  }
  if (state.step === 'idle') return null;
  if (state.step === 'timeout') {
    return (
      <>
        <IconClock size={40} className={css['quiet']} aria-hidden />
        <p>{t('error.waiting')}</p>
        <DialogFooter>{list}</DialogFooter>
      </>
    );
  }
  return (
    <>
      <Loader size={40} aria-hidden />
      <p>{t('modal.generating')}</p>
      <small className={css['quiet']}>{t(state.report?.will_be_sent ? 'modal.sent' : 'modal.leave')}</small>
      {state.report !== null && (
        <DialogFooter>
          <CancelReport report={state.report} />
        </DialogFooter>
      )}
    </>
  );
};

/** The state of an ordered report, and its download when it is done. */
export default function ReportModal({
  state,
  onAgain,
  onClose,
}: {
  state: ReportState;
  onAgain: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useT('reports');
  return (
    <KitModal opened onClose={onClose} title={t('modal.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <div className={css['modal']} role="status" aria-live="polite">
        <Body state={state} onAgain={onAgain} />
      </div>
    </KitModal>
  );
}
