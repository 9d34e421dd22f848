import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './editor.module.css';

type Direction = 'up' | 'down';
/** The button that was used last. The moved item may be drawn in another list, so the focus follows it from here. */
let moved: { readonly id: string; readonly direction: Direction; readonly from: string } | null = null;

type Props = {
  id: string;
  title: string;
  /** Changes whenever the item moves: list and index. */
  place: string;
  first: boolean;
  last: boolean;
  onMove: (direction: Direction) => void;
};

/** Moves an item of a list by keyboard or touch; the handle is for dragging with a mouse. */
export const MoveButtons = ({ id, title, place, first, last, onMove }: Props): ReactNode => {
  const t = useT('library__editor');
  const buttons = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (moved?.id !== id || moved.from === place) return;
    buttons.current?.querySelector<HTMLElement>(`[data-direction=${moved.direction}]`)?.focus();
    moved = null;
  }, [id, place]);
  const button = (direction: Direction, blocked: boolean, Icon: typeof IconArrowUp): ReactNode => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      data-direction={direction}
      aria-label={t(`order.${direction}`, { title })}
      // Not `disabled`: the item that has reached the end keeps the focus.
      aria-disabled={blocked}
      data-disabled={blocked || undefined}
      onClick={() => {
        if (blocked) return;
        moved = { id, direction, from: place };
        onMove(direction);
      }}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
  return (
    <span ref={buttons} className={css['move']}>
      <IconGripVertical size={18} stroke={1.7} className={css['grip']} aria-hidden />
      {button('up', first, IconArrowUp)}
      {button('down', last, IconArrowDown)}
    </span>
  );
};
