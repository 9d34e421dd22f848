import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { toDate, toDay, today } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import css from './admin.module.css';

/** Title and dates of an assignment; the start only while it lies ahead. */
export default function EditAssignment({
  one,
  onClose,
}: {
  one: CallOutput<'learning.assignment'>;
  onClose: () => void;
}): ReactNode {
  const t = useT('learning');
  const [title, setTitle] = useState(one.title);
  const [start, setStart] = useState(one.start_date);
  const [deadline, setDeadline] = useState(one.deadline);
  const update = useWrite('learning.update', { tip: 'tips:course.update', quiet: true });
  const changed = title !== one.title || start !== one.start_date || deadline !== one.deadline;
  const planned = one.status === 'planned';
  const save = (): void =>
    update.mutate(
      { id: one.id, title: title.trim(), ...(planned ? { start_date: start } : {}), deadline, version: one.version },
      { onSuccess: onClose },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      unsaved={changed}
      title={t('edit.title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <form
        className={css['stack']}
        onSubmit={(e) => {
          e.preventDefault();
          save();
        }}
      >
        <TextInput
          label={t('edit.name')}
          value={title}
          maxLength={255}
          required
          onChange={(e) => setTitle(e.currentTarget.value)}
          data-autofocus
        />
        {planned ? (
          <DateTimePicker
            label={t('create.start')}
            dayOnly
            required
            value={toDate(start)}
            min={toDate(today())}
            onChange={(date) => date && setStart(toDay(date))}
          />
        ) : (
          <p className="quiet" style={{ margin: 0 }}>
            {t('edit.started')}
          </p>
        )}
        <DateTimePicker
          label={t('create.deadline')}
          dayOnly
          required
          value={toDate(deadline)}
          min={toDate(start)}
          error={deadline < start ? t('create.dates_wrong') : undefined}
          onChange={(date) => date && setDeadline(toDay(date))}
        />
        <FormError error={update.error} />
        <DialogFooter onCancel={onClose}>
          <Button type="submit" loading={update.isPending} disabled={title.trim() === '' || deadline < start}>
            {t('commons:save')}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  );
}
