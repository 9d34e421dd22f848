import { IconArrowsMaximize, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import type { Slide } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { AudioPlayer } from './audio-player.tsx';
import { SlideText } from './slide-text.tsx';
import css from './slide.module.css';

/** The picture of a slide; a click enlarges it to the window, where pinching or scrolling zooms. */
const Picture = ({ path, alt }: { path: string; alt: string }): ReactNode => {
  const t = useT('library');
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <figure className={css['picture']}>
      <button
        type="button"
        className={css['zoom']}
        aria-label={t('slide.zoom', { alt })}
        onClick={() => dialog.current?.showModal()}
      >
        <img src={path} alt={alt} width={1200} height={675} decoding="async" />
        <span aria-hidden>
          <IconArrowsMaximize size={16} stroke={1.8} />
        </span>
      </button>
      <dialog
        ref={dialog}
        className={css['dialog']}
        aria-label={alt}
        onClick={(e) => {
          if (e.target === e.currentTarget) dialog.current?.close();
        }}
        onKeyDown={(e) => e.stopPropagation()}
      >
        <button
          type="button"
          className={css['dialog-close']}
          aria-label={t('slide.zoom_close')}
          onClick={() => dialog.current?.close()}
        >
          <IconX size={22} aria-hidden />
        </button>
        <div className={css['dialog-scroll']}>
          <img src={path} alt={alt} />
        </div>
      </dialog>
    </figure>
  );
};

type Props = {
  slide: Slide;
  /** Level of its heading on the page. */
  level?: 1 | 2 | 3;
  titleRef?: React.Ref<HTMLHeadingElement>;
};

/** One slide: its text and its picture, laid out for the available width. */
export const SlideView = ({ slide, level = 2, titleRef }: Props): ReactNode => {
  const t = useT('library');
  const Title = `h${level}` as const;
  return (
    <article className={css['slide']} data-layout={slide.image_path === null ? 'text' : slide.layout}>
      {slide.image_path !== null && <Picture path={slide.image_path} alt={slide.image_alt} />}
      <div className={css['text']}>
        {slide.title !== '' && (
          <Title ref={titleRef} tabIndex={-1} className={css['title']}>
            {slide.title}
          </Title>
        )}
        {slide.audio_path !== null && (
          <AudioPlayer
            key={slide.audio_path}
            src={slide.audio_path}
            label={t('slide.audio')}
            transcript={slide.transcript}
          />
        )}
        <SlideText doc={slide.doc} />
      </div>
    </article>
  );
};
