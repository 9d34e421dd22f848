import type { ReactNode } from 'react';
import type { AuditThing } from '@sergak/contract/audit/audit.endpoints.ts';
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
  type Change,
  changesOf,
  fieldWords,
  isRecord,
  targetWords,
  valueWords,
} from './words.ts';

const two = (n: number): string => String(n).padStart(2, '0');
const clockFields = new Set(['work_from', 'work_to']);

/** What an id means: its name, or the beginning of the id where nobody knows any more. */
const Meant = ({ id }: { id: string }): ReactNode => {
  const t = useT('audit');
  const thing = useThing(id);
  return thing === undefined ? (
    <span title={id}>{t('record', { id: id.slice(0, 8) })}</span>
  ) : (
    <ThingName thing={thing} />
  );
};

/** A stored value as a person reads it. */
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
  if (typeof value === 'object')
    return changesOf(value).map(({ field: inner, was, became, pair }, i) => (
      <span key={inner} className={css['part']}>
        {i > 0 && '; '}
        {fieldWords(inner)}:{' '}
        {pair && was !== null && (
          <>
            <Value field={inner} value={was} /> →{' '}
          </>
        )}
        <Value field={inner} value={became} />
      </span>
    ));
  const text = String(value);
  if (isRecord(text)) return <Meant id={text} />;
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

const Pairs = ({ changes }: { changes: readonly Change[] }): ReactNode => {
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
        {changes.map(({ field, was, became }) => (
          <tr key={field}>
            <th scope="row">{fieldWords(field)}</th>
            <td data-label={t('was')}>
              <Value field={field} value={was} />
            </td>
            <td data-label={t('became')}>
              <Value field={field} value={became} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Who acted, by the name of then; a link to the person of now. */
const Actor = ({ name, thing }: { name: string; thing: AuditThing | undefined }): ReactNode =>
  thing === undefined || thing.state !== 'present' ? name : <ThingName thing={{ ...thing, name }} />;

/** One entry of the log: who, from where, and what was before and after. */
export const AuditDetails = ({ row, onClose }: { row: AuditRow; onClose: () => void }): ReactNode => {
  const t = useT('audit');
  const changes = changesOf(row.changes);
  const told = changes.filter((one) => !one.pair && !(row.people && one.field === 'people'));
  const thing = useThing(row.target === row.actor_id ? null : row.target);
  const pairs = changes.filter((one) => one.pair);
  const actor = useThing(row.actor_id);
  const plain = targetWords(row.target);
  const target = thing === undefined ? plain : <ThingName thing={thing} />;
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
          ...(target === null ? [] : [[t('column.target'), target] as const]),
          ...told.map(
            ({ field, became }) => [fieldWords(field), <Value key={field} field={field} value={became} />] as const,
          ),
        ]}
      />
      {row.people && <AuditPeople line={row.id} count={Number((row.changes as { people?: unknown }).people)} />}
      {pairs.length > 0 && <h3 className={css['subtitle']}>{t('changes')}</h3>}
      {changes.length === 0 ? <p className="quiet">{t('no_changes')}</p> : <Pairs changes={pairs} />}
    </Drawer>
  );
};
