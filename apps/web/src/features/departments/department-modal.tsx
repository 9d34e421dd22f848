import { type ReactNode, useMemo, useState } from 'react';
import type { DepartmentStat } from '@sergak/contract/departments/departments.schema.ts';
import { FormDialogFooter, TitleField } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { formatNumber } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { optionsOf } from '../../shared/department-options.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import css from './departments.module.css';

type Values = { title: string; parent_department_uuid: string | null };
type Props = { department: DepartmentStat | null; parent: string | null; onClose: () => void };

/** The effects of removing a department; empty items are left out. */
const removalWords = (t: T<'departments'>, { users_count: count, children_count }: DepartmentStat): string => {
  if (count === 0) return t(children_count === 0 ? 'remove.nothing' : 'remove.no_people');
  return t(children_count === 0 ? 'remove.people' : 'remove.text', { count, number: formatNumber(count) });
};

/** Creates, renames, moves or removes a department. */
export default function DepartmentModal({ department, parent, onClose }: Props): ReactNode {
  const t = useT('departments');
  const form = useForm<Values>({ title: department?.title ?? '', parent_department_uuid: parent });
  const list = useRead('departments.list', {}, { staleTime: 60_000, quiet: true }).data?.data;
  const [removing, setRemoving] = useState(false);
  const create = useWrite('departments.create', { tip: 'tips:department.create', quiet: true });
  const update = useWrite('departments.update', { tip: 'tips:department.update', quiet: true });
  const remove = useWrite('departments.remove', { tip: 'tips:department.delete' });
  /** A department cannot move into its own children, and «Без отдела» has no children. */
  const places = useMemo(() => {
    const all = list ?? [];
    const inside = new Set(department === null ? [] : [department.id]);
    for (let size = -1; size !== inside.size;) {
      size = inside.size;
      for (const one of all)
        if (one.parent_department_uuid !== null && inside.has(one.parent_department_uuid)) inside.add(one.id);
    }
    const shut = new Set([...inside, ...all.filter((one) => one.is_default).map((one) => one.id)]);
    return optionsOf(all).filter((one) => !shut.has(one.value));
  }, [list, department]);
  const save = (body: Values): Promise<unknown> =>
    (department === null
      ? create.mutateAsync(body)
      : update.mutateAsync({ id: department.id, version: department.version, ...body })
    ).then(onClose, () => undefined);
  return (
    <Modal
      opened
      onClose={onClose}
      title={department === null ? t('new') : t('edit')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Form form={form} call="departments.create" onSubmit={save} className={css['form']!}>
        <TitleField label={t('field.title')} />
        <SelectField
          name="parent_department_uuid"
          label={t('field.parent')}
          placeholder={t('field.top')}
          searchable
          clearable
          data={places}
          limit={100}
          nothingFoundMessage={t('nothing')}
        />
        <FormError error={create.error ?? update.error} fields={{ 'department.title_taken': 'title' }} />
        <FormDialogFooter
          action={department === null ? t('create_action') : t('commons:save')}
          onRemove={department === null ? undefined : () => setRemoving(true)}
          onClose={onClose}
        />
      </Form>
      <ConfirmDialog
        opened={removing}
        title={t('remove.title', { title: department?.title ?? '' })}
        action={t('remove.action')}
        final
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() =>
          department !== null &&
          remove.mutate(
            { department_ids: [department.id] },
            { onSuccess: onClose, onSettled: () => setRemoving(false) },
          )
        }
      >
        {department !== null && removalWords(t, department)}
      </ConfirmDialog>
    </Modal>
  );
}
