import { Button, Textarea } from '@mantine/core';
import { IconMusic, IconPhoto, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ALT_MAX, TRANSCRIPT_MAX } from '@sergak/contract/library/media.rules.ts';
import { slideLayouts } from '@sergak/contract/library/library.rules.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { Select } from '../../../shared/ui/select.tsx';
import { AudioPlayer } from '../audio-player.tsx';
import { MediaDialog } from './media-dialog.tsx';
import type { SlideFields } from './slide-fields.ts';
import css from './slides.module.css';

type Props = { moduleId: string; slide: SlideFields; onChange: (changes: Partial<SlideFields>) => void };

/** The picture, the layout and the audio of a slide. */
export const SlideSettings = ({ moduleId, slide, onChange }: Props): ReactNode => {
  const t = useT('library__slides');
  const [asking, setAsking] = useState<'image' | 'audio' | null>(null);
  return (
    <section className={css['settings']} aria-label={t('settings.title')}>
      <h2>{t('settings.picture')}</h2>
      {slide.image_path === null ? (
        <Button variant="default" leftSection={<IconPhoto size={16} aria-hidden />} onClick={() => setAsking('image')}>
          {t('settings.picture_add')}
        </Button>
      ) : (
        <>
          <img className={css['thumb']} src={slide.image_path} alt={slide.image_alt} />
          <Select
            label={t('settings.layout')}
            value={slide.layout === 'text' ? 'image-right' : slide.layout}
            data={slideLayouts.filter((one) => one !== 'text').map((value) => ({ value, label: t(`layout.${value}`) }))}
            onChange={(value) => onChange({ layout: slideLayouts.find((one) => one === value) ?? 'image-right' })}
          />
          <Textarea
            label={t('media.alt')}
            withAsterisk
            autosize
            maxLength={ALT_MAX}
            value={slide.image_alt}
            error={slide.image_alt.trim() === '' && t('media.no_alt')}
            onChange={(event) => onChange({ image_alt: event.currentTarget.value })}
          />
          <div className={css['row']}>
            <Button variant="default" onClick={() => setAsking('image')}>
              {t('settings.replace')}
            </Button>
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => onChange({ image_path: null, image_alt: '', layout: 'text' })}
            >
              {t('settings.picture_remove')}
            </Button>
          </div>
        </>
      )}
      <h2>{t('settings.audio')}</h2>
      {slide.audio_path === null ? (
        <>
          <p className={css['hint']}>{t('settings.audio_hint')}</p>
          <Button
            variant="default"
            leftSection={<IconMusic size={16} aria-hidden />}
            onClick={() => setAsking('audio')}
          >
            {t('settings.audio_add')}
          </Button>
        </>
      ) : (
        <>
          <AudioPlayer key={slide.audio_path} src={slide.audio_path} label={t('settings.audio')} />
          <Textarea
            label={t('settings.transcript')}
            description={t('settings.transcript_hint')}
            withAsterisk
            error={slide.transcript.trim() === '' && t('settings.no_transcript')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={TRANSCRIPT_MAX}
            value={slide.transcript}
            onChange={(event) => onChange({ transcript: event.currentTarget.value })}
          />
          <div className={css['row']}>
            <Button variant="default" onClick={() => setAsking('audio')}>
              {t('settings.replace')}
            </Button>
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => onChange({ audio_path: null, transcript: '' })}
            >
              {t('settings.audio_remove')}
            </Button>
          </div>
        </>
      )}
      {asking !== null && (
        <MediaDialog
          moduleId={moduleId}
          kind={asking}
          onClose={() => setAsking(null)}
          onDone={({ path, words }) => {
            setAsking(null);
            if (asking === 'audio') onChange({ audio_path: path });
            else
              onChange({
                image_path: path,
                image_alt: words,
                layout: slide.layout === 'text' ? 'image-right' : slide.layout,
              });
          }}
        />
      )}
    </section>
  );
};
