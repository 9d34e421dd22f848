import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { mediaEndings } from '@sergak/contract/library/media.rules.ts';
import { PICTURE_ALT_MAX } from '@sergak/contract/library/questions.rules.ts';
import { FormError } from '../../../shared/forms/form-error.tsx';
import { useT } from '../../../shared/i18n/use-t.ts';
import { useWrite } from '../../../shared/query.ts';
import type { Picture } from './question-draft.ts';
import css from './questions.module.css';

type Props = {
  moduleId: string;
  picture: Picture;
  /** What the picture belongs to, for the labels: «Вопрос», «Ответ 2». */
  owner: string;
  /** Shows only an icon until there is a picture. */
  small?: boolean;
  error: string | undefined;
  onChange: (picture: Picture) => void;
  onBlur: () => void;
};

/** The picture of a question or of one of its parts, with the text for people who do not see it. */
export const QuestionPicture = ({
  moduleId,
  picture,
  owner,
  small = false,
  error,
  onChange,
  onBlur,
}: Props): ReactNode => {
  const t = useT('library__questions');
  const input = useRef<HTMLInputElement>(null);
  const upload = useWrite('library.upload-media', { quiet: true });
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    upload.mutate(
      { id: moduleId, kind: 'image', file },
      { onSuccess: ({ path }) => onChange({ image_path: path, image_alt: picture.image_alt }) },
    );
  };
  const label = t('picture.add', { owner });
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={mediaEndings.image.join(',')}
        hidden
        tabIndex={-1}
        aria-hidden
        onChange={(e) => {
          take(e.currentTarget.files?.[0]);
          e.currentTarget.value = '';
        }}
      />
      {picture.image_path !== null ? (
        <div className={css['picture']}>
          <img src={picture.image_path} alt={picture.image_alt} />
          <TextInput
            label={t('picture.alt', { owner })}
            description={t('picture.alt_hint')}
            value={picture.image_alt}
            maxLength={PICTURE_ALT_MAX}
            error={error}
            onChange={(e) => onChange({ ...picture, image_alt: e.currentTarget.value })}
            onBlur={onBlur}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('picture.remove', { owner })}
            onClick={() => onChange({ image_path: null, image_alt: '' })}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ) : small ? (
        <ActionIcon
          className={css['picture-add']}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          title={label}
          loading={upload.isPending}
          onClick={() => input.current?.click()}
        >
          <IconPhoto size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <Button
          className={css['start']!}
          variant="default"
          leftSection={<IconPhoto size={16} aria-hidden />}
          loading={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {t('picture.add_short')}
        </Button>
      )}
      <FormError error={upload.error} />
    </>
  );
};
