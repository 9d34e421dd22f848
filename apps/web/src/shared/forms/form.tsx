import { strayWords } from '@sergak/contract/email-address.rules.ts';
import {
  type ButtonProps,
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { ActionButton } from '../ui/action-button.tsx';
import { createContext, type FocusEvent, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
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
import { isApiError } from '../api-error.ts';
import { formatNumber } from '../format.ts';
import { hasText, type SharedKey, useT } from '../i18n/use-t.ts';
import { afterPress } from '../press.ts';
import { useUnsavedInDialog } from '../ui/dialog-guard.ts';
import { focusFirstWrong } from './first-wrong.ts';
import { FieldMarks, type MarkFields } from './form-error.tsx';
import { type FieldSchemas, type FormCall, knownSchemas, loadSchemas } from './form-schemas.ts';
import { passwordToggle } from './password-toggle.ts';
import { rejectedFields, storeRejection, rejectionOf } from './rejections.ts';
import { type FieldFault, required as isThere } from './rules.ts';
import { accepts, boundsOf, schemaFault, schemaOf } from './schema-fault.ts';

/** Creates a form that is checked on every change and blur. All forms use it. */
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

type SchemaState = { readonly known: FieldSchemas | undefined; readonly loading: Promise<FieldSchemas> };
const Schemas = createContext<SchemaState>({ known: {}, loading: Promise.resolve({}) });
const useSchemas = (call: FormCall | undefined): SchemaState => {
  const [known, setKnown] = useState(call === undefined ? {} : knownSchemas(call));
  const [loading] = useState(() => (known === undefined ? loadSchemas(call!) : Promise.resolve(known)));
  useEffect(() => void loading.then(setKnown), [loading]);
  return useMemo(() => ({ known, loading }), [known, loading]);
};

type FormProps<V extends FieldValues> = {
  form: UseFormReturn<V>;
  /** The call whose schemas check the fields. */
  call?: FormCall;
  onSubmit: (values: V) => unknown;
  children: ReactNode;
  className?: string;
};
/** The form; fields inside it find it by context. */
export const Form = <V extends FieldValues>({ form, call, onSubmit, children, ...rest }: FormProps<V>): ReactNode => {
  const t = useT('commons');
  const { trigger, getValues, control } = form;
  const schemas = useSchemas(call);
  // Validates a prefilled form at once. An error stays hidden until its field has been touched, or the form was to be sent.
  useEffect(() => void trigger(), [trigger]);
  const markFields: MarkFields = (error, sentence, fields) => {
    const { names, others } = rejectedFields(error, getValues(), fields);
    const several = isApiError(error) && error.code === 'request.invalid';
    for (const name of names)
      storeRejection(control, name, {
        value: getValues(name as FieldPath<V>),
        sentence: several ? t('field.wrong') : sentence,
      });
    if (names.length > 0) void trigger(names as FieldPath<V>[], { shouldFocus: true });
    return names.length > 0 && !others;
  };
  return (
    <FormProvider {...form}>
      <HoldDialog />
      <Schemas value={schemas}>
        <FieldMarks value={markFields}>
          <form
            {...rest}
            noValidate
            aria-busy={schemas.known === undefined}
            onSubmit={(e) => {
              e.stopPropagation();
              const place = e.currentTarget;
              void form.handleSubmit(
                (values) => onSubmit(values),
                () => focusFirstWrong(place),
              )(e);
            }}
          >
            {children}
          </form>
        </FieldMarks>
      </Schemas>
    </FormProvider>
  );
};

export type FieldRules<V = string> = {
  name: string;
  /** The place of the value in the call, if it is not the name of the field. */
  path?: string | undefined;
  /** Marks the field and rejects an empty one. A text field is marked by its schema. */
  required?: boolean | undefined;
  /** A rule that the schema does not have, because it depends on other data. Returns a sentence for a wrong value. */
  check?: ((value: V, all: Readonly<Record<string, unknown>>) => string | undefined) | undefined;
  /** The sentence for a value that does not have the format of the schema. */
  wrong?: string | undefined;
  /** Sentences for faults of this field, as keys of texts. */
  faults?: Partial<Record<FieldFault, SharedKey>> | undefined;
  /** The value as the call sends it. */
  sent?: ((value: V) => unknown) | undefined;
  /** Shows the error before the field has been touched or the form sent: for a field that another field can make invalid. */
  eager?: boolean;
};
type Internal<V> = {
  /** An empty field: it is marked as required if the schema rejects this value. */
  empty?: V;
  /** The limits of a number, where they are narrower than those of the schema. */
  bounds?: { min?: number | undefined; max?: number | undefined };
  /** An empty number is valid. */
  nullable?: boolean;
  /** One of offered values, which are all valid: the schema only decides whether there must be one. */
  choice?: boolean;
};
/** Binds a control to the form: value, error sentence, required asterisk. The schema of the call checks the value. */
export const useField = <V,>({
  name,
  path = name,
  required: demanded = false,
  check,
  wrong,
  faults,
  sent = (value) => value,
  eager = false,
  empty,
  bounds,
  nullable = false,
  choice = false,
}: FieldRules<V> & Internal<V>) => {
  const t = useT('commons');
  const { control } = useFormContext();
  const { known, loading } = useContext(Schemas);
  const schema = known && schemaOf(known, path);
  const limits = schema && boundsOf(schema);
  const between = nullable ? 'field.between_or_empty' : 'field.between';
  const { field, fieldState, formState } = useController({
    name: name as FieldPath<FieldValues>,
    rules: {
      validate: async (value: V, all) => {
        const own = choice && value !== null ? undefined : schemaOf(known ?? (await loading), path);
        const fault = (demanded && isThere(value)) || check?.(value, all) || (own && schemaFault(own, sent(value)));
        if (fault === 'field.wrong') return wrong ?? fault;
        if (fault === 'field.between') return between;
        if (fault) return fault;
        if (typeof value === 'number' && (value < (bounds?.min ?? value) || value > (bounds?.max ?? value)))
          return between;
        return rejectionOf(control, name, value) ?? true;
      },
    },
  });
  const said = fieldState.error?.message;
  const shown =
    said !== undefined &&
    (eager ||
      formState.submitCount > 0 ||
      fieldState.isTouched ||
      fieldState.isDirty ||
      said === rejectionOf(control, name, field.value));
  const values = {
    min: formatNumber(Math.max(bounds?.min ?? -Infinity, limits?.min ?? -Infinity)),
    max: formatNumber(Math.min(bounds?.max ?? Infinity, limits?.max ?? Infinity)),
    ...(said === 'field.email_mixed' ? strayWords(t, String(field.value)) : {}),
  };
  const key = faults?.[said as FieldFault] ?? `commons:${said}`;
  const error = shown ? (hasText(key) ? t(key as SharedKey, values) : said) : undefined;
  // A press on a button leaves the field: its error would move the button before the click.
  const onBlur = (): void => afterPress(field.onBlur);
  const required = demanded || (empty !== undefined && schema !== undefined && !accepts(schema, empty));
  return { field: { ...field, onBlur }, error, required, withAsterisk: required };
};

/** The props of a text control bound to the form, shared by single-line and multi-line fields. Trimmed on blur. */
export const useTextControl = (rules: FieldRules) => {
  const { field, error, required, withAsterisk } = useField<string>({ ...rules, empty: '' });
  const { setValue } = useFormContext();
  return {
    ...field,
    value: field.value ?? '',
    error,
    withAsterisk,
    'aria-required': required,
    onBlur: (e: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
      const trimmed = e.currentTarget.value.trim();
      if (trimmed !== e.currentTarget.value) setValue(rules.name, trimmed, { shouldDirty: true }); // `onBlur` validates it
      field.onBlur();
    },
  };
};

type TextFieldProps = FieldRules & Omit<TextInputProps, keyof FieldRules | 'error'>;
/** A single-line text field. */
export const TextField = ({ name, path, required, check, wrong, faults, sent, ...rest }: TextFieldProps): ReactNode => (
  <TextInput {...rest} {...useTextControl({ name, path, required, check, wrong, faults, sent })} />
);
/** A password field with show and hide. It is never trimmed, because a password may contain spaces. */
export const PasswordField = ({
  name,
  ...rest
}: Pick<FieldRules, 'name'> & Omit<PasswordInputProps, keyof FieldRules | 'error'>): ReactNode => {
  const t = useT('commons');
  const { field, error, required, withAsterisk } = useField<string>({ name, empty: '' });
  return (
    <PasswordInput
      {...rest}
      {...field}
      value={field.value ?? ''}
      error={error}
      withAsterisk={withAsterisk}
      aria-required={required}
      visibilityToggleButtonProps={passwordToggle(t('password_toggle'), rest.label)}
    />
  );
};
type SubmitProps = ButtonProps & {
  children: ReactNode;
  busy?: boolean;
  /** The button is blocked while a field is invalid. */
  strict?: boolean;
};
/** Submits the form, busy while it is sent. In an invalid form, the fields say what is wrong and the first one gets the focus. */
export const SubmitButton = ({ children, busy = false, disabled, strict = false, ...rest }: SubmitProps): ReactNode => {
  const t = useT('commons');
  const { formState } = useFormContext();
  const blocked = (strict && !formState.isValid && t('blocked.form')) || (disabled === true && t('blocked.unchanged'));
  return (
    <ActionButton type="submit" loading={busy || formState.isSubmitting} blocked={blocked} {...rest}>
      {children}
    </ActionButton>
  );
};
