import {
  type ButtonProps,
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { ActionButton } from '../ui/action-button.tsx';
import { type FocusEvent, type ReactNode, useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  useController,
  useForm as useHookForm,
  useFormContext,
  useFormState,
  type UseFormReturn,
} from 'react-hook-form';
import { useUnsavedInDialog } from '../ui/dialog-guard.ts';
import { isApiError } from '../api-error.ts';
import { afterPress } from '../press.ts';
import { hasText, useT } from '../i18n/use-t.ts';
import { ErrorLine, useServerErrorText } from './form-error.tsx';
import { type FieldsByErrorCode, rejectedFields, storeRejection, rejectionOf } from './rejections.ts';
import { type FieldCheck, type FieldFault, required as isThere } from './rules.ts';

/** Creates a form, checked on every change and blur by the rules and limits of the contract. All forms use it. */
export const useForm = <V extends FieldValues>(
  defaults: DefaultValues<V>,
  options: Omit<Parameters<typeof useHookForm<V>>[0], 'defaultValues' | 'mode' | 'resolver'> = {},
): UseFormReturn<V> => useHookForm<V>({ ...options, defaultValues: defaults, mode: 'all' });

/** Makes the dialog ask before it discards changes of the form. */
const HoldDialog = (): ReactNode => {
  const { getValues } = useFormContext();
  const { isDirty, defaultValues } = useFormState();
  // `isDirty` is updated slightly after the values, so the values are compared as well.
  useUnsavedInDialog(isDirty, () => JSON.stringify(getValues()) !== JSON.stringify(defaultValues));
  return null;
};

type FormProps<V extends FieldValues> = {
  form: UseFormReturn<V>;
  onSubmit: (values: V) => unknown;
  children: ReactNode;
  id?: string;
  className?: string;
};
/** The form; fields inside it find it by context. */
export const Form = <V extends FieldValues>({ form, onSubmit, children, ...rest }: FormProps<V>): ReactNode => {
  const { trigger } = form;
  // Validates a prefilled form at once; otherwise it could not be sent before the first change. An error stays hidden until
  // its field has been touched.
  useEffect(() => void trigger(), [trigger]);
  return (
    <FormProvider {...form}>
      <HoldDialog />
      <form
        {...rest}
        noValidate
        onSubmit={(e) => {
          e.stopPropagation();
          void form.handleSubmit((values) => onSubmit(values))(e);
        }}
      >
        {children}
      </form>
    </FormProvider>
  );
};

export type FieldRules<V = string> = {
  name: string;
  required?: boolean;
  check?: FieldCheck<V> | readonly FieldCheck<V>[];
  values?: Readonly<Record<string, string | number>>;
  /** Shows the error before the field has been touched: for a field that another field can make invalid. */
  eager?: boolean;
};
/** Binds a control to the form: value, error sentence, required asterisk. */
export const useField = <V,>({ name, required = false, check, values = {}, eager = false }: FieldRules<V>) => {
  const t = useT('commons');
  const checks = [
    ...(required ? [isThere as FieldCheck<V>] : []),
    ...(check === undefined ? [] : Array.isArray(check) ? check : [check]),
  ] as FieldCheck<V>[];
  const { control } = useFormContext();
  const { field, fieldState } = useController({
    name: name as FieldPath<FieldValues>,
    rules: {
      validate: (value, all) => {
        for (const one of checks) {
          const fault = one(value as V, all);
          if (fault !== undefined) return fault;
        }
        return rejectionOf(control, name, value) ?? true;
      },
    },
  });
  const said = fieldState.error?.message;
  const shown =
    said !== undefined &&
    (eager || fieldState.isTouched || fieldState.isDirty || said === rejectionOf(control, name, field.value));
  const error = shown ? (hasText(`commons:${said}`) ? t(said as FieldFault, values) : said) : undefined;
  // A press on a button leaves the field: its error would move the button before the click.
  const onBlur = (): void => afterPress(field.onBlur);
  return { field: { ...field, onBlur }, error, required, withAsterisk: required };
};

type FormErrorProps = {
  error: unknown;
  /** The field that an error code concerns, such as `{ 'tag.title_taken': 'title' }`. */
  fields?: FieldsByErrorCode;
};
const NO_FIELDS: FieldsByErrorCode = {};
/**
 * The server's error for the form. A rejected value is marked at its field, which gets the focus; the field stays invalid
 * until it is changed. Any other error is shown in a line under the form.
 */
export const FormError = ({ error, fields = NO_FIELDS }: FormErrorProps): ReactNode => {
  const t = useT('commons');
  const form = useFormContext() as UseFormReturn | null;
  const sentence = useServerErrorText()(error);
  const [marked, setMarked] = useState<unknown>(null);
  useEffect(() => {
    if (form === null || sentence === undefined) return;
    const { names, others } = rejectedFields(error, form.getValues(), fields);
    const several = isApiError(error) && error.code === 'request.invalid';
    for (const name of names)
      storeRejection(form.control, name, {
        value: form.getValues(name),
        sentence: several ? t('field.wrong') : sentence,
      });
    if (names.length === 0) return;
    void form.trigger(names, { shouldFocus: true });
    if (!others) setMarked(error);
    // Each error is assigned to its field once, even if the person types afterwards.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);
  // A sentence that is shown at a field is still announced here, but not shown twice.
  return <ErrorLine sentence={sentence} quiet={error !== null && marked === error} />;
};

/** The props of a text control bound to the form, shared by single-line and multi-line fields. Trimmed on blur. */
export const useTextControl = ({ name, check, required = false, values }: FieldRules) => {
  const { field, error, withAsterisk } = useField<string>({
    name,
    required,
    ...(check && { check }),
    ...(values && { values }),
  });
  const { setValue } = useFormContext();
  return {
    ...field,
    value: field.value ?? '',
    error,
    withAsterisk,
    'aria-required': required,
    onBlur: (e: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
      const trimmed = e.currentTarget.value.trim();
      if (trimmed !== e.currentTarget.value) setValue(name, trimmed, { shouldDirty: true }); // `onBlur` validates it
      field.onBlur();
    },
  };
};

type TextFieldProps = FieldRules & Omit<TextInputProps, 'name' | 'required' | 'error'>;
/** A single-line text field. */
export const TextField = ({ name, check, required, values, ...rest }: TextFieldProps): ReactNode => (
  <TextInput
    {...rest}
    {...useTextControl({
      name,
      ...(check && { check }),
      ...(required !== undefined && { required }),
      ...(values && { values }),
    })}
  />
);
/** A password field with show and hide. It is never trimmed, because a password may contain spaces. */
export const PasswordField = ({
  name,
  check,
  required = false,
  values,
  ...rest
}: FieldRules & Omit<PasswordInputProps, 'name' | 'required' | 'error'>): ReactNode => {
  const t = useT('commons');
  const { field, error, withAsterisk } = useField<string>({
    name,
    required,
    ...(check && { check }),
    ...(values && { values }),
  });
  return (
    <PasswordInput
      {...rest}
      {...field}
      value={field.value ?? ''}
      error={error}
      withAsterisk={withAsterisk}
      aria-required={required}
      visibilityToggleButtonProps={{ 'aria-label': t('password_toggle'), tabIndex: 0 }}
    />
  );
};
/** Submits the form; disabled while the form is invalid, busy while it is sent. */
export const SubmitButton = ({
  children,
  busy = false,
  disabled,
  ...rest
}: ButtonProps & { children: ReactNode; busy?: boolean }): ReactNode => {
  const t = useT('commons');
  const { formState } = useFormContext();
  const blocked = (!formState.isValid && t('blocked.form')) || (disabled === true && t('blocked.unchanged'));
  return (
    <ActionButton type="submit" loading={busy || formState.isSubmitting} blocked={blocked} {...rest}>
      {children}
    </ActionButton>
  );
};
