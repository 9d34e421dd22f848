import { Button, Modal, MultiSelect, Switch } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { assignableRoles, type Role } from '@sergak/contract/access/roles.ts';
import { EMAIL_MAX, isEmail, POSITION_MAX } from '@sergak/contract/employees/employees.rules.ts';
import type { EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import { Form, FormError, SubmitButton, TextField, useHouseForm } from '../../shared/forms/form.tsx';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { atMost, type Check } from '../../shared/forms/rules.ts';
import { text, useT } from '../../shared/i18n/use-t.ts';
import { refresh, useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useDepartmentOptions } from '../departments/public.ts';
import { differing, savePerson, staleOf, type Values, valuesOf } from './employee-save.ts';
import css from './employees.module.css';
import { StaleChanges } from './stale-changes.tsx';

const address: Check = (value) => (value.trim() === '' || isEmail(value.trim()) ? undefined : 'field.email');

/** Adds a person, or edits one. What the server says stands under the form. */
export default function EmployeeModal({
  person,
  onClose,
}: {
  person: EmployeeRow | null;
  onClose: () => void;
}): ReactNode {
  const t = useT('staff__employees');
  const me = useMe();
  const departments = useDepartmentOptions();
  const allTags = useRead('tags.list', {}, { staleTime: 60_000, quiet: true }).data?.data ?? [];
  const form = useHouseForm<Values>(valuesOf(person));
  // What is compared with when it is saved: the person as opened, later what somebody else has made of it.
  const [base, setBase] = useState(person);
  const [tags, setTags] = useState<readonly string[]>(person?.tags.map((tag) => tag.id) ?? []);
  const [invite, setInvite] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const stale = staleOf(failure);
  const [removing, setRemoving] = useState(false);
  const add = useWrite('employees.add', { tip: 'tips:employess.create', quiet: true });
  const remove = useWrite('employees.remove', { tip: 'tips:employess.delete' });

  const submit = async (values: Values, on = base, wanted = tags): Promise<void> => {
    setFailure(null);
    setBusy(true);
    try {
      const { department_id, role, ...fields } = values;
      if (on === null) {
        await add.mutateAsync({
          ...fields,
          role: role as 'employee',
          ...(department_id === null ? {} : { department_id }),
          need_message: String(invite),
        });
      } else {
        await savePerson(on, values, wanted);
        showToast({ kind: 'success', text: text('tips:employess.update') });
        await refresh('employees', 'tags', 'departments');
      }
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  /** The tags were given and taken before the refusal: what is stored now is what was wanted. */
  const restart = (): void => {
    setBase(stale!.current);
    setTags(stale!.current.tags.map((tag) => tag.id));
  };
  /** Their changes become the start; what was typed into other fields stays in the form. */
  const take = (): void => {
    const [was, now] = [valuesOf(base), valuesOf(stale!.current)];
    for (const name of differing(was, now))
      form.setValue(name, now[name] as never, { shouldDirty: true, shouldValidate: true });
    restart();
    setFailure(null);
  };
  /** The own fields are saved over theirs; fields that were not touched here stay theirs. */
  const overwrite = (): void => {
    const [was, typed] = [valuesOf(base), form.getValues()];
    const mine = differing(was, typed);
    const current = stale!.current.tags.map((tag) => tag.id);
    const values = { ...valuesOf(stale!.current) };
    for (const name of mine) Object.assign(values, { [name]: typed[name] });
    restart();
    form.reset(values);
    void submit(values, stale!.current, current);
  };
  const roles = [...new Set<Role>([...assignableRoles, ...(person ? [person.role] : [])])];
  const byHand = allTags.filter((tag) => tag.type === 'arbitrary' || tags.includes(tag.id));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={person === null ? t('form.add') : t('form.edit')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Form form={form} onSubmit={(values) => submit(values)} className={css['form']!}>
        <div className={css['pair']}>
          <TextField
            name="last_name"
            label={t('field.last_name')}
            required
            check={atMost(255)}
            values={{ max: 255 }}
            data-autofocus
          />
          <TextField
            name="first_name"
            label={t('field.first_name')}
            required
            check={atMost(255)}
            values={{ max: 255 }}
          />
        </div>
        <TextField name="middle_name" label={t('field.middle_name')} check={atMost(255)} values={{ max: 255 }} />
        <TextField
          name="email"
          label={t('field.email')}
          required
          check={[address, atMost(EMAIL_MAX)]}
          values={{ max: EMAIL_MAX }}
          inputMode="email"
          autoComplete="off"
        />
        <TextField
          name="position"
          label={t('field.position')}
          check={atMost(POSITION_MAX)}
          values={{ max: POSITION_MAX }}
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
        {person !== null && (
          <MultiSelect
            label={t('field.tags')}
            description={t('field.tags_hint')}
            searchable
            value={[...tags]}
            onChange={setTags}
            nothingFoundMessage={t('filter.nothing')}
            data={byHand.map((tag) => ({ value: tag.id, label: tag.title, disabled: tag.type !== 'arbitrary' }))}
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
        {stale !== null && base !== null ? (
          <StaleChanges
            base={base}
            values={form.getValues()}
            stale={stale}
            busy={busy}
            onTake={take}
            onOverwrite={overwrite}
          />
        ) : (
          <FormError error={failure} />
        )}
        <div className={css['foot']}>
          {person !== null && person.id !== me.id && (
            <Button className={css['danger']!} variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {t('commons:delete')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('commons:cancel')}
          </Button>
          <SubmitButton {...(stale === null ? {} : { disabled: true })}>
            {person === null ? t('form.add_action') : t('commons:save')}
          </SubmitButton>
        </div>
      </Form>
      <ConfirmDialog
        opened={removing}
        title={t('remove.title', { name: person?.full_name ?? '' })}
        action={t('remove.action')}
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() =>
          person !== null &&
          remove.mutate({ id: person.id }, { onSuccess: onClose, onSettled: () => setRemoving(false) })
        }
      >
        {t('remove.text')}
      </ConfirmDialog>
    </Modal>
  );
}
