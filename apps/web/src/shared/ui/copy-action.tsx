import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import { showToast } from '../toasts.ts';

/** Copies a text; `done` is shown on success. */
export const CopyAction = ({ text, label, done }: { text: string; label: string; done: string }): ReactNode => {
  const t = useT();
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => showToast({ kind: 'success', text: done }),
      () => showToast({ kind: 'error', text: t('commons:toast.copy_failed') }),
    );
  return (
    <ActionIcon size={32} aria-label={label} onClick={copy}>
      <IconCopy size={16} aria-hidden />
    </ActionIcon>
  );
};
