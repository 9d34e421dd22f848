import { useState } from 'react';
import type { EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import { useForm } from '../../shared/forms/form.tsx';
import { refresh, useWrite } from '../../shared/query.ts';
import {
  differingFields,
  formerOf,
  employeeSave,
  staleFields,
  tagsOnTopOf,
  type EmployeeValues,
  employeeValues,
} from './employee-save.ts';

const newPerson = ({ department_id, role, ...fields }: EmployeeValues, invite: boolean, as_new: boolean) => ({
  ...fields,
  role: role as 'employee',
  ...(department_id === null ? {} : { department_id }),
  need_message: String(invite),
  ...(as_new ? { as_new } : {}),
});

/** Adds or edits a person: the form, the result of saving, and two ways to resolve an edit conflict. */
export const useEditing = (person: EmployeeRow | null, onClose: () => void) => {
  const form = useForm<EmployeeValues>(employeeValues(person));
  // The state that changes are compared with: the person as opened, later as another user saved it.
  const [base, setBase] = useState(person);
  const [tags, setTags] = useState<readonly string[]>(person?.tags.map((tag) => tag.id) ?? []);
  const [invite, setInvite] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const stale = staleFields(failure);
  const former = formerOf(failure);
  const add = useWrite('employees.add', { tip: 'tips:employess.create', quiet: true });
  const save = useWrite('employees.save', { tip: 'tips:employess.update', quiet: true });

  const tagIds = new Set(person?.tags.map((tag) => tag.id));
  /** Changes outside the fields of the form: tags, the invitation. */
  const extrasChanged = !invite || tags.length !== tagIds.size || tags.some((id) => !tagIds.has(id));

  const submit = async (values: EmployeeValues, on = base, wanted = tags, asNew = false): Promise<void> => {
    setFailure(null);
    setBusy(true);
    try {
      if (on === null) await add.mutateAsync(newPerson(values, invite, asNew));
      else await save.mutateAsync({ id: on.id, ...employeeSave(on, values, wanted) });
      onClose();
    } catch (error) {
      setFailure(error);
      // The list behind the form still shows the old values.
      if (staleFields(error) !== null) void refresh('employees');
    } finally {
      setBusy(false);
    }
  };
  /** Starts again from the stored person; tags added and removed here stay so in the form. */
  const restart = (): string[] => {
    const wanted = tagsOnTopOf(base!, tags, stale!.current);
    setBase(stale!.current);
    setTags(wanted);
    return wanted;
  };
  /** Takes over the other user's changes; values typed into other fields stay in the form. */
  const take = (): void => {
    const [was, now] = [employeeValues(base), employeeValues(stale!.current)];
    for (const name of differingFields(was, now))
      form.setValue(name, now[name], { shouldDirty: true, shouldValidate: true });
    restart();
    setFailure(null);
  };
  /** Saves my fields over theirs; fields that I did not touch stay as they saved them. */
  const overwrite = (): void => {
    const [was, typed] = [employeeValues(base), form.getValues()];
    const mine = differingFields(was, typed).map((name) => [name, typed[name]]);
    const values = { ...employeeValues(stale!.current), ...Object.fromEntries(mine) };
    form.reset(values);
    void submit(values, stale!.current, restart());
  };
  /** Adds the person although a removed person had this address. */
  const addAsNew = (): void => void form.handleSubmit((values) => submit(values, null, [], true))();
  const state = { form, base, tags, setTags, invite, setInvite, extrasChanged, failure, stale, former, busy };
  return { ...state, submit, addAsNew, take, overwrite };
};
