import type { ReactNode } from 'react';
import { proofErrors } from '@sergak/contract/session/proof.rules.ts';
import { failedWith } from '../api-error.ts';
import { ConfirmDialog, type ConfirmProps } from '../ui/confirm-dialog.tsx';
import { OwnProof, useProof } from './own-proof.tsx';

/** Whether a change failed because the identity of the caller was not proved. */
export const isProofError = (error: unknown): boolean => failedWith(error, ...proofErrors);

type Props = Pick<ConfirmProps, 'opened' | 'title' | 'children' | 'action' | 'danger' | 'busy' | 'onClose'> & {
  error: unknown;
  onConfirm: (proof: { password?: string }) => void;
};

/** Asks for confirmation and for a proof of the own identity before a powerful change. */
export const ProofDialog = ({ children, error, onConfirm, onClose, ...rest }: Props): ReactNode => {
  const proof = useProof(rest.opened);
  return (
    <ConfirmDialog
      {...rest}
      ready={proof.isReady}
      onConfirm={() => {
        onConfirm(proof.body);
        proof.reset();
      }}
      onClose={() => {
        proof.reset();
        onClose();
      }}
    >
      <p>{children}</p>
      <OwnProof proof={proof} error={error} />
    </ConfirmDialog>
  );
};
