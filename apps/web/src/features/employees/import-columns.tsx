import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { guessNameOrder } from '@sergak/contract/employees/names.rules.ts';
import type { ColumnMap, EmployeeImport, ImportField, NameOrder } from '@sergak/contract/employees/imports.schema.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { NeededForm, useNeededForm } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import css from './employees.module.css';
import type { Start } from './import-follow.ts';
import { Select } from '../../shared/ui/select.tsx';
import { ImportTable, isMoved, NameOrderChoice, type TablePlace } from './import-table.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';

const fields: readonly ImportField[] = [
  'email',
  'last_name',
  'first_name',
  'middle_name',
  'full_name',
  'position',
  'department',
  'role',
  'status',
];
type Props = {
  id: string;
  columns: NonNullable<EmployeeImport['columns']>;
  start: Start;
  onBack?: () => void;
};

/** Chooses the table and the meaning of each column, with examples from the file, and reads the file again. */
export const ImportColumns = ({ id, columns, start, onBack }: Props): ReactNode => {
  const t = useT('employees__import');
  const [map, setMap] = useState<ColumnMap>(columns.map);
  const [place, setPlace] = useState<TablePlace>({ sheet: columns.sheet, header: columns.header_line });
  const [chosenOrder, setChosenOrder] = useState<NameOrder>();
  const moved = isMoved(place, columns);
  const remap = useWrite('imports.map-columns', { quiet: true });
  const example = (at: number): string => columns.samples.map((row) => row[at] ?? '').find((cell) => cell !== '') ?? '';
  const options = columns.headers.flatMap((heading, at) =>
    heading.trim() === '' && example(at) === ''
      ? []
      : [{ value: String(at), label: heading.trim() || t('column_number', { n: at + 1 }) }],
  );
  const choose = (field: ImportField, value: string | null): void => {
    const next: ColumnMap = { ...map };
    delete next[field];
    if (value !== null) {
      for (const other of fields) if (next[other] === Number(value)) delete next[other];
      next[field] = Number(value);
    }
    setMap(next);
  };
  const needed = useNeededForm(moved || map.email !== undefined);
  const whole = map.full_name;
  const names = whole === undefined ? [] : columns.samples.map((row) => row[whole] ?? '');
  const readOrder = whole === columns.map.full_name ? columns.name_order : guessNameOrder(names, 'last_first');
  const choice = moved
    ? place.sheet === columns.sheet
      ? { header_line: place.header }
      : { sheet: place.sheet }
    : { map, ...(whole === undefined || chosenOrder === undefined ? {} : { name_order: chosenOrder }) };
  return (
    <>
      <ImportTable columns={columns} place={place} onPlace={setPlace} />
      {!moved && <p className={css['quiet']}>{t('mapping_hint')}</p>}
      {!moved && (
        <NeededForm form={needed} className={css['mapping']}>
          {fields.map((field) => {
            const at = map[field];
            return (
              <Select
                key={field}
                label={t(`field.${field}`)}
                withAsterisk={field === 'email'}
                error={needed.shown && field === 'email' ? t('commons:blocked.column') : undefined}
                clearable
                placeholder={t('no_column')}
                data={options}
                value={at === undefined ? null : String(at)}
                onChange={(value) => choose(field, value)}
                description={at === undefined || example(at) === '' ? ' ' : t('example', { value: example(at) })}
              />
            );
          })}
        </NeededForm>
      )}
      {!moved && whole !== undefined && (
        <NameOrderChoice names={names} order={chosenOrder ?? readOrder} onOrder={setChosenOrder} />
      )}
      <FormError error={remap.error} />
      <DialogFooter onCancel={onBack} cancel={t('commons:back')}>
        <Button loading={remap.isPending} onClick={() => needed.check() && start(remap.mutateAsync({ id, ...choice }))}>
          {moved ? t('table.read') : t('read_again')}
        </Button>
      </DialogFooter>
    </>
  );
};
