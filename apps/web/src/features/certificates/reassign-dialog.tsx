import type { ReactNode } from 'react';
import type { CallInput } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

/** Asks before the courses of these certificates are assigned to their owners again. */
export const ReassignDialog = ({
  chosen,
  count,
  onClose,
  onDone,
}: {
  chosen: CallInput<'certificates.reassign'>;
  count: number;
  onClose: () => void;
  onDone: () => void;
}): ReactNode => {
  const t = useT('certificates');
  const reassign = useWrite('certificates.reassign');
  const send = (): void =>
    reassign.mutate(chosen, {
      onSuccess: ({ assigned }) => {
        showToast(
          assigned > 0
            ? { kind: 'success', text: t('reassign.done', { count: assigned, number: formatNumber(assigned) }) }
            : { kind: 'info', text: t('reassign.none') },
        );
        onDone();
      },
      onError: onClose,
    });
  return (
    <ConfirmDialog
      opened
      title={t('reassign.title')}
      action={t('reassign.action')}
      danger={false}
      busy={reassign.isPending}
      onClose={onClose}
      onConfirm={send}
    >
      {t('reassign.text', { count, number: formatNumber(count) })} {t('reassign.skip')}
    </ConfirmDialog>
  );
};
