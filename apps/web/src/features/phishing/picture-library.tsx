import { Button } from '@mantine/core';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconPhotoPlus } from '@tabler/icons-react';
import type { Picture, ReplacedPicture } from '@sergak/contract/phishing/pictures.endpoints.ts';
import {
  PICTURE_BYTES,
  PICTURE_SIDE,
  pictureKinds,
  UNUSED_PICTURE_DAYS,
} from '@sergak/contract/phishing/pictures.rules.ts';
import { formatBytes, formatNumber } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { paused } from '../../shared/ui/paused.ts';
import css from './pictures.module.css';

export type PictureOwner = { readonly template_id: string } | { readonly redirect_page_id: string };

const usePictures = (owner: PictureOwner) => {
  const isTemplate = 'template_id' in owner;
  const id = isTemplate ? owner.template_id : owner.redirect_page_id;
  const ofTemplate = useRead('phishing.pictures', { id }, { enabled: isTemplate });
  const ofPage = useRead('phishing.redirect-pictures', { id }, { enabled: !isTemplate });
  return { id, isTemplate, read: isTemplate ? ofTemplate : ofPage };
};

const options = { quiet: true } as const;
const usePictureWrites = (owner: PictureOwner, id: string) => {
  const add = useWrite('phishing.picture-add', options);
  const addToPage = useWrite('phishing.redirect-picture-add', options);
  const replace = useWrite('phishing.picture-replace', options);
  const replaceOnPage = useWrite('phishing.redirect-picture-replace', options);
  const remove = useWrite('phishing.picture-remove', options);
  const removeFromPage = useWrite('phishing.redirect-picture-remove', options);
  const all = [add, addToPage, replace, replaceOnPage, remove, removeFromPage];
  const isTemplate = 'template_id' in owner;
  return {
    error: all.find((one) => one.error)?.error,
    busy: all.some((one) => one.isPending),
    reset: () => all.forEach((one) => one.reset()),
    add: (picture: File) => (isTemplate ? add : addToPage).mutateAsync({ id, picture }),
    replace: (file_id: string, picture: File) =>
      isTemplate
        ? replace.mutateAsync({ file_id, template_id: id, picture })
        : replaceOnPage.mutateAsync({ id, file_id, picture }),
    remove: (file_id: string) => (isTemplate ? remove : removeFromPage).mutateAsync({ id, file_id }),
  };
};

const isPictureFile = (file: File): boolean =>
  pictureKinds.some((end) => file.name.toLowerCase().endsWith(end)) || /^image\/(png|jpeg|gif|webp)$/.test(file.type);

const CardActions = ({
  picture,
  onPick,
  onReplace,
  onRemove,
}: {
  picture: Picture;
  onPick: () => void;
  onReplace: (file: File) => void;
  onRemove: () => void;
}): ReactNode => {
  const t = useT('phishing');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={css['actions']}>
      <Button size="compact-sm" onClick={onPick}>
        {t('pictures.insert')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('pictures.replace_label', { name: picture.name })}
        onClick={() => input.current?.click()}
      >
        {t('pictures.replace')}
      </Button>
      <ActionButton
        size="compact-sm"
        variant="subtle"
        color="red"
        blocked={picture.used_in.length > 0 && t('pictures.used', { used_in: picture.used_in.join(', ') })}
        onClick={onRemove}
      >
        {t('pictures.remove')}
      </ActionButton>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={pictureKinds.join(',')}
        onChange={(e) => {
          const file = e.currentTarget.files?.[0];
          if (file) onReplace(file);
          e.currentTarget.value = '';
        }}
      />
    </div>
  );
};

