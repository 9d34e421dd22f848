import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { TAG_FILE_MAX } from '@sergak/contract/tags/tags.rules.ts';
import type { Tag, TagFilePreview } from '@sergak/contract/tags/tags.schema.ts';
import { call } from '../../shared/api.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { type ChartTable, saveCsv } from '../../shared/charts/save.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { formatNumber } from '../../shared/format.ts';
import { text, useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useWrite } from '../../shared/query.ts';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { OnboardingChoice } from './onboarding-choice.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { type ForecastState, JoinOutcome } from '../automation/public.ts';
import css from './tags.module.css';
import { Modal } from '../../shared/ui/overlays.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';

const SHOWN = 50;

const Found = ({ preview }: { preview: TagFilePreview }): ReactNode => {
  const t = useT('tags');
  const { people, rejections, found, rejected, lines } = preview;
  const more = (all: number): ReactNode =>
    all > SHOWN && <li className={css['about']}>{t('file.more', { number: formatNumber(all - SHOWN) })}</li>;
  const table: Pick<ChartTable, 'head' | 'rows'> = {
    head: [t('file.table.line'), t('file.table.email'), t('file.table.reason')],
    rows: rejections.map((one) => [String(one.line), one.email, t(`file.reason.${one.reason}`)]),
  };
  return (
    <div className={css['form']}>
      <p role="status">
        <strong>{t('file.found', { number: formatNumber(found), lines: formatNumber(lines) })}</strong>
      </p>
      {rejected > 0 && (
        <details className={css['disclosure']} open={rejected <= 5}>
          <summary>{t('file.rejected', { number: formatNumber(rejected) })}</summary>
          <ul>
            {rejections.slice(0, SHOWN).map((one) => (
              <li key={one.line}>
                {t('file.line', { line: one.line, email: one.email === '' ? '—' : one.email })}
                <span className={css['about']}>{t(`file.reason.${one.reason}`)}</span>
              </li>
            ))}
            {more(rejected)}
          </ul>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => saveCsv(table, t('file.table.title'))}
          >
            {rejections.length < rejected
              ? t('file.save_first', { number: formatNumber(rejections.length) })
              : t('file.save')}
          </Button>
        </details>
      )}
      {found > 0 && (
        <details className={css['disclosure']}>
          <summary>{t('file.people', { number: formatNumber(found) })}</summary>
          <ul>
            {people.slice(0, SHOWN).map((one) => (
              <li key={one.id}>
                {one.full_name}
                <span className={css['about']}>{one.email}</span>
              </li>
            ))}
            {more(found)}
          </ul>
        </details>
      )}
    </div>
  );
};

/** The dry run of adding the people of a file to the tag; null sends no request. */
const useFileForecast = (tag: Tag, file: File | null): ForecastState => {
  const query = useQuery({
    queryKey: ['automation', 'forecast-file', tag.id, file?.name, file?.size, file?.lastModified],
    queryFn: ({ signal }) => call('automation.forecast-file', { id: tag.id, file: file! }, { signal }),
    enabled: file !== null,
    staleTime: 0,
    meta: { quiet: true },
  });
  return {
    data: query.data,
    counting: file !== null && query.isFetching && query.data === undefined,
    failed: query.isError && !query.isFetching,
    again: () => void query.refetch(),
  };
};

/** Adds the people of a spreadsheet to a tag: choose a file, check the people found, add. */
export default function AddFile({ tag, onClose }: { tag: Tag; onClose: () => void }): ReactNode {
  const t = useT('tags');
  const [file, setFile] = useState<File | null>(null);
  const [need_onboarding, setOnboarding] = useState(true);
  const preview = useWrite('tags.preview-file', { quiet: true });
  const assign = useWrite('tags.assign-file', { quiet: true });
  const take = (next: File | null): void => {
    setFile(next);
    assign.reset();
    preview.reset();
    if (next !== null) preview.mutate({ file: next });
  };
  const run = (): void =>
    assign.mutate(
      { id: tag.id, file: file!, need_onboarding: String(need_onboarding) },
      {
        onSuccess: (done) => {
          const values = { number: formatNumber(done.assigned), already: formatNumber(done.already) };
          reportBulkResult('tags.assign-file', done, {
            kind: 'tag_people',
            about: ownTitle(tag.title),
            done: text(done.already > 0 ? 'tips:tag.assign_some' : 'tips:tag.assign', values),
          });
          onClose();
        },
      },
    );
  const found = preview.data?.found ?? 0;
  const forecast = useFileForecast(tag, found > 0 ? file : null);
  const joining = forecast.data?.joining ?? found;
  return (
    <Modal
      opened
      onClose={onClose}
      unsaved={file !== null}
      size={640}
      title={t('add_title', { title: ownTitle(tag.title) })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['form']}>
        <FileDrop
          label={t('file.drop')}
          accept={['.xlsx', '.csv']}
          maxBytes={TAG_FILE_MAX}
          file={file}
          onFile={take}
          disabled={preview.isPending || assign.isPending}
        />
        <p className={css['about']}>{t('file.hint')}</p>
        {preview.isPending && <LoadingState />}
        {preview.data !== undefined && <Found preview={preview.data} />}
        <FormError error={preview.error ?? assign.error} />
        {joining < found && (
          <p className={css['about']}>{t('file.already', { number: formatNumber(found - joining) })}</p>
        )}
        {found > 0 && <OnboardingChoice value={need_onboarding} onChange={setOnboarding} />}
        {found > 0 && need_onboarding && <JoinOutcome asked={forecast} tag={tag} />}
        <DialogFooter onCancel={onClose}>
          <ActionButton blocked={joining === 0 && t('commons:blocked.people')} loading={assign.isPending} onClick={run}>
            {t('add_action', { count: joining, number: formatNumber(joining) })}
          </ActionButton>
        </DialogFooter>
      </div>
    </Modal>
  );
}
