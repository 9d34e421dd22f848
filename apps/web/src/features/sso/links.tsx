import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ProofDialog } from '../../shared/forms/proof-dialog.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';

/** Unlinks all people from the accounts of the provider, after a proof of identity. */
export const Links = (): ReactNode => {
  const t = useT('sso');
  const [asking, setAsking] = useState(false);
  const unlink = useWrite('sso.unlink-all', { quiet: true });
  const close = () => {
    setAsking(false);
    unlink.reset();
  };
  const write = (proof: { password?: string }): void =>
    unlink.mutate(proof, {
      onSuccess: ({ count }) => {
        close();
        showToast({ kind: 'success', text: t('links.done', { count }) });
      },
    });
  return (
    <Section title={t('links.title')} hint={t('links.hint')}>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('links.unlink')}
      </Button>
      <ProofDialog
        opened={asking}
        danger
        title={t('links.ask_title')}
        action={t('links.unlink')}
        busy={unlink.isPending}
        error={unlink.error}
        onConfirm={write}
        onClose={close}
      >
        {t('links.ask_text')}
      </ProofDialog>
    </Section>
  );
};
