import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconTrash,
  IconVolume,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { Slide } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { ActionMenu } from '../../../shared/ui/dropdown.tsx';
import { plainText } from './slide-doc.ts';
import css from './slides.module.css';

type Props = {
  slides: readonly Slide[];
  open: string | undefined;
  onOpen: (id: string) => void;
  /** Moves a slide to a position, counted from 0. */
  onMove: (id: string, place: number) => void;
  onCopy: (slide: Slide, place: number) => void;
  onRemove: (slide: Slide) => void;
};

/** The slides of a module. They are ordered by dragging, by Alt with an arrow key, or by the menu of a slide. */
export const SlideList = ({ slides, open, onOpen, onMove, onCopy, onRemove }: Props): ReactNode => {
  const t = useT('library__slides');
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const keys = (event: KeyboardEvent, id: string, at: number): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    if (event.altKey) {
      if (at + by >= 0 && at + by < slides.length) onMove(id, at + by);
    } else list.current!.querySelectorAll<HTMLButtonElement>('[data-slide]')[at + by]?.focus();
  };
  return (
    <>
      <p id="slide-keys" className="sr-only">
        {t('list.keys')}
      </p>
      <ol ref={list} className={css['list']}>
        {slides.map((slide, at) => {
          const name = slide.title || plainText(slide.doc).slice(0, 60) || t('list.untitled');
          return (
            <li
              key={slide.id}
              data-over={(over === at && dragged !== null && dragged !== slide.id) || undefined}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', name);
                setDragged(slide.id);
              }}
              onDragEnd={() => {
                setDragged(null);
                setOver(null);
              }}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                setOver(at);
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null && dragged !== slide.id) onMove(dragged, at);
                setDragged(null);
                setOver(null);
              }}
            >
              <IconGripVertical className={css['grip']} size={16} stroke={1.7} aria-hidden />
              <button
                type="button"
                data-slide
                className={css['slide']}
                aria-current={slide.id === open ? 'true' : undefined}
                aria-describedby="slide-keys"
                onClick={() => onOpen(slide.id)}
                onKeyDown={(event) => keys(event, slide.id, at)}
              >
                <span className={css['number']}>{at + 1}</span>
                <span className={css['name']}>{name}</span>
                {slide.audio_path !== null && (
                  <IconVolume size={16} stroke={1.7} role="img" aria-label={t('settings.audio')} />
                )}
              </button>
              <ActionMenu
                label={t('list.actions', { title: name })}
                className={css['more']!}
                lines={[
                  {
                    key: 'up',
                    label: t('list.up'),
                    icon: IconArrowUp,
                    disabled: at === 0,
                    run: () => onMove(slide.id, at - 1),
                  },
                  {
                    key: 'down',
                    label: t('list.down'),
                    icon: IconArrowDown,
                    disabled: at === slides.length - 1,
                    run: () => onMove(slide.id, at + 1),
                  },
                  { key: 'copy', label: t('list.copy'), icon: IconCopy, run: () => onCopy(slide, at + 1) },
                  {
                    key: 'remove',
                    label: t('commons:delete'),
                    icon: IconTrash,
                    danger: true,
                    run: () => onRemove(slide),
                  },
                ]}
              >
                <IconDots size={18} stroke={1.7} aria-hidden />
              </ActionMenu>
            </li>
          );
        })}
      </ol>
    </>
  );
};
