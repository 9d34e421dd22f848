import { Button } from '@mantine/core';
import { IconCalendarStats, IconChevronLeft, IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, LoadingState, NotFound } from '../../shared/ui/states.tsx';
import { ForecastDrawer, ActionSchedule } from '../automation/public.ts';
import { TagCards, TagList } from './tag-list.tsx';
import css from './tags.module.css';
import { lazy, lazyWindow } from '../../shared/ui/lazy.tsx';

const TagModal = lazyWindow(() => import('./tag-modal.tsx'));
const TagPage = lazy(() => import('./tag-page.tsx'));
const inAddress = { tag: '', tab: '', forecast: '', add: '' };

const OneTag = ({ tags, id, onEdit }: { tags: readonly Tag[]; id: string; onEdit: (tag: Tag) => void }): ReactNode => {
  const t = useT('tags');
  const [unsaved, setUnsaved] = useState(false);
  const tag = tags.find((one) => one.id === id);
  const back = (
    <ScreenLink screen="staff.tags" className={css['back']!}>
      <IconChevronLeft size={16} aria-hidden />
      {t('all')}
    </ScreenLink>
  );
  return (
    <div className={css['split']}>
      <TagList tags={tags} current={id} unsaved={unsaved} />
      <div className={css['one']}>
        {back}
        {tag === undefined ? (
          <NotFound title={t('gone')} hint={t('gone_hint')} />
        ) : (
          <Suspense fallback={<LoadingState />}>
            <TagPage key={tag.id} tag={tag} onEdit={() => onEdit(tag)} onUnsaved={setUnsaved} />
          </Suspense>
        )}
      </div>
    </div>
  );
};

/** Tags: their members, and their actions for people who join. */
export default function TagsScreen(): ReactNode {
  const t = useT('tags');
  const list = useRead('tags.list', {});
  const [{ tag: opened, forecast, add }, set] = useSearchState(inAddress);
  const [edited, setEdited] = useState<Tag | null>(null);
  const editing = add === '' ? edited : 'new';
  const setEditing = (tag: Tag | 'new' | null): void => {
    setEdited(tag === 'new' ? null : tag);
    if ((tag === 'new') !== (add !== '')) set({ add: tag === 'new' ? 'new' : '' }, { replace: tag === null });
  };
  const tags = list.data?.data;
  return (
    <>
      <PageHead
        title={t('title')}
        count={tags?.length}
        hint={t('hint')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconCalendarStats size={16} />}
              onClick={() => set({ forecast: 'all' })}
            >
              {t('forecast_all')}
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
              {t('create')}
            </Button>
          </>
        }
      />
      <ActionSchedule />
      {list.isError && tags === undefined ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : tags === undefined ? (
        <LoadingState />
      ) : opened === '' ? (
        <TagCards tags={tags} onEdit={setEditing} onCreate={() => setEditing('new')} />
      ) : (
        <OneTag tags={tags} id={opened} onEdit={setEditing} />
      )}
      <Suspense fallback={null}>
        {editing !== null && (
          <TagModal
            tag={editing === 'new' ? null : editing}
            onCreated={(made) => set({ tag: made.id, tab: '' })}
            onRemoved={() => set({ tag: '', tab: '' })}
            onClose={() => setEditing(null)}
          />
        )}
        {forecast !== '' && <ForecastDrawer onClose={() => set({ forecast: '' })} />}
      </Suspense>
    </>
  );
}
