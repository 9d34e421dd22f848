import { Alert, Button, Loader, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { DEADLINE_DAYS } from '@sergak/contract/learning/limits.rules.ts';
import type { CourseCard } from '@sergak/contract/library/library.schema.ts';
import { call } from '../../shared/api.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { formatNumber, toDate, toIsoDay, today } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { useWrite } from '../../shared/query.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import { CourseChooser } from '../library/public.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import css from './bulk-course.module.css';
import { Modal } from '../../shared/ui/overlays.tsx';
import { PartFailed } from '../../shared/ui/states.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';

type Props = {
  selection: PeopleSelection;
  partial?: string | undefined;
  onClose: () => void;
  onDone: () => void;
};

/** Assigns a course to the selected people; people who already have the course are skipped. */
export default function BulkCourse({ selection, partial, onClose, onDone }: Props): ReactNode {
  const t = useT('employees');
  const go = useGo();
  const [choosing, setChoosing] = useState(true);
  const [course, setCourse] = useState<CourseCard | null>(null);
  const [deadline, setDeadline] = useState(() => today(DEADLINE_DAYS));
  const [email, setEmail] = useState(true);
  const assign = useWrite('learning.bulk-assign', { quiet: true });
  const counted = useQuery({
    queryKey: ['learning', 'preview', 'selection', selection, course?.id],
    queryFn: ({ signal }) => call('learning.preview', { selection, course_id: course!.id }, { signal }),
    enabled: course !== null,
    meta: { quiet: true },
  });
  const preview = counted.data;
  if (choosing)
    return (
      <CourseChooser
        opened
        chosen={course === null ? [] : [course.id]}
        onClose={() => (course === null ? onClose() : setChoosing(false))}
        onChoose={([chosen]) => {
          setCourse(chosen ?? null);
          setChoosing(false);
        }}
      />
    );
  const add = preview?.to_add ?? 0;
  const action = (): string => {
    if (preview === undefined) return t(counted.isFetching ? 'bulk.course_counting' : 'bulk.course');
    return add === 0 ? t('bulk.course_none') : t('bulk.course_action', { count: add, number: formatNumber(add) });
  };
  const run = (): void =>
    assign.mutate(
      { course_ids: [course!.id], selection, deadline, need_message: email },
      {
        onSuccess: ({ data: [made] }) => {
          reportBulkResult('learning.bulk-assign', made!, {
            kind: 'enrol_people',
            about: course!.title,
            done: t('tips:course.assign'),
          });
          onDone();
          go({ screen: 'learning.assigned-one', params: { course_id: made!.id } });
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.course_title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['form']}>
        {partial !== undefined && <Alert color="yellow">{partial}</Alert>}
        <p className={css['chosen']}>
          <strong>{course?.title}</strong>
          <Button variant="subtle" size="compact-sm" onClick={() => setChoosing(true)}>
            {t('bulk.course_change')}
          </Button>
        </p>
        <DateTimePicker
          label={t('bulk.course_deadline')}
          dayOnly
          required
          value={toDate(deadline)}
          min={toDate(today())}
          onChange={(date) => date && setDeadline(toIsoDay(date))}
        />
        <Switch label={t('bulk.course_email')} checked={email} onChange={(e) => setEmail(e.currentTarget.checked)} />
        {preview !== undefined && preview.people > preview.to_add && (
          <p className={css['quiet']}>
            {t('bulk.course_have', {
              count: preview.people - preview.to_add,
              number: formatNumber(preview.people - preview.to_add),
            })}
          </p>
        )}
        {counted.isError && !counted.isFetching && preview === undefined && (
          <PartFailed text={t('bulk.course_uncounted')} onRetry={() => void counted.refetch()} />
        )}
        <FormError error={assign.error} />
        <DialogFooter onCancel={onClose}>
          <ActionButton
            blocked={add === 0 && t('commons:blocked.people')}
            loading={assign.isPending}
            leftSection={counted.isFetching && preview === undefined ? <Loader size={14} color="gray" /> : undefined}
            onClick={run}
          >
            {action()}
          </ActionButton>
        </DialogFooter>
      </div>
    </Modal>
  );
}
