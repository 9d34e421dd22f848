import { UnstyledButton } from '@mantine/core';
import {
  IconAlignLeft,
  IconBoxMultiple,
  IconForms,
  IconHeading,
  IconInputSpark,
  IconLayoutColumns,
  IconLogin2,
  IconPhoto,
  IconPointer,
  IconMinus,
  IconSpacingVertical,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../../shared/i18n/use-t.ts';
import type { BlockName } from './blocks.ts';
import css from './editor.module.css';

const icons: Record<BlockName, Icon> = {
  text: IconAlignLeft,
  heading: IconHeading,
  button: IconPointer,
  picture: IconPhoto,
  columns: IconLayoutColumns,
  divider: IconMinus,
  spacer: IconSpacingVertical,
  footer: IconBoxMultiple,
  form: IconForms,
  login: IconLogin2,
  field: IconInputSpark,
};

type Props = {
  blocks: readonly BlockName[];
  onAdd: (name: BlockName) => void;
  onDrag: (name: BlockName, event: DragEvent) => void;
  onDrop: () => void;
};
/** Blocks to insert: a press puts one after the selected part, dragging puts it anywhere. */
export const BlockPanel = ({ blocks, onAdd, onDrag, onDrop }: Props): ReactNode => {
  const t = useT('phishing__editor');
  return (
    <div className={css['blocks']} role="group" aria-label={t('visual.blocks')}>
      {blocks.map((name) => {
        const Mark = icons[name];
        return (
          <UnstyledButton
            key={name}
            className={css['block']!}
            draggable={name !== 'picture'}
            onClick={() => onAdd(name)}
            onDragStart={(event) => onDrag(name, event.nativeEvent)}
            onDragEnd={onDrop}
          >
            <Mark size={20} stroke={1.6} aria-hidden />
            {t(`visual.block.${name}`)}
          </UnstyledButton>
        );
      })}
    </div>
  );
};
