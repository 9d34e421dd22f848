import { Button, type ButtonProps } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Report } from '@sergak/contract/reports/reports.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';

/** Cancels a report in progress. */
export const CancelReport = ({ report, ...button }: { report: Report } & ButtonProps): ReactNode => {
  const t = useT('reports');
  const cancel = useWrite('reports.cancel');
  return (
    <Button
      variant="default"
      leftSection={<IconX size={14} aria-hidden />}
      {...button}
      loading={cancel.isPending}
      aria-label={t('cancel_label', { title: report.title })}
      onClick={() => cancel.mutate({ id: report.id })}
    >
      {t('cancel')}
    </Button>
  );
};
