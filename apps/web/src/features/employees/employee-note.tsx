import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { NOTE_MAX } from '@sergak/contract/employees/employees.rules.ts';
import { detailsOf } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { SaveBar } from '../../shared/forms/save-bar.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { StaleChanges } from '../../shared/ui/stale-changes.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';

/** The stored note if the error is an edit conflict; null for any other error. */
const staleOf = (error: unknown): string | null =>
  (detailsOf(error, 'common.stale_version')?.current as { text: string } | undefined)?.text ?? null;

/** Administrators' note about a person; the person never sees it. */
export const EmployeeNote = ({ id }: { id: string }): ReactNode => {
  const t = useT('employees__employee');
  const words = useT('employees');
  const note = useRead('employees.note', { id }, { quiet: true, fresh: true });
  // Kept together with the stored note from when typing began: a refetched note must not count as the edited one.
  const [draft, setDraft] = useState<{ text: string; before: string } | null>(null);
  const save = useWrite('employees.set-note', { tip: 'tips:employess.note', quiet: true });
  if (note.isError && note.data === undefined) return <ErrorState onRetry={() => void note.refetch()} />;
  const stored = note.data?.text ?? '';
  const typed = draft?.text ?? stored;
  const dirty = draft !== null && typed.trim() !== draft.before;
  const theirs = staleOf(save.error);
  const drop = (): void => {
    setDraft(null);
    save.reset();
  };
  const send = (before: string): void => save.mutate({ id, text: typed, before }, { onSuccess: () => setDraft(null) });
  const take = (): void => {
    drop();
    void note.refetch();
  };
  return (
    <Section title={t('note')} hint={t('note_hint')}>
      <Textarea
        aria-label={t('note')}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={NOTE_MAX}
        value={typed}
        disabled={note.isPending}
        onChange={(e) => setDraft({ text: e.currentTarget.value, before: draft?.before ?? stored })}
      />
      <div style={{ marginTop: 12 }}>
        {theirs === null ? (
          <FormError error={save.error} />
        ) : (
          <StaleChanges
            title={words('stale.title')}
            same={words('stale.same')}
            rows={[
              {
                key: 'note',
                label: t('note'),
                from: draft?.before || '—',
                to: theirs || '—',
                mine: typed.trim() || '—',
              },
            ]}
            busy={save.isPending}
            onTake={take}
            onOverwrite={() => send(theirs)}
          />
        )}
      </div>
      {theirs === null && (
        <SaveBar
          changes={dirty ? 1 : 0}
          busy={save.isPending}
          onSave={() => draft !== null && send(draft.before)}
          onDrop={drop}
        />
      )}
      <UnsavedGuard dirty={dirty} />
    </Section>
  );
};