/** Takes pictures by drag and drop, from the clipboard or by a click. */
const PictureDrop = ({ onFiles, busy }: { onFiles: (files: readonly File[]) => void; busy: boolean }): ReactNode => {
  const t = useT('phishing');
  const input = useRef<HTMLInputElement>(null);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const paste = (e: ClipboardEvent): void => {
      const files = Array.from(e.clipboardData?.files ?? []);
      if (files.length > 0) take.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  const drop = (e: DragEvent): void => {
    e.preventDefault();
    if (!busy) onFiles(Array.from(e.dataTransfer.files));
  };
  return (
    <>
      <button
        type="button"
        className={css['drop']}
        {...paused(busy, () => input.current?.click())}
        onDragOver={(e) => e.preventDefault()}
        onDrop={drop}
      >
        <IconPhotoPlus size={24} stroke={1.5} aria-hidden />
        <span>{t('pictures.drop')}</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        accept={pictureKinds.join(',')}
        onChange={(e) => {
          onFiles(Array.from(e.currentTarget.files ?? []));
          e.currentTarget.value = '';
        }}
      />
    </>
  );
};

type Props = {
  owner: PictureOwner;
  opened: boolean;
  onClose: () => void;
  onPick: (fileId: string, picture: Picture) => void;
  /** A picture was replaced in the stored emails and pages, which have new versions. */
  onReplaced?: (made: ReplacedPicture) => void;
};

/** The pictures of a template or redirect page: uploads, replaces and removes them, and picks one. */
export const PictureLibrary = ({ opened, onClose, ...rest }: Props): ReactNode => {
  const t = useT('phishing');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={860}
      title={t('pictures.title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      {opened && <Library {...rest} onClose={onClose} />}
    </Modal>
  );
};

const Library = ({ owner, onPick, onReplaced, onClose }: Omit<Props, 'opened'>): ReactNode => {
  const t = useT('phishing');
  const { id, read } = usePictures(owner);
  const write = usePictureWrites(owner, id);
  const [note, setNote] = useState<string>();
  const [removing, setRemoving] = useState<Picture | null>(null);
  const whyRejected = (file: File): string | undefined => {
    if (!isPictureFile(file)) return t('pictures.wrong_type');
    return file.size > PICTURE_BYTES ? t('pictures.too_large', { size: formatBytes(PICTURE_BYTES) }) : undefined;
  };
  // A rejected call is shown by `write.error`.
  const attempt = async (file: File, send: () => Promise<{ still: boolean; name: string }>): Promise<boolean> => {
    const rejected = whyRejected(file);
    write.reset();
    setNote(rejected);
    if (rejected !== undefined) return false;
    try {
      const newPicture = await send();
      if (newPicture.still) setNote(t('pictures.became_still', { name: newPicture.name }));
      return true;
    } catch {
      return false;
    }
  };
  const addAll = async (files: readonly File[]): Promise<void> => {
    for (const file of files) if (!(await attempt(file, () => write.add(file)))) return;
  };
  const replace = (picture: Picture, file: File): void =>
    void attempt(file, async () => {
      const replacement = await write.replace(picture.file_id, file);
      onReplaced?.(replacement);
      return replacement;
    });
  const rows = read.data?.data;
  return (
    <div className={css['library']}>
      <PictureDrop onFiles={(files) => void addAll(files)} busy={write.busy} />
      <p className="quiet">
        {t('pictures.limits', {
          size: formatBytes(PICTURE_BYTES),
          side: formatNumber(PICTURE_SIDE),
          days: formatNumber(UNUSED_PICTURE_DAYS),
        })}{' '}
        {t('pictures.still')}
      </p>
      {note !== undefined && <p role="status">{note}</p>}
      <FormError error={write.error} />
      {read.isError && rows === undefined ? (
        <ErrorState onRetry={() => void read.refetch()} />
      ) : rows === undefined ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <p className="quiet">{t('pictures.empty')}</p>
      ) : (
        <ul className={css['grid']}>
          {rows.map((picture) => (
            <li key={picture.file_id} className={css['card']}>
              <img src={`/lk/files/${picture.file_id}`} alt={picture.name} loading="lazy" />
              <strong title={picture.name}>{picture.name}</strong>
              <span className={css['size']}>
                {t('pictures.size', {
                  width: String(picture.width),
                  height: String(picture.height),
                  size: formatBytes(picture.bytes),
                })}
              </span>
              <span className={css['size']}>
                {picture.used_in.length > 0
                  ? t('pictures.used', { used_in: picture.used_in.join(', ') })
                  : t('pictures.unused')}
              </span>
              <CardActions
                picture={picture}
                onPick={() => {
                  onPick(picture.file_id, picture);
                  onClose();
                }}
                onReplace={(file) => replace(picture, file)}
                onRemove={() => setRemoving(picture)}
              />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={removing !== null}
        title={t('pictures.delete', { name: removing?.name ?? '' })}
        action={t('pictures.delete_action')}
        final
        busy={write.busy}
        onClose={() => setRemoving(null)}
        onConfirm={() =>
          void write
            .remove(removing!.file_id)
            .catch(() => undefined)
            .finally(() => setRemoving(null))
        }
      />
    </div>
  );
};
