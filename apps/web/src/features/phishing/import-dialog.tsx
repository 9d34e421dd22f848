import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { TEMPLATE_IMPORT_BYTES, importEmailKinds, importKinds } from '@sergak/contract/phishing/import.rules.ts';
import type { CallOutput } from '../../shared/api.ts';
import { formatNumber } from '../../shared/format.ts';
import { useNeededFile } from '../../shared/forms/needed.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { ImportChoice } from './import-choice.tsx';
import { rememberImport } from './import-memory.ts';
import { MappedList } from './variable-list.tsx';
import css from './pictures.module.css';

export type ImportReport = CallOutput<'phishing.import'>;
type Kind = ImportReport['kind'];

/** What an import changed, in words with the first examples. */
const Changes = ({ changes }: { changes: ImportReport['changes'] }): ReactNode => {
  const t = useT('phishing');
  if (changes.length === 0) return <p>{t('import.nothing')}</p>;
  return (
    <>
      <h3>{t('import.changed')}</h3>
      <ul className={css['changes']}>
        {changes.map(({ code, count, examples }) => (
          <li key={code}>
            <div>
              <span>{t(`import.change.${code}`, { link_name: '{{link}}', tracking_name: '{{tracking}}' })}</span>
              <strong>{formatNumber(count)}</strong>
            </div>
            {examples.length > 0 && <span className={css['examples']}>{examples.join(' · ')}</span>}
          </li>
        ))}
      </ul>
    </>
  );
};

/** What became of the variables of another product, and the links that lead nowhere. */
const Repairs = ({ mapped, unknown, warnings }: ImportReport): ReactNode => {
  const t = useT('phishing');
  const dead = warnings.filter(({ code }) => code === 'dead_link').length;
  return (
    <>
      {mapped.length > 0 && (
        <>
          <h3>{t('import.mapped')}</h3>
          <MappedList mapped={mapped} label={t('import.mapped')} />
        </>
      )}
      {unknown.length > 0 && (
        <>
          <h3>{t('import.unknown')}</h3>
          <ul className={css['changes']} aria-label={t('import.unknown')}>
            {unknown.map((fault, at) => (
              <li key={at}>
                <div>
                  <code>{fault.text}</code>
                  <span className={css['examples']}>
                    {fault.field === 'subject'
                      ? t('field.subject')
                      : t('fault.place', { line: fault.line, column: fault.column })}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {dead > 0 && <p>{t('import.dead', { count: dead })}</p>}
    </>
  );
};
const isEmailFile = ({ name }: File): boolean => importEmailKinds.some((end) => name.toLowerCase().endsWith(end));

type Props = {
  templateId: string;
  kind: Kind;
  onClose: () => void;
  /** Opens the new email or page in its editor. */
  onEdit: (report: ImportReport) => void;
};

/** Imports a saved email or page into a template and shows what was changed. */
export const ImportDialog = ({ templateId, kind, onClose, onEdit }: Props): ReactNode => {
  const t = useT('phishing');
  const [report, setReport] = useState<ImportReport | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('import.title')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      {report ? (
        <div className={css['import']}>
          <p>{t('import.done', { name: report.name })}</p>
          <Repairs {...report} />
          <Changes changes={report.changes} />
          <DialogFooter onCancel={onClose} cancel={t('commons:close')}>
            <Button
              onClick={() => {
                rememberImport(report);
                onEdit(report);
              }}
            >
              {t('import.edit')}
            </Button>
          </DialogFooter>
        </div>
      ) : (
        <ImportForm templateId={templateId} kind={kind} onClose={onClose} onImported={setReport} />
      )}
    </Modal>
  );
};

type FormProps = Pick<Props, 'templateId' | 'kind' | 'onClose'> & { onImported: (report: ImportReport) => void };

/** Chooses a file, and one of its emails if it contains several. */
const ImportForm = ({ templateId, kind: first, onClose, onImported }: FormProps): ReactNode => {
  const t = useT('phishing');
  const [kind, setKind] = useState<Kind>(first);
  const [file, setFile] = useState<File | null>(null);
  const needed = useNeededFile(file);
  const [place, setPlace] = useState<number | null>(null);
  const look = useWrite('phishing.import-contents', { quiet: true });
  const send = useWrite('phishing.import', { quiet: true });
  const choose = (next: File | null): void => {
    send.reset();
    look.reset();
    setFile(next);
    setPlace(null);
    if (next && isEmailFile(next)) look.mutate({ id: templateId, file: next });
  };
  const emails = look.data?.emails ?? [];
  const email = place ?? look.data?.preselected ?? undefined;
  return (
    <div className={css['import']}>
      <p className="quiet">{t('import.hint')}</p>
      <SegmentedControl
        aria-label={t('import.kind')}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        data={[
          { value: 'email', label: t('import.kind_email') },
          { value: 'page', label: t('import.kind_page') },
        ]}
      />
      <FileDrop
        label={t('import.drop')}
        accept={importKinds}
        maxBytes={TEMPLATE_IMPORT_BYTES}
        ref={needed.ref}
        error={needed.error}
        file={file}
        onFile={choose}
        disabled={send.isPending}
      />
      {look.isPending && (
        <p className="quiet" role="status">
          {t('import.reading')}
        </p>
      )}
      {emails.length > 1 && (
        <ImportChoice emails={emails} value={email ?? 0} onChange={setPlace} disabled={send.isPending} />
      )}
      <FormError error={look.error ?? send.error} />
      <DialogFooter onCancel={onClose}>
        <ActionButton
          blocked={look.isPending && t('import.reading')}
          loading={send.isPending}
          onClick={() => {
            if (!needed.check()) return;
            if (look.isError) needed.ref.current?.focus();
            else send.mutate({ id: templateId, kind, file, email }, { onSuccess: onImported });
          }}
        >
          {t('import.action')}
        </ActionButton>
      </DialogFooter>
    </div>
  );
};
