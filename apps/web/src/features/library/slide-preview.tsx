import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Slide } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './library.module.css';
import { SlideView } from './slide-view.tsx';

type PreviewWidth = 'desktop' | 'phone';

/** Chooses the width of a preview. */
export const WidthChoice = ({
  width,
  onWidth,
}: {
  width: string;
  onWidth: (width: PreviewWidth) => void;
}): ReactNode => {
  const t = useT('library');
  return (
    <SegmentedControl<PreviewWidth>
      className={css['widths']!}
      aria-label={t('preview.width')}
      value={width === 'phone' ? 'phone' : 'desktop'}
      onChange={onWidth}
      data={[
        { value: 'desktop', label: t('preview.desktop') },
        { value: 'phone', label: t('preview.phone') },
      ]}
    />
  );
};

type Props = { slides: readonly Slide[]; at: number; onTurn: (to: number) => void };

/** One of the slides, with buttons that turn to its neighbours. There is at least one slide. */
export const SlidePreview = ({ slides, at: wanted, onTurn }: Props): ReactNode => {
  const t = useT('library');
  const at = Math.min(slides.length - 1, Math.max(0, wanted));
  return (
    <>
      <SlideView key={slides[at]!.id} slide={slides[at]!} />
      <div className={css['pages']}>
        <Button variant="default" aria-label={t('preview.previous')} disabled={at === 0} onClick={() => onTurn(at - 1)}>
          <IconArrowLeft size={18} aria-hidden />
        </Button>
        <span aria-live="polite">{t('preview.slide', { n: at + 1, total: slides.length })}</span>
        <Button
          variant="default"
          aria-label={t('preview.next')}
          disabled={at === slides.length - 1}
          onClick={() => onTurn(at + 1)}
        >
          <IconArrowRight size={18} aria-hidden />
        </Button>
      </div>
    </>
  );
};
