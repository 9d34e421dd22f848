import {
  Button,
  type ButtonProps,
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { afterPress } from '../../shared/press.ts';
import { passwordToggle } from '../../shared/forms/password-toggle.ts';
import type { FieldCheck, FieldFault } from '../../shared/forms/rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';

/* Sign-in forms of one to three fields, without the form library: this page is loaded with an empty cache. The rules
   are those of every form: validated on each change and blur, texts trimmed on blur; what is invalid on submit says so,
   and the first of it gets the focus. */
type Values = Record<string, string>;
export type PlainForm<V extends Values> = {
  readonly values: V;
  readonly faults: Partial<Record<string, ReturnType<FieldCheck>>>;
  readonly seen: ReadonlySet<string>;
  readonly set: (name: string, value: string) => void;
  readonly leave: (name: string) => void;
  /** Shows the fault of each field. */
  readonly showAll: () => void;
  readonly reset: () => void;
};

export const usePlainForm = <V extends Values>(
  defaults: V,
  checks: { readonly [K in keyof V]: readonly FieldCheck[] },
): PlainForm<V> => {
  const [values, setValues] = useState(defaults);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const faults = Object.fromEntries(
    Object.entries(checks).map(([name, list]) => {
      for (const check of list as readonly FieldCheck[]) {
        const fault = check(values[name] ?? '');
        if (fault !== undefined) return [name, fault];
      }
      return [name, undefined];
    }),
  );
  const mark = (name: string): void => setSeen((before) => new Set([...before, name]));
  return {
    values,
    faults,
    seen,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }));
      mark(name);
    },
    leave: (name) => afterPress(() => mark(name)), // the error moves the buttons, which a press on one of them must not
    showAll: () => setSeen(new Set(Object.keys(checks))),
    reset: () => {
      setValues(defaults);
      setSeen(new Set());
    },
  };
};

const Context = createContext<PlainForm<Values> | null>(null);
const usePlain = (): PlainForm<Values> => useContext(Context)!;
export const usePlainValue = (name: string): string => usePlain().values[name] ?? '';

export const PlainFormBox = <V extends Values>({
  form,
  onSubmit,
  className,
  children,
}: {
  form: PlainForm<V>;
  onSubmit: (values: V) => void;
  className?: string | undefined;
  children: ReactNode;
}): ReactNode => (
  <Context value={form as PlainForm<Values>}>
    <form
      noValidate
      className={className}
      onSubmit={(e) => {
        e.preventDefault();
        const wrong = Object.keys(form.faults).find((name) => form.faults[name] !== undefined);
        if (wrong === undefined) return onSubmit(form.values);
        form.showAll();
        e.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
      }}
    >
      {children}
    </form>
  </Context>
);

type FieldProps = { name: string; bounds?: Readonly<Record<string, string | number>> };
const useSentence = (name: string, bounds: FieldProps['bounds'] = {}): string | undefined => {
  const t = useT('commons');
  const { faults, seen } = usePlain();
  const fault = faults[name];
  return fault !== undefined && seen.has(name) ? t(fault as FieldFault, bounds) : undefined;
};

export const PlainText = ({ name, bounds, ...rest }: FieldProps & Omit<TextInputProps, 'name'>): ReactNode => {
  const { values, set, leave } = usePlain();
  const error = useSentence(name, bounds);
  return (
    <TextInput
      {...rest}
      name={name}
      withAsterisk
      aria-required
      value={values[name] ?? ''}
      error={error}
      onChange={(e) => set(name, e.currentTarget.value)}
      onBlur={(e) => {
        if (e.currentTarget.value !== e.currentTarget.value.trim()) set(name, e.currentTarget.value.trim());
        leave(name);
      }}
    />
  );
};
/** Never trimmed: a password may contain spaces. */
export const PlainPassword = ({ name, bounds, ...rest }: FieldProps & Omit<PasswordInputProps, 'name'>): ReactNode => {
  const t = useT('commons');
  const { values, set, leave } = usePlain();
  const error = useSentence(name, bounds);
  return (
    <PasswordInput
      {...rest}
      name={name}
      withAsterisk
      aria-required
      value={values[name] ?? ''}
      error={error}
      onChange={(e) => set(name, e.currentTarget.value)}
      onBlur={() => leave(name)}
      visibilityToggleButtonProps={passwordToggle(t('password_toggle'), rest.label)}
    />
  );
};
export const PlainSubmit = ({
  children,
  busy,
  ...rest
}: ButtonProps & { children: ReactNode; busy: boolean }): ReactNode => (
  <Button type="submit" {...rest} loading={busy}>
    {children}
  </Button>
);
