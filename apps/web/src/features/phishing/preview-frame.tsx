import { SegmentedControl, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { Select } from '../../shared/ui/select.tsx';
import css from './phishing.module.css';
import { type PreviewInput, usePreview } from './use-preview.ts';

/** Chooses the employee that a preview is filled with; without a choice, an invented person. */
const PersonSelect = ({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (id: string | null) => void;
}): ReactNode => {
  const t = useT('phishing');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 600);
  const people = useRead('employees.modal', { search: asked, limit: '20' }, { quiet: true });
  const rows = (people.data?.data ?? []) as readonly { id: string; full_name: string }[];
  return (
    <Select
      className={css['person']!}
      aria-label={t('preview.person')}
      placeholder={t('preview.person')}
      searchable
      clearable
      value={value}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      data={rows.map((one) => ({ value: one.id, label: one.full_name }))}
      nothingFoundMessage={t('preview.nobody')}
      clearButtonProps={{ 'aria-label': t('preview.clear') }}
    />
  );
};

type Props = {
  input: PreviewInput | null;
  title: string;
  /** For a draft: its preview address is requested each time. */
  fresh?: boolean;
  /** Offers to fill the preview with a chosen employee. */
  people?: boolean;
  /** The employee for whom it is filled; `people` lets the viewer choose another one. */
  employee?: string | null;
  /** Offers the view of a mail program that turns colours dark. */
  dark?: boolean;
  /** Shows the marks of red flags until the person hides them. */
  marks?: boolean;
};

/**
 * An email or page as a person sees it. It is served from the content origin in a sandboxed frame: nothing in it can
 * run, load or navigate.
 */
export const PreviewFrame = ({
  input,
  title,
  fresh = false,
  people = false,
  employee = null,
  dark = false,
  marks = false,
}: Props): ReactNode => {
  const t = useT('phishing');
  const [width, setWidth] = useState('desktop');
  const [person, setPerson] = useState<string | null>(null);
  const [isDark, setDark] = useState(false);
  const [isMarked, setMarked] = useState(true);
  const filled = input && {
    ...input,
    ...((person ?? employee) !== null && { employee_id: (person ?? employee)! }),
    ...(marks && isMarked && { marks: true }),
  };
  const preview = usePreview(filled as PreviewInput | null, { fresh });
  const { data } = preview;
  return (
    <div className={css['preview']}>
      <div className={css['preview-bar']}>
        <SegmentedControl
          aria-label={t('preview.width')}
          value={width}
          onChange={setWidth}
          data={[
            {
              value: 'desktop',
              label: (
                <span className={css['icon-label']}>
                  <IconDeviceDesktop size={16} aria-hidden />
                  {t('preview.desktop')}
                </span>
              ),
            },
            {
              value: 'phone',
              label: (
                <span className={css['icon-label']}>
                  <IconDeviceMobile size={16} aria-hidden />
                  {t('preview.phone')}
                </span>
              ),
            },
          ]}
        />
        {dark && (
          <Switch label={t('preview.dark')} checked={isDark} onChange={(e) => setDark(e.currentTarget.checked)} />
        )}
        {marks && (
          <Switch label={t('preview.marks')} checked={isMarked} onChange={(e) => setMarked(e.currentTarget.checked)} />
        )}
        {people && <PersonSelect value={person} onChange={setPerson} />}
      </div>
      {data?.subject !== null && data?.subject !== undefined && (
        <div className={css['envelope']}>
          <strong>{data.subject}</strong>
          <span>
            {data.sender_name} &lt;{data.sender_address}&gt;
          </span>
        </div>
      )}
      <div className={css['preview-ground']} data-stale={preview.isPlaceholderData || undefined}>
        {preview.isError && data === undefined ? (
          <ErrorState onRetry={() => void preview.refetch()} />
        ) : data === undefined ? (
          <LoadingState />
        ) : (
          <iframe
            key={data.url}
            className={css['frame']}
            data-width={width}
            data-dark={isDark || undefined}
            sandbox=""
            src={data.url}
            title={title}
          />
        )}
      </div>
    </div>
  );
};
