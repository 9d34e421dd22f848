import { EditorContent, useEditor } from '@tiptap/react';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../../shared/ui/dialog-footer.tsx';
import { Modal } from '../../../shared/ui/overlays.tsx';
import slideCss from '../slide.module.css';
import { cleanPaste } from './clean-paste.ts';
import { isLink, printedExtensions, slideExtensions } from './extensions.ts';
import { MediaDialog } from './media-dialog.tsx';
import { toEditorDoc, toSlideDoc } from './slide-doc.ts';
import css from './slides.module.css';
import { TextToolbar } from './text-toolbar.tsx';

const LinkDialog = ({
  href,
  onSet,
  onClose,
}: {
  href: string;
  onSet: (href: string) => void;
  onClose: () => void;
}): ReactNode => {
  const t = useT('library__slides');
  const [value, setValue] = useState(href);
  const address = value.trim() === '' || isLink(value.trim()) ? value.trim() : `https://${value.trim()}`;
  return (
    <Modal opened onClose={onClose} title={t('text.link')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onSet(address);
        }}
      >
        <TextInput
          label={t('text.link_address')}
          placeholder="https://"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          data-autofocus
        />
        <DialogFooter onCancel={onClose}>
          <ActionButton type="submit" blocked={address !== '' && !isLink(address) && t('text.link_wrong')}>
            {t(address === '' ? 'text.link_remove' : 'text.link_set')}
          </ActionButton>
        </DialogFooter>
      </form>
    </Modal>
  );
};

type Props = {
  /** The module that keeps the pictures and videos; null for a text that is printed, which has neither these nor blocks to open. */
  moduleId: string | null;
  doc: SlideDoc;
  label: string;
  onChange: (doc: SlideDoc) => void;
};
/** A text of slides with its toolbar. Reads `doc` once: give the component another key to show another document. */
export default function TextEditor({ moduleId, doc, label, onChange }: Props): ReactNode {
  const t = useT('library__slides');
  const [asking, setAsking] = useState<'link' | 'image' | 'video' | null>(null);
  const [takeCaptions, setTakeCaptions] = useState<((path: string) => void) | null>(null);
  const editor = useEditor({
    extensions:
      moduleId === null
        ? printedExtensions()
        : slideExtensions({
            reveal: t('text.reveal_label'),
            scene: { title: t('text.choice_title'), good: t('text.choice_good') },
            picture: { label: t('media.alt'), width: t('media.width') },
            video: {
              title: t('media.video_title'),
              transcript: t('settings.transcript'),
              captions: t('media.captions_add'),
              captionsReplace: t('media.captions_replace'),
              onCaptions: (set) => setTakeCaptions(() => set),
            },
          }),
    content: toEditorDoc(doc),
    editorProps: {
      attributes: { class: slideCss['doc']!, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      transformPastedHTML: cleanPaste,
    },
    onUpdate: ({ editor: now }) => onChange(toSlideDoc(now.getJSON())),
  });
  const close = (): void => setAsking(null);
  const setLink = (href: string): void => {
    close();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
  };
  return (
    <div className={css['editor']}>
      <TextToolbar
        editor={editor}
        printed={moduleId === null}
        onLink={() => setAsking('link')}
        onPicture={() => setAsking('image')}
        onVideo={() => setAsking('video')}
      />
      <EditorContent editor={editor} className={css['text']} />
      {asking === 'link' && (
        <LinkDialog href={String(editor.getAttributes('link')['href'] ?? '')} onSet={setLink} onClose={close} />
      )}
      {moduleId !== null && (asking === 'image' || asking === 'video') && (
        <MediaDialog
          moduleId={moduleId}
          kind={asking}
          onClose={close}
          onDone={({ path, words, readable }) => {
            close();
            const attrs = asking === 'image' ? { path, alt: words } : { path, title: words, ...readable };
            editor.chain().focus().insertContent({ type: asking, attrs }).run();
          }}
        />
      )}
      {moduleId !== null && takeCaptions !== null && (
        <MediaDialog
          moduleId={moduleId}
          kind="captions"
          onClose={() => setTakeCaptions(null)}
          onDone={({ path }) => {
            setTakeCaptions(null);
            takeCaptions(path);
          }}
        />
      )}
    </div>
  );
}
