import {
  Button,
  type ButtonProps,
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  useController,
  useForm,
  useFormContext,
  useFormState,
  type UseFormReturn,
} from 'react-hook-form';
import { useUnsavedInDialog } from '../ui/dialog-hold.ts';
import { hasText, useT } from '../i18n/use-t.ts';
import { type Check, type Fault, required as isThere } from './rules.ts';

export { FormError } from './form-error.tsx';

/** A form of this organization: checked on every change and blur. `resolver` takes a schema in lazily loaded screens. */
export const useOrganizationForm = <V extends FieldValues>(
  defaults: DefaultValues<V>,
  options: Omit<Parameters<typeof useForm<V>>[0], 'defaultValues' | 'mode'> = {},
): UseFormReturn<V> => useForm<V>({ ...options, defaultValues: defaults, mode: 'all' });

/** What was typed into a form of a dialog is not lost without a question. */
const HoldDialog = (): ReactNode => {
  const { getValues } = useFormContext();
  const { isDirty, defaultValues } = useFormState();
  // The state of the form follows what is typed a moment later.
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
/** The form itself; fields below find it by name. */
export const Form = <V extends FieldValues>({ form, onSubmit, children, ...rest }: FormProps<V>): ReactNode => {
  const { trigger } = form;
  // A form that opens filled in is judged at once, or it could not be sent before something is typed. Faults stay
  // hidden until their field has been touched.
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
  check?: Check<V> | readonly Check<V>[];
  values?: Readonly<Record<string, string | number>>;
};
/** Binds a control to the form: value, sentence of the fault, required asterisk. */
export const useField = <V,>({ name, required = false, check, values = {} }: FieldRules<V>) => {
  const t = useT('commons');
  const checks = [
    ...(required ? [isThere as Check<V>] : []),
    ...(check === undefined ? [] : Array.isArray(check) ? check : [check]),
  ] as Check<V>[];
  const { field, fieldState } = useController({
    name: name as FieldPath<FieldValues>,
    rules: {
      validate: (value, all) => {
        for (const one of checks) {
          const fault = one(value as V, all);
          if (fault !== undefined) return fault;
        }
        return true;
      },
    },
  });
  const said = fieldState.error?.message;
  const shown = said !== undefined && (fieldState.isTouched || fieldState.isDirty);
  const error = shown ? (hasText(`commons:${said}`) ? t(said as Fault, values) : said) : undefined;
  return { field, error, required, withAsterisk: required };
};

/** A line of text, trimmed on blur. */
export const TextField = ({
  name,
  check,
  required = false,
  values,
  ...rest
}: FieldRules & Omit<TextInputProps, 'name' | 'required' | 'error'>): ReactNode => {
  const { field, error, withAsterisk } = useField<string>({
    name,
    required,
    ...(check && { check }),
    ...(values && { values }),
  });
  const { setValue } = useFormContext();
  return (
    <TextInput
      {...rest}
      {...field}
      value={field.value ?? ''}
      error={error}
      withAsterisk={withAsterisk}
      aria-required={required}
      onBlur={(e) => {
        const trimmed = e.currentTarget.value.trim();
        if (trimmed !== e.currentTarget.value) setValue(name, trimmed, { shouldValidate: true, shouldDirty: true });
        field.onBlur();
      }}
    />
  );
};
/** A password with show and hide; never trimmed: spaces may belong to it. */
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
/** Submits the form; disabled while it is invalid, busy while it is sent. */
export const SubmitButton = ({
  children,
  busy = false,
  ...rest
}: ButtonProps & { children: ReactNode; busy?: boolean }): ReactNode => {
  const { formState } = useFormContext();
  return (
    <Button type="submit" loading={busy || formState.isSubmitting} disabled={!formState.isValid} {...rest}>
      {children}
    </Button>
  );
};
