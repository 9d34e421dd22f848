import { ActionIcon } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconGripVertical,
  IconPencil,
  IconPhoto,
  IconTrash,
} from '@tabler/icons-react';
import type { PointerEvent, ReactNode } from 'react';
import type { Question } from '@sergak/contract/learning/learning.rules.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { paused } from '../../../shared/ui/paused.ts';
import css from './questions.module.css';

type Props = {
  question: Question;
  /** Position in the module, counted from 0. */
  place: number;
  last: boolean;
  /** Order can be changed: the list shows all questions. */
  sortable: boolean;
  dragged: boolean;
  onGrip: (e: PointerEvent) => void;
  onMove: (to: number) => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** A question in the list of its module. */
export const QuestionRow = ({
  question,
  place,
  last,
  sortable,
  dragged,
  onGrip,
  onMove,
  onEdit,
  onDelete,
}: Props): ReactNode => {
  const t = useT('library__questions');
  const name = t('list.name', { n: place + 1 });
  return (
    <li className={css['row']} data-dragged={dragged || undefined}>
      {sortable && (
        <span className={css['grip']} aria-hidden onPointerDown={onGrip}>
          <IconGripVertical size={18} stroke={1.7} />
        </span>
      )}
      <span className={css['place']} aria-hidden>
        {place + 1}
      </span>
      <button type="button" className={css['open']} onClick={onEdit}>
        <span className={css['text']}>{question.text}</span>
        <span className={css['facts']}>
          {t(`type.${question.type}`)} · {t('list.points', { count: question.points })}
          {question.image_path !== null && <IconPhoto size={14} aria-label={t('list.picture')} />}
        </span>
      </button>
      <span className={css['tools']}>
        {sortable && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('part.up', { name })}
              {...paused(place === 0, () => onMove(place - 1))}
            >
              <IconChevronUp size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('part.down', { name })}
              {...paused(last, () => onMove(place + 1))}
            >
              <IconChevronDown size={18} aria-hidden />
            </ActionIcon>
          </>
        )}
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('list.edit', { name })} onClick={onEdit}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('list.delete', { name })} onClick={onDelete}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
};
