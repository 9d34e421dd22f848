import { Button, Checkbox, Radio, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { importVerdicts } from '@sergak/contract/employees/employees.limits.ts';
import type { EmployeeImport, ImportSummary, ImportVerdict } from '@sergak/contract/employees/imports.schema.ts';
import { detailsOf } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import css from './employees.module.css';
import { useImportAction } from './import-action.ts';
import { ImportColumns } from './import-columns.tsx';
import type { Start } from './import-follow.ts';
import { ImportLeavers } from './import-leavers.tsx';
import { ImportRows } from './import-rows.tsx';
import { tableNotes } from './import-table.tsx';
import { RejectedLink } from './rejected-link.tsx';
import { TagStarts } from './tag-starts.tsx';

const modes = ['add', 'add_update', 'add_update_marked', 'add_update_leave'] as const;
type Mode = (typeof modes)[number];

/** The preview of an import: counts, lines with reasons, columns, and options for applying it. */
export const ImportPreview = ({ found, start }: { found: EmployeeImport; start: Start }): ReactNode => {
  const t = useT('employees__import');
  const { summary, columns } = found;
  const [mapping, setMapping] = useState(summary === null);
  if (summary === null || mapping) {
    return (
      <div className={css['steps']}>
        {summary === null && (
          <p className={css['notice']} role="status">
            {t('columns_missing')}
          </p>
        )}
        {columns !== null && (
          <ImportColumns
            id={found.id}
            columns={columns}
            start={start}
            {...(summary === null ? {} : { onBack: () => setMapping(false) })}
          />
        )}
      </div>
    );
  }
  return <Verdicts found={found} summary={summary} start={start} onMapping={() => setMapping(true)} />;
};

type Props = { found: EmployeeImport; summary: ImportSummary; start: Start; onMapping: () => void };

const Verdicts = ({ found, summary, start, onMapping }: Props): ReactNode => {
  const t = useT('employees__import');
  // Most files restore no one, so a tile with zero would only raise questions.
  const verdicts = importVerdicts.filter((one) => one !== 'returned' || summary.returned > 0);
  const [shown, setShown] = useState<ImportVerdict>(() => verdicts.find((one) => summary[one] > 0) ?? 'added');
  return (
    <div className={css['steps']}>
      <div className={css['tiles']} role="group" aria-label={t('verdicts')}>
        {verdicts.map((one) => (
          <button
            key={one}
            type="button"
            className={css['tile']}
            aria-pressed={shown === one}
            onClick={() => setShown(one)}
          >
            <strong>{formatNumber(summary[one])}</strong>
            <span>{t(`verdict.${one}`)}</span>
          </button>
        ))}
      </div>
      <Notes summary={summary} columns={found.columns} />
      <Apply found={found} summary={summary} start={start}>
        <ImportRows key={shown} id={found.id} verdict={shown} summary={summary} />
        <div className={css['foot']}>
          {found.columns !== null && (
            <Button className={css['danger']!} variant="subtle" onClick={onMapping}>
              {t('change_columns')}
            </Button>
          )}
          {summary.rejected > 0 && <RejectedLink id={found.id} />}
        </div>
      </Apply>
    </div>
  );
};

type NotesProps = { summary: ImportSummary; columns: EmployeeImport['columns'] };
const Notes = ({ summary, columns }: NotesProps): ReactNode => {
  const t = useT('employees__import');
  const about = columns === null ? [] : tableNotes(columns, t);
  const { name_from_address: made = 0, left: marked = 0 } = summary.reasons;
  const foreign = summary.reasons.domain_unverified ?? 0;
  const coming = summary.added + summary.returned;
  return (
    <>
      {about.length > 0 && <p className={css['quiet']}>{about.join(' ')}</p>}
      {made > 0 && <p className={css['notice']}>{t('table.names', { count: made, number: formatNumber(made) })}</p>}
      {marked > 0 && (
        <p className={css['quiet']}>{t('table.marked', { count: marked, number: formatNumber(marked) })}</p>
      )}
      {summary.new_departments > 0 && (
        <p className={css['quiet']}>
          {t('new_departments', { count: summary.new_departments, number: formatNumber(summary.new_departments) })}{' '}
          {summary.new_department_paths.join('; ')}
          {summary.new_departments > summary.new_department_paths.length && '…'}
        </p>
      )}
      {foreign > 0 && (
        <p className={css['notice']}>{t('foreign_domains', { count: foreign, number: formatNumber(foreign) })}</p>
      )}
      {coming > summary.licence_room && (
        <p className={css['notice']} data-bad role="alert">
          {t('licence', { added: formatNumber(coming), room: formatNumber(summary.licence_room) })}
        </p>
      )}
    </>
  );
};

/**
 * Why an import was not started; for a licence error with current numbers, which may differ from those of the
 * preview.
 */
const ApplyError = ({ error }: { error: unknown }): ReactNode => {
  const t = useT('employees__import');
  const details = detailsOf(error, 'licence.users_limit');
  if (details === undefined) return <FormError error={error} />;
  const { added = 0, room = 0 } = details;
  return (
    <p role="alert" className="form-error">
      {t('licence', { added: formatNumber(added), room: formatNumber(room) })}
    </p>
  );
};

type ApplyProps = Omit<Props, 'onMapping'> & { children: ReactNode };
/** The options for applying are above the lines, so that the user passes them before the confirm button. */
const Apply = ({ found, summary, start, children }: ApplyProps): ReactNode => {
  const t = useT('employees__import');
  const [mode, setMode] = useState<Mode>('add_update');
  const [restore, setRestore] = useState(true);
  const [invite, setInvite] = useState(false);
  const [sure, setSure] = useState(false);
  const apply = useWrite('imports.apply', { quiet: true });
  const directory = found.from_directory;
  const changed = mode === 'add' ? 0 : summary.changed;
  const leavers = {
    add: 0,
    add_update: 0,
    add_update_marked: summary.marked_leavers,
    add_update_leave: summary.leavers,
  };
  const leaving = leavers[mode];
  const onlyMarked = mode === 'add_update_marked';
  // These lines have no valid address to match people by, so their people count as leavers.
  const unnamed = (summary.reasons.email_invalid ?? 0) + (summary.reasons.email_missing ?? 0);
  const coming = summary.added + summary.returned;
  const returned = restore ? summary.returned : 0;
  const action = useImportAction({ returned, added: coming - returned, changed, leaving });
  const confirm = (): void =>
    start(
      apply.mutateAsync({
        task_id: found.task_id,
        add_type: mode,
        need_message: invite,
        returning: restore ? 'restore' : 'add',
        ...(leaving > 0 && { expected_leavers: leaving }),
      }),
    );
  return (
    <div className={css['steps']}>
      <Radio.Group
        value={mode}
        onChange={(value) => {
          setMode(value as Mode);
          setSure(false);
        }}
        label={t('mode.label')}
      >
        <div className={css['modes']}>
          {modes
            .filter((one) => one !== 'add_update_marked' || summary.marked_leavers > 0)
            .map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(directory && one === 'add_update_leave' ? 'mode.leave_directory' : `mode.${one}`)}
                description={
                  directory && one === 'add_update_leave'
                    ? t('mode_hint.leave_directory', { number: formatNumber(summary.leavers) })
                    : t(`mode_hint.${one}`, { count: leavers[one], number: formatNumber(leavers[one]) })
                }
              />
            ))}
        </div>
      </Radio.Group>
      {leaving > 0 && !onlyMarked && unnamed > 0 && !directory && (
        <p className={css['notice']} role="status">
          {t('leave_rejected', { count: unnamed, number: formatNumber(unnamed) })}
        </p>
      )}
      {leaving > 0 && <ImportLeavers key={mode} id={found.id} onlyMarked={onlyMarked} />}
      {leaving > 0 && (
        <Checkbox
          checked={sure}
          onChange={(e) => setSure(e.currentTarget.checked)}
          label={
            directory
              ? t('leave_sure_directory', { number: formatNumber(leaving) })
              : t(onlyMarked ? 'leave_sure_marked' : 'leave_sure', { count: leaving, number: formatNumber(leaving) })
          }
          description={t('leave_back')}
        />
      )}
      {summary.returned > 0 && (
        <Switch
          label={t('restore', { count: summary.returned, number: formatNumber(summary.returned) })}
          description={t('restore_hint')}
          checked={restore}
          onChange={(e) => setRestore(e.currentTarget.checked)}
        />
      )}
      <Switch
        label={t('invite')}
        description={t('invite_hint')}
        checked={invite}
        disabled={coming === 0}
        onChange={(e) => setInvite(e.currentTarget.checked)}
      />
      <TagStarts added={coming - returned} />
      {children}
      <ApplyError error={apply.error} />
      <DialogFooter>
        <ActionButton
          {...(leaving > 0 ? { color: 'red' } : {})}
          loading={apply.isPending}
          blocked={
            (coming + changed + leaving === 0 && t('commons:blocked.nothing')) ||
            (leaving > 0 && !sure && t('commons:blocked.sure'))
          }
          onClick={confirm}
        >
          {action}
        </ActionButton>
      </DialogFooter>
    </div>
  );
};
