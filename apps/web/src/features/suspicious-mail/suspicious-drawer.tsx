import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconMailOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SuspiciousEmail } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatBytes, formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Drawer } from '../../shared/ui/overlays.tsx';
import { Facts } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { type Judgement, ReportJudgement, useJudgement } from './report-judgement.tsx';
import { useReportKeys } from './report-keys.ts';
import { ReportMessage } from './report-message.tsx';
import { ReporterName } from './reporter-name.tsx';
import { ReportSimilar } from './report-similar.tsx';
import { ReportChecks, ReportTrace } from './report-trace.tsx';
import css from './report.module.css';

const Reporter = ({ reporter }: Pick<SuspiciousEmail, 'reporter'>): ReactNode => {
  if (reporter.id === null) return <ReporterName reporter={reporter} />;
  return (
    <ScreenLink screen="staff.employee" params={{ employee_id: reporter.id }} className="link">
      {reporter.name}
    </ScreenLink>
  );
};

const KnownFacts = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  return (
    <Facts
      items={[
        [t('drawer.sender'), email.sender || t('no_sender')],
        [t('drawer.reporter'), <Reporter key="reporter" reporter={email.reporter} />],
        [t('drawer.reported_at'), formatDateTime(email.reported_at)],
        ...(email.sent_at === null ? [] : [[t('drawer.sent_at'), formatDateTime(email.sent_at)] as const]),
        [t('drawer.size'), formatBytes(email.size)],
        [t('drawer.forwarded'), email.forwarded_to ?? t('drawer.not_forwarded')],
        ...(email.taken_by === null ? [] : [[t('drawer.taken'), email.taken_by] as const]),
        ...(email.state_at === null || email.verdict === null
          ? []
          : [[t('drawer.decided'), `${email.state_by ?? '—'}, ${formatDateTime(email.state_at)}`] as const]),
      ]}
    />
  );
};

type Neighbours = { readonly next?: (() => void) | undefined; readonly previous?: (() => void) | undefined };

const Keys = ({ next, previous }: Neighbours): ReactNode => {
  const t = useT('suspicious');
  return (
    <div className={css['keys']}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('drawer.previous')}
        aria-keyshortcuts="K"
        disabled={previous === undefined}
        onClick={previous}
      >
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('drawer.next')}
        aria-keyshortcuts="J"
        disabled={next === undefined}
        onClick={next}
      >
        <IconChevronDown size={18} />
      </ActionIcon>
      <span>{t('drawer.keys')}</span>
    </div>
  );
};

const Details = ({
  email,
  judgement,
  onOpen,
}: {
  email: SuspiciousEmail;
  judgement: Judgement;
  onOpen: (id: string) => void;
}): ReactNode => (
  <div className={css['report']}>
    <div className={css['judge']}>
      {!email.unreadable && <ReportChecks email={email} />}
      <ReportJudgement email={email} judgement={judgement} />
    </div>
    <div className={css['main']}>
      <ReportMessage email={email} />
      <ReportTrace email={email} />
    </div>
    <div className={css['about']}>
      <KnownFacts email={email} />
      <ReportSimilar id={email.id} onOpen={onOpen} />
    </div>
  </div>
);

type Props = Neighbours & {
  readonly id: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
};

/** A reported email: read, judged and answered here. */
export const SuspiciousDrawer = ({ id, next, previous, onOpen, onClose }: Props): ReactNode => {
  const t = useT('suspicious');
  const { data, isError, error, refetch } = useRead('suspicious-mail.get', { id }, { quiet: true, fresh: true });
  const judgement = useJudgement(data);
  useReportKeys({ next, previous, judge: (verdict) => judgement.judge('closed', verdict) }, true);
  return (
    <Drawer
      opened
      onClose={onClose}
      size={1040}
      title={data ? data.subject || t('no_subject') : t('title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Keys next={next} previous={previous} />
      {data ? (
        <Details key={id} email={data} judgement={judgement} onOpen={onOpen} />
      ) : failedWith(error, 'suspicious.not_found', 'request.invalid') ? (
        <EmptyState icon={IconMailOff} title={t('drawer.gone')} />
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </Drawer>
  );
};
