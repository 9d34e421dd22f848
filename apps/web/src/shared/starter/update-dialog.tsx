import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Difference, StarterCopy } from '@sergak/contract/starter/starter.schema.ts';
import { updateOf } from '@sergak/contract/starter/starter.rules.ts';
import { languageNames } from '../i18n/i18n.ts';
import { useT } from '../i18n/use-t.ts';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Modal } from '../ui/overlays.tsx';
import { ErrorState, LoadingState } from '../ui/states.tsx';
import { lineDiff } from './line-diff.ts';
import css from './starter.module.css';

const Sides = ({ before, after, title }: { before: string; after: string; title: string }): ReactNode => {
  const t = useT('library__starter');
  return (
    <table className={css['sides']} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{t('update.before')}</th>
          <th scope="col">{t('update.after')}</th>
        </tr>
      </thead>
      <tbody>
        {lineDiff(before, after).map((line, n) => (
          <tr key={n}>
            <td data-side={line.after === null ? 'before' : undefined}>{line.before}</td>
            <td data-side={line.before === null ? 'after' : undefined}>{line.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

type Props = {
  name: string;
  copy: StarterCopy;
  differences: { data?: { data: Difference[] } | undefined; isError: boolean; refetch: () => unknown };
  busy: boolean;
  onUpdate: (how: 'replace' | 'second') => void;
  onClose: () => void;
};

/** What a newer version of the library changes, side by side, and the button that brings it here. */
export const UpdateDialog = ({ name, copy, differences, busy, onUpdate, onClose }: Props): ReactNode => {
  const t = useT('library__starter');
  const how = updateOf(copy);
  const found = differences.data?.data;
  const titleOf = (one: Difference): string =>
    [t(`part.${one.part}`), one.title, languageNames[one.language]].filter(Boolean).join(' · ');
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(960px, 96vw)"
      title={t('update.title', { name })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <p className={css['note']}>{t(copy.changed ? 'update.second_hint' : 'update.replace_hint')}</p>
      {found === undefined ? (
        differences.isError ? (
          <ErrorState onRetry={() => void differences.refetch()} />
        ) : (
          <LoadingState />
        )
      ) : found.length === 0 ? (
        <p>{t('update.none')}</p>
      ) : (
        <div className={css['diff']} tabIndex={0} role="region" aria-label={t('update.title', { name })}>
          {found.map((one, n) => (
            <section key={n}>
              <h3>{titleOf(one)}</h3>
              <Sides before={one.before} after={one.after} title={titleOf(one)} />
            </section>
          ))}
        </div>
      )}
      <DialogFooter onCancel={onClose}>
        {how !== 'none' && (
          <Button loading={busy} onClick={() => onUpdate(how)}>
            {t(how === 'replace' ? 'update.replace' : 'update.second')}
          </Button>
        )}
      </DialogFooter>
    </Modal>
  );
};
