import { type ReactNode, useState } from 'react';
import { PICTURE_MAX } from '@sergak/contract/learning/limits.rules.ts';
import type { CallOutput } from '../../shared/api.ts';
import { useServerErrorText } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import css from './admin.module.css';
import { faceOf } from './face.ts';

const accepted = ['.png', '.jpg', '.jpeg', '.webp'] as const;

/** Replaces the picture of an assigned course; stored as soon as a file is chosen. */
export default function AssignmentPicture({
  one,
  onClose,
}: {
  one: CallOutput<'learning.assignment'>;
  onClose: () => void;
}): ReactNode {
  const t = useT('learning');
  const say = useServerErrorText();
  const [file, setFile] = useState<File | null>(null);
  const set = useWrite(faceOf(one.kind, 'set-picture'), { tip: 'tips:course.picture', quiet: true });
  const take = (image: File | null): void => {
    setFile(image);
    if (image !== null) set.mutate({ id: one.id, image }, { onSuccess: onClose, onError: () => setFile(null) });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('one.picture_title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['stack']}>
        {one.image_path !== null && <img className={css['picture']} src={one.image_path} alt="" />}
        <p style={{ margin: 0 }}>{t('one.picture_hint')}</p>
        <FileDrop
          label={t('one.picture_choose')}
          accept={accepted}
          maxBytes={PICTURE_MAX}
          file={file}
          onFile={take}
          disabled={set.isPending}
          error={set.error === null ? undefined : (say(set.error) ?? undefined)}
        />
      </div>
    </Modal>
  );
}
