import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { QUESTION_FILE_BYTES } from '@sergak/contract/library/questions.rules.ts';
import type { QuestionFilePreview } from '@sergak/contract/library/questions.schema.ts';
import { hrefFor } from '../../../shared/api.ts';
import { saveCsv } from '../../../shared/charts/save.ts';
import { useNeededFile } from '../../../shared/forms/needed.ts';
import { FormError } from '../../../shared/forms/form-error.tsx';
import { formatNumber } from '../../../shared/format.ts';
import { text, useT } from '../../../shared/i18n/use-t.ts';
import { useWrite } from '../../../shared/query.ts';
import { showToast } from '../../../shared/toasts.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../../shared/ui/dialog-footer.tsx';
import { FileDrop } from '../../../shared/ui/file-drop.tsx';
import { Modal } from '../../../shared/ui/overlays.tsx';
import { LoadingState } from '../../../shared/ui/states.tsx';
import css from './questions.module.css';

const SHOWN = 100;

/** The rejected rows with line, column and reason, and the first accepted questions. */
const Report = ({ preview }: { preview: QuestionFilePreview }): ReactNode => {
  const t = useT('library__questions');
  const { accepted, lines, rejected, rejections, questions } = preview;
  const titles = [t('import.line'), t('import.column'), t('import.reason'), t('import.value')];
  const rows = rejections.map((one) => [String(one.line), one.column || '—', t(`fault.${one.reason}`), one.value]);
  return (
    <>
      <p role="status">
        <strong>{t('import.accepted', { number: formatNumber(accepted), lines: formatNumber(lines) })}</strong>
        {rejected > 0 && ` ${t('import.rejected', { count: rejected, number: formatNumber(rejected) })}`}
      </p>
      {rejected > 0 && (
        <>
          <div className={css['report']} tabIndex={0} role="region" aria-label={t('import.report')}>
            <table aria-label={t('import.report')}>
              <thead>
                <tr>
                  {titles.map((title) => (
                    <th key={title}>{title}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, SHOWN).map((row, i) => (
                  <tr key={i}>
                    {row.map((cell, column) => (
                      <td key={column}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Button
            className={css['start']!}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveCsv({ head: titles, rows }, t('import.report'))}
          >
            {t('import.save_report')}
          </Button>
        </>
      )}
      {questions.length > 0 && (
        <details>
          <summary>{t('import.first')}</summary>
          <ol className={css['first']}>
            {questions.map((one) => (
              <li key={one.line}>
                {one.text} <span className="quiet">{t(`type.${one.type}`)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
};

/** Adds the questions of a spreadsheet: choose a file, check the rejected rows, add the rest. */
export default function ImportQuestions({ moduleId, onClose }: { moduleId: string; onClose: () => void }): ReactNode {
  const t = useT('library__questions');
  const [file, setFile] = useState<File | null>(null);
  const needed = useNeededFile(file);
  const preview = useWrite('questions.preview-file', { quiet: true });
  const apply = useWrite('questions.import-file', { quiet: true });
  const take = (next: File | null): void => {
    setFile(next);
    apply.reset();
    preview.reset();
    if (next !== null) preview.mutate({ id: moduleId, file: next });
  };
  const run = (): void =>
    apply.mutate(
      { id: moduleId, file: file! },
      {
        onSuccess: ({ added }) => {
          showToast({ kind: 'success', text: text('tips:question.create_many', { number: formatNumber(added) }) });
          onClose();
        },
      },
    );
  const accepted = preview.data?.accepted ?? 0;
  return (
    <Modal
      opened
      onClose={onClose}
      unsaved={file !== null}
      size={760}
      title={t('import.title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['editor']}>
        <FileDrop
          label={t('import.drop')}
          accept={['.xlsx', '.csv']}
          maxBytes={QUESTION_FILE_BYTES}
          ref={needed.ref}
          error={needed.error}
          file={file}
          onFile={take}
          disabled={preview.isPending || apply.isPending}
        />
        <p className={css['about']}>
          {t('import.hint')}{' '}
          <a href={hrefFor('questions.template', { format: 'xlsx' })} download>
            {t('import.template')}
          </a>
        </p>
        {preview.isPending && <LoadingState />}
        {preview.data !== undefined && <Report preview={preview.data} />}
        <FormError error={preview.error ?? apply.error} />
        <DialogFooter onCancel={onClose}>
          <ActionButton
            blocked={preview.data !== undefined && accepted === 0 && t('import.nothing')}
            loading={apply.isPending || preview.isPending}
            onClick={() => needed.check() && run()}
          >
            {t('import.action', { count: accepted, number: formatNumber(accepted) })}
          </ActionButton>
        </DialogFooter>
      </div>
    </Modal>
  );
}
