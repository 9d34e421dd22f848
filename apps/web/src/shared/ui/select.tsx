import { type ComboboxData, type MultiSelectProps, type SelectProps, TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type Ref, Suspense, useState } from 'react';
import { lazy, useReportLoadFailure } from './lazy.tsx';

// The kit's lists add 35 kB of positioning code. Until a person opens a list, a field that looks and is announced like the
// kit's one is enough; the kit's list loads on the click.
const loadSelect = () => import('./kit-select.ts');
const loadMultiSelect = () => import('./kit-multi-select.ts');

/** The label of a value in a list, groups included. */
export const labelOf = (data: ComboboxData | undefined, value: string | null | undefined): string => {
  for (const one of data ?? []) {
    if (typeof one !== 'object') {
      if (String(one) === value) return String(one);
    } else if ('items' in one) {
      const found = labelOf(one.items as ComboboxData, value);
      if (found !== '') return found;
    } else if (one.value === value) return one.label ?? String(one.value);
  }
  return '';
};

type ClosedProps = {
  field: Record<string, unknown>;
  words: string;
  onOpen: () => void;
  preload: () => Promise<unknown>;
  ref: Ref<HTMLInputElement> | undefined;
};
/** The field before its list is opened for the first time. */
const ClosedField = ({ field, words, onOpen, preload, ref }: ClosedProps): ReactNode => {
  const onKeyDown = (e: KeyboardEvent): void => {
    const opens =
      ['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(e.key) || (e.key.length === 1 && !e.ctrlKey && !e.metaKey);
    if (!opens) return;
    e.preventDefault();
    onOpen();
  };
  return (
    <TextInput
      rightSection={<IconSelector size={16} stroke={1.7} aria-hidden style={{ opacity: 0.6 }} />}
      rightSectionPointerEvents="none"
      {...field}
      ref={ref}
      // Before the list opens there is no element to reference.
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      readOnly
      pointer
      value={words}
      onClick={onOpen}
      onKeyDown={onKeyDown}
      onFocus={() => void preload().catch(() => undefined)}
    />
  );
};

/** Props that only the list understands: on the field they would become invalid attributes. */
const LIST_ONLY: ReadonlySet<string> = new Set<keyof SelectProps | keyof MultiSelectProps>([
  'data',
  'value',
  'defaultValue',
  'onChange',
  'onClear',
  'onRemove',
  'onMaxValues',
  'maxValues',
  'allowDeselect',
  'searchable',
  'searchValue',
  'defaultSearchValue',
  'onSearchChange',
  'selectFirstOptionOnChange',
  'filter',
  'limit',
  'clearable',
  'clearButtonProps',
  'nothingFoundMessage',
  'comboboxProps',
  'hidePickedOptions',
  'maxDropdownHeight',
  'renderOption',
  'withCheckIcon',
  'checkIconPosition',
  'openOnFocus',
  'hiddenInputProps',
  'ref',
]);
const fieldOf = (props: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(props).filter(([name]) => !LIST_ONLY.has(name)));

/** Shown if the list could not be fetched: a field with the current value. */
const LoadFailedField = (props: Record<string, unknown>): ReactNode => {
  useReportLoadFailure();
  const words = labelOf(props['data'] as ComboboxData, props['value'] as string);
  return <TextInput {...fieldOf(props)} readOnly value={words} />;
};
const KitSelect = lazy(loadSelect, LoadFailedField);
const KitMultiSelect = lazy(loadMultiSelect, LoadFailedField);

/** A choice of one item: the kit's Select, fetched when it first opens. */
export const Select = ({ ref, ...props }: SelectProps & { ref?: Ref<HTMLInputElement> | undefined }): ReactNode => {
  const [open, setOpen] = useState(false);
  const closed = (
    <ClosedField
      field={fieldOf(props)}
      words={labelOf(props.data as ComboboxData, props.value as string | null)}
      onOpen={() => setOpen(true)}
      preload={loadSelect}
      ref={ref}
    />
  );
  // A clearable field with a value needs its clear button at once.
  if (!open && !(props.clearable === true && props.value)) return closed;
  return (
    <Suspense fallback={closed}>
      <KitSelect {...(props as object)} ref={ref} {...(open && { defaultDropdownOpened: true, autoFocus: true })} />
    </Suspense>
  );
};

/** A choice of several items: the kit's MultiSelect, fetched when it first opens or has a value. */
export const MultiSelect = (props: MultiSelectProps): ReactNode => {
  const [open, setOpen] = useState(false);
  const closed = (
    <ClosedField
      field={fieldOf(props)}
      words=""
      onOpen={() => setOpen(true)}
      preload={loadMultiSelect}
      ref={undefined}
    />
  );
  if (!open && (props.value ?? []).length === 0) return closed;
  return (
    <Suspense fallback={closed}>
      <KitMultiSelect {...(props as object)} {...(open && { defaultDropdownOpened: true, autoFocus: true })} />
    </Suspense>
  );
};
