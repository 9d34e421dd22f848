import { Button, Progress, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import {
  ALT_MAX,
  MEDIA_BYTES,
  mediaEndings,
  type MediaKind,
  TRANSCRIPT_MAX,
} from '@sergak/contract/library/media.rules.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { FormError } from '../../../shared/forms/form-error.tsx';
import { NeededForm, NeededPart, useNeededForm } from '../../../shared/forms/needed-form.tsx';
import { useT } from '../../../shared/i18n/use-t.ts';
import { useWrite } from '../../../shared/query.ts';
import { DialogFooter } from '../../../shared/ui/dialog-footer.tsx';
import { FileDrop } from '../../../shared/ui/file-drop.tsx';
import { lazy } from '../../../shared/ui/lazy.tsx';
import { Modal } from '../../../shared/ui/overlays.tsx';
import type { Crop } from './picture-crop.tsx';
import css from './slides.module.css';

const PictureCrop = lazy(() => import('./picture-crop.tsx'));
const shapes = ['free', '16:9', '4:3', '1:1'] as const;
type Shape = (typeof shapes)[number];

export type StoredMedia = {
  path: string;
  /** The alternative text of a picture, or the title of a video. */
  words: string;
  /** What makes a video readable: the address of its captions, a transcript, or both. */
  readable: { captions?: string; transcript?: string };
};
type Props = {
  moduleId: string;
  kind: MediaKind;
  onDone: (stored: StoredMedia) => void;
  onClose: () => void;
};

/**
 * Uploads a picture, a sound, a video or the captions of one. A picture can be cropped first and needs an alternative text;
 * a video needs captions or a transcript.
 */
export const MediaDialog = ({ moduleId, kind, onDone, onClose }: Props): ReactNode => {
  const t = useT('library__slides');
  const [file, setFile] = useState<File | null>(null);
  const [words, setWords] = useState('');
  const [captions, setCaptions] = useState<File | null>(null);
  const [transcript, setTranscript] = useState('');
  const [shape, setShape] = useState<Shape>('free');
  const [crop, setCrop] = useState<Crop | null>(null);
  const [share, setShare] = useState(0);
  const upload = useWrite('library.upload-media', { quiet: true, onProgress: setShare });
  const send = async (): Promise<void> => {
    const sent = crop === null ? file! : await crop();
    // The dialog shows the error of a rejected file and stays.
    const store = (one: MediaKind, bytes: File) =>
      upload.mutateAsync({ id: moduleId, kind: one, file: bytes }).catch(() => null);
    const track = captions && (await store('captions', captions));
    if (captions && !track) return;
    const stored = await store(kind, sent);
    if (!stored) return;
    const text = transcript.trim();
    const readable = { ...(track && { captions: track.path }), ...(text !== '' && { transcript: text }) };
    onDone({ path: stored.path, words: words.trim(), readable });
  };
  const noAlt = kind === 'image' && words.trim() === '';
  const unreadable = kind === 'video' && captions === null && transcript.trim() === '';
  const needed = useNeededForm(file !== null && !noAlt && !unreadable);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`media.${kind}`)}
      unsaved={file !== null}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <NeededForm form={needed} className={css['dialog']}>
        <FileDrop
          label={t('media.choose')}
          accept={mediaEndings[kind]}
          maxBytes={MEDIA_BYTES[kind]}
          file={file}
          error={needed.shown && file === null ? t('media.no_file') : undefined}
          disabled={upload.isPending}
          onFile={(next) => {
            upload.reset();
            setCrop(null);
            setFile(next);
          }}
        />
        {kind === 'image' && file !== null && (
          <>
            <SegmentedControl
              aria-label={t('media.shape')}
              value={shape}
              onChange={(next) => setShape(shapes.find((one) => one === next) ?? 'free')}
              data={shapes.map((value) => ({ value, label: value === 'free' ? t('media.free') : value }))}
            />
            <Suspense fallback={null}>
              <PictureCrop
                file={file}
                aspect={shape === 'free' ? undefined : Number(shape.split(':')[0]) / Number(shape.split(':')[1])}
                label={t('media.crop')}
                onCrop={(next) => setCrop(() => next)}
              />
            </Suspense>
          </>
        )}
        {kind === 'image' && (
          <Textarea
            label={t('media.alt')}
            description={t('media.alt_hint')}
            withAsterisk
            error={needed.shown && noAlt ? t('media.no_alt') : undefined}
            autosize
            maxLength={ALT_MAX}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
        {kind === 'video' && (
          <>
            <TextInput
              label={t('media.video_title')}
              maxLength={TITLE_MAX}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <NeededPart
              className={css['dialog']}
              error={needed.shown && unreadable ? t('media.no_captions') : undefined}
            >
              <FileDrop
                label={t('media.choose_captions')}
                accept={mediaEndings.captions}
                maxBytes={MEDIA_BYTES.captions}
                file={captions}
                disabled={upload.isPending}
                onFile={(next) => {
                  upload.reset();
                  setCaptions(next);
                }}
              />
              <Textarea
                label={t('settings.transcript')}
                description={t('media.transcript_hint')}
                autosize
                minRows={2}
                maxRows={8}
                maxLength={TRANSCRIPT_MAX}
                value={transcript}
                onChange={(event) => setTranscript(event.currentTarget.value)}
              />
            </NeededPart>
          </>
        )}
        {upload.isPending && <Progress value={share * 100} aria-label={t('media.sending')} />}
        <FormError error={upload.error} />
        <DialogFooter onCancel={onClose}>
          <Button loading={upload.isPending} onClick={() => needed.check() && void send()}>
            {t('media.add')}
          </Button>
        </DialogFooter>
      </NeededForm>
    </Modal>
  );
};
