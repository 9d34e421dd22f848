import type { ReactNode } from 'react';
import type { AuditThing } from '@sergak/contract/audit/audit.endpoints.ts';
import type { AuditChange } from '@sergak/contract/audit/audit.schema.ts';
import { formatDate, formatDateTime, formatNumber, weekdayNames } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Facts } from '../../shared/ui/section.tsx';
import { Drawer } from '../../shared/ui/overlays.tsx';
import css from './audit.module.css';
import { AuditPeople } from './audit-people.tsx';
import { ThingName, useThing } from './things.tsx';
import {
  actionWords,
  type AuditRow,
  entryDetails,
  fieldWords,
  isReference,
  kindWords,
  targetWords,
  valueWords,
} from './words.ts';

const two = (n: number): string => String(n).padStart(2, '0');
const clockFields = new Set(['work_from', 'work_to']);

/** Shows an id by its name, or by the beginning of the id if the name is no longer known. */
const ReferenceName = ({ id }: { id: string }): ReactNode => {
  const t = useT('audit');
  const thing = useThing(id);
  return thing === undefined ? (
    <span title={id}>{t('record', { id: id.slice(0, 8) })}</span>
  ) : (
    <ThingName thing={thing} />
  );
};

/** A stored value in readable form. */
const Value = ({ field, value }: { field: string; value: unknown }): ReactNode => {
  const t = useT('audit');
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="quiet">—</span>;
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  const words = typeof value === 'string' || typeof value === 'number' ? valueWords(field, value) : undefined;
  if (words !== undefined) return words;
  if (typeof value === 'number')
    return clockFields.has(field)
      ? `${two(Math.floor(value / 60))}:${two(value % 60)}`
      : field === 'port'
        ? String(value)
        : formatNumber(value, 2);
  if (field === 'work_days' && Array.isArray(value))
    return value.map((day) => weekdayNames()[Number(day) - 1] ?? day).join(', ');
  if (Array.isArray(value))
    return value.map((one, i) => (
      <span key={i} className={css['item']}>
        <Value field={field} value={one} />
      </span>
    ));
  if (typeof value === 'object') return <Action action={value} />;
  const text = String(value);
  if (isReference(field)) return <ReferenceName id={text} />;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text);
  if (/^\d{4}-\d\d-\d\dT\d\d:/.test(text)) return formatDateTime(text);
  if (/^#[0-9a-f]{6}$/i.test(text))
    return (
      <>
        <i className={css['dot']} style={{ background: text }} aria-hidden />
        {text}
      </>
    );
  return text;
};

/** One of several tag actions that a single save added, changed or removed. */
const Action = ({ action }: { action: object }): ReactNode => {
  const { changes = [], ...rest } = action as { changes?: readonly AuditChange[] };
  return [
    ...Object.entries(rest).map(([field, value]) => ({ field, before: null, after: value as AuditChange['after'] })),
    ...changes,
  ].map(({ field, before, after }, i) => (
    <span key={`${field} ${i}`} className={css['part']}>
      {i > 0 && '; '}
      {fieldWords(field)}:{' '}
      {before !== null && (
        <>
          <Value field={field} value={before} /> →{' '}
        </>
      )}
      <Value field={field} value={after} />
    </span>
  ));
};

const Pairs = ({ changes }: { changes: readonly AuditChange[] }): ReactNode => {
  const t = useT('audit');
  if (changes.length === 0) return null;
  return (
    <table className={css['pairs']} aria-label={t('changes')}>
      <thead>
        <tr>
          <th>{t('field_name')}</th>
          <th>{t('was')}</th>
          <th>{t('became')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldWords(field)}</th>
            <td data-label={t('was')}>
              <Value field={field} value={before} />
            </td>
            <td data-label={t('became')}>
              <Value field={field} value={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The actor by the name at the time of the act, linked to the person's current page. */
const Actor = ({ name, thing }: { name: string; thing: AuditThing | undefined }): ReactNode =>
  thing === undefined || thing.state !== 'present' ? name : <ThingName thing={{ ...thing, name }} />;

/** The target of the act: its kind and name, linked if the target still exists. */
const Target = ({ row }: { row: AuditRow }): ReactNode => {
  const thing = useThing(row.target_id);
  const name = thing === undefined ? targetWords(row) : <ThingName thing={thing} />;
  return name === undefined ? (
    kindWords(row.target_kind)
  ) : (
    <>
      {kindWords(row.target_kind)}: {name}
    </>
  );
};

/** One audit log entry: who acted, from where, and the values before and after. */
export const AuditDetails = ({ row, onClose }: { row: AuditRow; onClose: () => void }): ReactNode => {
  const t = useT('audit');
  const details = entryDetails(row);
  const actor = useThing(row.actor_id);
  const own = row.target_id !== null && row.target_id === row.actor_id;
  return (
    <Drawer
      opened
      onClose={onClose}
      size={520}
      title={actionWords(row.action)}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Facts
        items={[
          [t('column.when'), formatDateTime(row.created_at)],
          [t('column.who'), <Actor key="who" name={row.actor_name || t('system')} thing={actor} />],
          ...(row.address === null ? [] : [[t('column.address'), row.address] as const]),
          ...(own ? [] : [[t('column.target'), <Target key="target" row={row} />] as const]),
          ...details.map(
            ({ field, value }) => [fieldWords(field), <Value key={field} field={field} value={value} />] as const,
          ),
        ]}
      />
      {row.people && <AuditPeople line={row.id} count={row.details.people ?? 0} />}
      {row.changes.length > 0 && <h3 className={css['subtitle']}>{t('changes')}</h3>}
      {row.changes.length === 0 && details.length === 0 ? (
        <p className="quiet">{t('no_changes')}</p>
      ) : (
        <Pairs changes={row.changes} />
      )}
    </Drawer>
  );
};
