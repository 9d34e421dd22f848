import type { ReactNode } from 'react';
import type { ConfirmProps } from '../ui/confirm-body.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { OwnProof, useProof } from './own-proof.tsx';

type Props = Pick<ConfirmProps, 'opened' | 'title' | 'children' | 'action' | 'danger' | 'busy' | 'onClose'> & {
  error: unknown;
  onConfirm: (proof: { password?: string }) => void;
};

/** Asks for confirmation and for a proof of the own identity before a powerful change. */
export const ProofDialog = ({ children, error, onConfirm, onClose, ...rest }: Props): ReactNode => {
  const proof = useProof(rest.opened);
  const confirm = (): void => {
    if (rest.busy) return;
    onConfirm(proof.body);
    proof.reset();
  };
  return (
    <ConfirmDialog
      {...rest}
      ready={proof.isReady}
      onConfirm={confirm}
      onClose={() => {
        proof.reset();
        onClose();
      }}
    >
      <p>{children}</p>
      <OwnProof proof={proof} error={error} onEnter={confirm} />
    </ConfirmDialog>
  );
};
