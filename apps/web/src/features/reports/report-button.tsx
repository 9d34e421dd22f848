import { Button, type ButtonProps } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { type ReportOrder, useReport } from './use-report.ts';
import { lazyWindow } from '../../shared/ui/lazy.tsx';

const ReportModal = lazyWindow(() => import('./report-modal.tsx'));

/** Orders a report and shows its state: in progress, done with its download, failed, or delayed. */
export const ReportButton = ({
  order,
  label,
  ...button
}: { order: ReportOrder; label: string } & ButtonProps): ReactNode => {
  const { state, order: start, reset } = useReport();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} />}
        {...button}
        loading={state.step === 'generating'}
        onClick={() => void start(order)}
      >
        {label}
      </Button>
      {state.step !== 'idle' && (
        <Suspense fallback={null}>
          <ReportModal state={state} onAgain={() => void start(order)} onClose={reset} />
        </Suspense>
      )}
    </>
  );
};
