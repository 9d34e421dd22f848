import { Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isAnyoneSelected, nobody } from '@sergak/contract/employees/people-selection.rules.ts';
import type { CallOutput } from '../../shared/api.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import { faceOf } from './face.ts';
import { PeopleChooser, useAssignmentPreview } from './people-choice.tsx';

/** Adds people to an assigned course, with their number shown before they are added. */
export default function AddPeople({
  one,
  onClose,
}: {
  one: CallOutput<'learning.assignment'>;
  onClose: () => void;
}): ReactNode {
  const t = useT('learning');
  const [choice, setChoice] = useState(nobody);
  const [email, setEmail] = useState(true);
  const preview = useAssignmentPreview(choice, { assignment_id: one.id });
  const add = useWrite(faceOf(one.kind, 'add-people'));
  const count = isAnyoneSelected(choice) ? (preview?.to_add ?? 0) : 0;
  const counting = isAnyoneSelected(choice) && preview === undefined;
  const action =
    count > 0
      ? t('people.add_submit', { count, number: formatNumber(count) })
      : t(counting ? 'people.add_counting' : 'people.add_none');
  const run = (): void =>
    add.mutate(
      { id: one.id, selection: choice, need_message: email },
      {
        onSuccess: (done) => {
          reportBulkResult('learning.add-people', done, {
            kind: 'enrol_people',
            about: one.course.title,
            done: t('tips:employess.add'),
          });
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      unsaved={isAnyoneSelected(choice)}
      title={t('people.add_title')}
      size={720}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <PeopleChooser
        label={t('people.add_title')}
        value={choice}
        onChange={setChoice}
        count={isAnyoneSelected(choice) ? preview?.to_add : 0}
        courseId={one.course.id}
      />
      <Switch mt="lg" checked={email} label={t('create.email')} onChange={(e) => setEmail(e.currentTarget.checked)} />
      <DialogFooter onCancel={onClose}>
        <ActionButton loading={add.isPending} blocked={count === 0 && t('commons:blocked.people')} onClick={run}>
          {action}
        </ActionButton>
      </DialogFooter>
    </Modal>
  );
}
