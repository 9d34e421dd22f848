import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { NeededForm, NeededPart, useNeededForm } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import css from './editor.module.css';

type Props = {
  /** Themes that the section contains already. */
  taken: readonly string[];
  busy: boolean;
  onChoose: (themeId: string) => void;
  onClose: () => void;
};
/** Chooses an existing theme for a section. */
export default function ThemePicker({ taken, busy, onChoose, onClose }: Props): ReactNode {
  const t = useT('library__editor');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const needed = useNeededForm(chosen !== null);
  const answer = useRead('library.themes', { search }, { quiet: true });
  const themes = answer.data?.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('picker.title')}
      size={640}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <SearchBox value={search} onChange={setSearch} placeholder={t('picker.search')} />
      <NeededForm form={needed}>
        <NeededPart error={needed.shown ? t('picker.blocked') : undefined}>
          <div className={css['picker']}>
            {answer.isError && themes === undefined ? (
              <ErrorState onRetry={() => void answer.refetch()} />
            ) : themes === undefined ? (
              <Skeleton height={200} radius={12} aria-hidden />
            ) : themes.length === 0 ? (
              <EmptyState title={t('picker.none')} />
            ) : (
              <fieldset>
                <legend className="sr-only">{t('picker.title')}</legend>
                {themes.map((theme) => (
                  <label key={theme.id}>
                    <input
                      type="radio"
                      name="theme"
                      checked={chosen === theme.id}
                      disabled={taken.includes(theme.id)}
                      onChange={() => setChosen(theme.id)}
                    />
                    <span>
                      {theme.title}
                      <small>
                        {taken.includes(theme.id) ? t('picker.taken') : t('tree.steps', { count: theme.steps.length })}
                      </small>
                    </span>
                  </label>
                ))}
              </fieldset>
            )}
          </div>
        </NeededPart>
      </NeededForm>
      <DialogFooter onCancel={onClose}>
        <Button loading={busy} onClick={() => needed.check() && chosen !== null && onChoose(chosen)}>
          {t('picker.add')}
        </Button>
      </DialogFooter>
    </Modal>
  );
}
