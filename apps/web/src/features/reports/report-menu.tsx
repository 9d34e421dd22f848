import { IconChevronDown, IconFileDownload, IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { ReportFormat } from '@sergak/contract/reports/reports.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import { type ReportOrder, useReport } from './use-report.ts';
import css from './reports.module.css';

const ReportModal = lazyWindow(() => import('./report-modal.tsx'));
const icons = { pdf: IconFileTypePdf, xlsx: IconFileSpreadsheet } as const;

type Kind = 'course' | 'courses' | 'attempt' | 'scorm-attempt' | 'department' | 'compliance' | 'campaign';
const orderOf = (kind: Kind, id: string | undefined, format: ReportFormat): ReportOrder =>
  kind === 'compliance'
    ? { kind, format, ...(id !== undefined && { organization_id: id }) }
    : kind === 'campaign'
      ? { kind, format, campaign_id: id ?? '' }
      : { kind, id: id ?? '', format };

/** A menu that orders a report as PDF or as a workbook, and shows its state. */
export const ReportMenu = ({
  kind,
  id,
  label,
  words,
}: {
  kind: Kind;
  /** The subject; for `compliance` a child organisation, or undefined for the own one. */
  id: string | undefined;
  label?: string;
  /** Text of the button, which otherwise shows only the icon. */
  words?: string;
}): ReactNode => {
  const t = useT('reports');
  const { state, order, reset } = useReport();
  const [last, setLast] = useState<ReportOrder | null>(null);
  const start = (wanted: ReportOrder): void => {
    setLast(wanted);
    void order(wanted);
  };
  return (
    <>
      <ActionMenu
        label={label ?? words ?? t('menu.label')}
        className={css[words === undefined ? 'menu' : 'worded']!}
        lines={(['pdf', 'xlsx'] as const satisfies readonly ReportFormat[]).map((format) => ({
          key: format,
          label: t(`menu.${format}`),
          icon: icons[format],
          disabled: state.step === 'generating',
          run: () => start(orderOf(kind, id, format)),
        }))}
      >
        <IconFileDownload size={words === undefined ? 20 : 16} stroke={1.7} aria-hidden />
        {words !== undefined && <span aria-hidden>{words}</span>}
        {words !== undefined && <IconChevronDown size={16} aria-hidden />}
      </ActionMenu>
      {state.step !== 'idle' && (
        <Suspense fallback={null}>
          <ReportModal state={state} onAgain={() => last && start(last)} onClose={reset} />
        </Suspense>
      )}
    </>
  );
};
