import { Switch } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { assignableRoles, type Role } from '@sergak/contract/access/roles.ts';
import type { EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, TextField } from '../../shared/forms/form.tsx';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useDepartmentOptions } from '../../shared/department-options.ts';
import css from './employees.module.css';
import { EmployeeStale } from './employee-stale.tsx';
import { WasRemoved } from './was-removed.tsx';
import { TagStarts } from './tag-starts.tsx';
import { undoRemoval } from './undo-removal.ts';
import { useEditing } from './use-editing.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { PartFailed } from '../../shared/ui/states.tsx';
import { MultiSelect } from '../../shared/ui/select.tsx';

/** The tags in the form that the person does not have yet. */
const isNewTo = (person: EmployeeRow, tags: readonly string[]) => (tag: { id: string }) =>
  tags.includes(tag.id) && !person.tags.some((one) => one.id === tag.id);

/** Adds or edits a person. Server errors are shown under the form. */
export default function EmployeeModal({
  person,
  onClose,
  onRemoved,
}: {
  person: EmployeeRow | null;
  onClose: () => void;
  /** Called after removal, so that the person's page can be left. */
  onRemoved?: () => void;
}): ReactNode {
  const t = useT('employees');
  const me = useMe();
  const departments = useDepartmentOptions();
  const allTags = useRead('tags.list', {}, { staleTime: 60_000, quiet: true });
  const [removing, setRemoving] = useState(false);
  const remove = useWrite('employees.remove', {
    tip: 'tips:employess.delete',
    ...(person !== null && { tipAction: undoRemoval(person.id) }),
    ...(person !== null && onRemoved !== undefined ? { deletedId: person.id } : {}),
  });
  const editing = useEditing(person, onClose);
  const { form, base, tags, setTags, invite, setInvite, failure, stale, former } = editing;
  const roles = [...new Set<Role>([...assignableRoles, ...(person ? [person.role] : [])])];
  // Until the list has loaded, the person's tags are read-only, because some tags are assigned only by the portal.
  const tagOptions =
    allTags.data === undefined
      ? (person?.tags ?? []).map((tag) => ({ value: tag.id, label: ownTitle(tag.title), disabled: true }))
      : allTags.data.data
          .filter((tag) => tag.type === 'arbitrary' || tags.includes(tag.id))
          .map((tag) => ({ value: tag.id, label: ownTitle(tag.title), disabled: tag.type !== 'arbitrary' }));
  return (
    <Modal
      opened
      onClose={onClose}
      unsaved={editing.extrasChanged}
      size="lg"
      title={person === null ? t('form.add') : t('form.edit')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Form
        form={form}
        call={person === null ? 'employees.add' : 'employees.save'}
        onSubmit={(values) => editing.submit(values)}
        className={css['form']!}
      >
        <div className={css['pair']}>
          <TextField
            name="last_name"
            label={t('field.last_name')}
            faults={{ 'field.required': 'translation:errors.surname_req' }}
            data-autofocus
          />
          <TextField
            name="first_name"
            label={t('field.first_name')}
            faults={{ 'field.required': 'translation:errors.name_req' }}
          />
        </div>
        <TextField name="middle_name" label={t('field.middle_name')} />
        <TextField name="email" label={t('field.email')} inputMode="email" autoComplete="off" />
        <TextField
          name="position"
          label={t('field.position')}
          faults={{ 'field.too_long': 'translation:errors.position_max' }}
        />
        <div className={css['pair']}>
          <SelectField
            name="department_id"
            label={t('field.department')}
            placeholder={t('field.department_none')}
            searchable
            clearable={person === null}
            data={departments.options}
            limit={100}
            nothingFoundMessage={t('filter.nothing')}
          />
          <SelectField
            name="role"
            label={t('field.role')}
            data={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
            disabled={person?.id === me.id}
          />
        </div>
        {departments.failed && <PartFailed text={t('filter.departments_failed')} onRetry={departments.again} />}
        {person !== null && allTags.isError && allTags.data === undefined && (
          <PartFailed text={t('form.tags_failed')} onRetry={() => void allTags.refetch()} />
        )}
        {person !== null && (
          <MultiSelect
            label={t('field.tags')}
            description={t('field.tags_hint')}
            searchable
            value={[...tags]}
            onChange={setTags}
            nothingFoundMessage={t('filter.nothing')}
            data={tagOptions}
          />
        )}
        {person === null && (
          <Switch
            label={t('form.invite')}
            description={t('form.invite_hint')}
            checked={invite}
            onChange={(e) => setInvite(e.currentTarget.checked)}
          />
        )}
        <TagStarts added={person === null ? 1 : null} {...(person ? { joins: isNewTo(person, tags) } : {})} />
        {stale !== null && base !== null ? (
          <EmployeeStale
            base={base}
            values={form.getValues()}
            stale={stale}
            busy={editing.busy}
            onTake={editing.take}
            onOverwrite={editing.overwrite}
          />
        ) : former !== null ? (
          <WasRemoved former={former} busy={editing.busy} onAdd={editing.addAsNew} onClose={onClose} />
        ) : (
          <FormError error={failure} fields={{ 'employee.email_taken': 'email' }} first="message" />
        )}
        <FormDialogFooter
          action={person === null ? t('form.add_action') : t('commons:save')}
          held={stale !== null}
          strict
          onRemove={person === null || person.id === me.id ? undefined : () => setRemoving(true)}
          onClose={onClose}
        />
      </Form>
      <ConfirmDialog
        opened={removing}
        title={t('remove.title', { name: person?.full_name ?? '' })}
        action={t('remove.action')}
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() =>
          person !== null &&
          remove.mutate({ id: person.id }, { onSuccess: onRemoved ?? onClose, onSettled: () => setRemoving(false) })
        }
      >
        {t('remove.text')}
      </ConfirmDialog>
    </Modal>
  );
}
