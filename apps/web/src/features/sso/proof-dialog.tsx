import type { ReactNode } from 'react';
import { OwnProof, useProof } from '../../shared/forms/own-proof.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

type Props = {
  opened: boolean;
  busy: boolean;
  error: unknown;
  onConfirm: (proof: { password?: string }) => void;
  onClose: () => void;
};

/** Asks the super user to prove the own identity before single sign-on is saved. */
export const ProofDialog = ({ opened, busy, error, onConfirm, onClose }: Props): ReactNode => {
  const t = useT('sso');
  const proof = useProof(opened);
  return (
    <ConfirmDialog
      opened={opened}
      danger={false}
      busy={busy}
      ready={proof.isReady}
      title={t('ask.title')}
      action={t('ask.action')}
      onConfirm={() => {
        onConfirm(proof.body);
        proof.reset();
      }}
      onClose={() => {
        proof.reset();
        onClose();
      }}
    >
      <p>{t('ask.text')}</p>
      <OwnProof proof={proof} error={error} />
    </ConfirmDialog>
  );
};
