import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import KitModal from '../../shared/ui/kit-modal.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { RiskExplanation } from './risk-explanation.tsx';

/**
 * The parts of the organisation's risk level. The calculation reads every email, so it is requested only when opened.
 */
export default function ExplanationDialog({
  organization,
  onClose,
}: {
  organization: string;
  onClose: () => void;
}): ReactNode {
  const t = useT('statistics');
  const risk = useRead(
    'statistics.current-risk-level',
    { id: organization, explain: true },
    { quiet: true, staleTime: 60_000 },
  );
  return (
    <KitModal
      opened
      size="lg"
      onClose={onClose}
      title={t('hero.explain_title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      {risk.isError ? (
        <ErrorState onRetry={() => void risk.refetch()} />
      ) : risk.data === undefined ? (
        <LoadingState />
      ) : (
        <RiskExplanation parts={risk.data.explanation} level={risk.data.value} />
      )}
    </KitModal>
  );
}
