import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { NOTE_MAX } from '@sergak/contract/employees/employees.rules.ts';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import css from './employees.module.css';

/** What administrators noted about a person; the person never sees it. */
export const EmployeeNote = ({ id }: { id: string }): ReactNode => {
  const t = useT('staff__employee');
  const note = useRead('employees.note', { id });
  const [typed, type] = useState<string | null>(null);
  const save = useWrite('employees.set-note', { tip: 'tips:employess.note' });
  const stored = note.data?.text ?? '';
  const dirty = typed !== null && typed.trim() !== stored;
  return (
    <Section title={t('note')} hint={t('note_hint')}>
      <Textarea
        aria-label={t('note')}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={NOTE_MAX}
        value={typed ?? stored}
        disabled={note.isPending}
        onChange={(e) => type(e.currentTarget.value)}
      />
      <div className={css['foot']} style={{ marginTop: 12 }}>
        {dirty && (
          <Button variant="default" onClick={() => type(null)}>
            {t('commons:cancel')}
          </Button>
        )}
        <Button
          disabled={!dirty}
          loading={save.isPending}
          onClick={() => save.mutate({ id, text: typed ?? '' }, { onSuccess: () => type(null) })}
        >
          {t('commons:save')}
        </Button>
      </div>
      <UnsavedGuard dirty={dirty} />
    </Section>
  );
};
