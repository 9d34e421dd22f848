import { TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { LABEL_MAX, LABELS_MAX } from '@sergak/contract/library/library.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';

/** The labels of a course; existing labels of other courses are offered. */
export default function LabelsInput({
  value,
  onChange,
}: {
  value: string[];
  onChange: (labels: string[]) => void;
}): ReactNode {
  const t = useT('library__editor');
  const labels = useRead('library.labels', {}, { quiet: true }).data?.data;
  return (
    <TagsInput
      label={t('labels.field')}
      description={t('labels.hint')}
      value={value}
      data={labels?.map((label) => label.title) ?? []}
      maxTags={LABELS_MAX}
      maxLength={LABEL_MAX}
      clearable
      clearButtonProps={{ 'aria-label': t('labels.clear') }}
      onChange={onChange}
    />
  );
}
