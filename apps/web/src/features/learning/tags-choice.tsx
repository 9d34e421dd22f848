import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { MultiSelect } from '../../shared/ui/select.tsx';

/** Tags whose members also get the course. */
export default function TagsChoice({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (value: string[]) => void;
}): ReactNode {
  const t = useT('learning');
  const tags = useRead('tags.list', {}, { quiet: true });
  return (
    <MultiSelect
      mt="md"
      label={t('create.tags')}
      description={t('create.tags_hint')}
      searchable
      clearable
      hidePickedOptions
      value={[...value]}
      data={(tags.data?.data ?? []).map((tag) => ({ value: tag.id, label: ownTitle(tag.title) }))}
      nothingFoundMessage={t('create.tags_none')}
      onChange={onChange}
    />
  );
}
