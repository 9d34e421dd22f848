import { Button } from '@mantine/core';
import { IconPlus, IconSlideshow } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { LibraryModule, Slide } from '@sergak/contract/library/library.schema.ts';
import { text, useT } from '../../../shared/i18n/use-t.ts';
import { useSearchState } from '../../../shared/nav/nav.tsx';
import { useWrite } from '../../../shared/query.ts';
import { showToast } from '../../../shared/toasts.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { undoAction } from '../../../shared/undo.ts';
import { ImportPresentation } from '../presentations/import-presentation.tsx';
import { SlideEditor } from './slide-editor.tsx';
import { fieldsOf } from './slide-fields.ts';
import { SlideList } from './slide-list.tsx';
import css from './slides.module.css';

const usual = { slide: '' } as const;

/** The slides of a module: the list at the left, the open slide in the middle, its settings at the right. */
export default function SlidesTab({ module }: { module: LibraryModule }): ReactNode {
  const t = useT('library__slides');
  const [state, setState] = useSearchState(usual);
  // The order while it is being stored.
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const create = useWrite('library.create-slide', { tip: 'tips:slide.create' });
  const swap = useWrite('library.swap-slides');
  const remove = useWrite('library.delete-slide');
  const slides =
    order === null ? module.slides : order.flatMap((id) => module.slides.find((slide) => slide.id === id) ?? []);
  const open = slides.find((slide) => slide.id === state.slide) ?? slides[0];
  // The open slide is saved on the way.
  const show = (slide: string): void => {
    if (slide !== open?.id) setState({ slide }, { replace: true });
  };
  const move = (id: string, place: number): void => {
    const ids = slides.map((slide) => slide.id).filter((one) => one !== id);
    ids.splice(place, 0, id);
    setOrder(ids);
    swap.mutate({ id: module.id, ids }, { onSettled: () => setOrder(null) });
  };
  const add = (): void =>
    create.mutate(
      { id: module.id, order_id: open ? slides.indexOf(open) + 1 : 0 },
      { onSuccess: (made) => show(made.id) },
    );
  const copy = (slide: Slide, place: number): void =>
    create.mutate({ id: module.id, ...fieldsOf(slide), order_id: place }, { onSuccess: (made) => show(made.id) });
  const drop = (slide: Slide): void =>
    remove.mutate(
      { id: module.id, slideId: slide.id },
      {
        onSuccess: (gone) =>
          showToast({
            kind: 'success',
            text: text('tips:slide.delete'),
            action: undoAction(
              'library.create-slide',
              { id: module.id, ...fieldsOf(gone.slide), order_id: gone.slide.order_id },
              () => showToast({ kind: 'success', text: text('tips:slide.restore') }),
            ),
          }),
      },
    );
  const buttons = (importing: ReactNode): ReactNode => (
    <div className={css['add']}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} loading={create.isPending} onClick={add}>
        {t('list.add')}
      </Button>
      {importing}
    </div>
  );
  return (
    <ImportPresentation moduleId={module.id}>
      {(importing) =>
        open === undefined ? (
          <EmptyState
            icon={IconSlideshow}
            title={t('list.empty')}
            hint={t('list.empty_hint')}
            action={buttons(importing)}
          />
        ) : (
          <div className={css['tab']}>
            <nav className={css['side']} aria-label={t('list.title')}>
              <SlideList slides={slides} open={open.id} onOpen={show} onMove={move} onCopy={copy} onRemove={drop} />
              {buttons(importing)}
            </nav>
            <div className={css['main']}>
              <SlideEditor key={open.id} moduleId={module.id} slide={open} />
            </div>
          </div>
        )
      }
    </ImportPresentation>
  );
}
