import { type AnyExtension, mergeAttributes, Node, type NodeViewRendererProps } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import { ListItem } from '@tiptap/extension-list';
import { Fragment, type Node as ProseMirrorNode } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { NodeView } from '@tiptap/pm/view';
import StarterKit from '@tiptap/starter-kit';
import { calloutTones } from '@sergak/contract/library/library.rules.ts';
import { ALT_MAX, PICTURE_SIDE_MAX, PICTURE_SIDE_MIN, TRANSCRIPT_MAX } from '@sergak/contract/library/media.rules.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import css from '../slide.module.css';
import { attributeField, setAttribute, showValue } from './attribute-field.ts';
import { resizeHandle } from './picture-width.ts';
import { choice, scene, type SceneLabels } from './scene.ts';
import own from './slides.module.css';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    slideBlocks: {
      /** Puts the selection into a callout, or changes the tone of the callout around it. */
      setCallout: (tone: (typeof calloutTones)[number]) => ReturnType;
      /** Puts the selection into a block that opens on a click. */
      setReveal: (title: string) => ReturnType;
      /** Inserts two empty columns. */
      insertColumns: () => ReturnType;
      /** Replaces the columns around the selection by their content, one below the other. */
      unwrapColumns: () => ReturnType;
      /** Replaces the block of this type around the selection by its content. */
      unwrapBlock: (type: 'callout' | 'reveal') => ReturnType;
    };
  }
}

const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    tone: {
      default: 'info',
      parseHTML: (element) => calloutTones.find((tone) => tone === element.getAttribute('data-tone')) ?? 'info',
      renderHTML: ({ tone }) => ({ 'data-tone': tone as string }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-tone]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { class: css['callout'] }), 0],
  addCommands: () => ({
    setCallout:
      (tone) =>
      ({ commands, editor }) =>
        editor.isActive('callout')
          ? commands.updateAttributes('callout', { tone })
          : commands.wrapIn('callout', { tone }),
    unwrapBlock:
      (type) =>
      ({ commands }) =>
        commands.lift(type),
  }),
});

type Labels = {
  /** Label of the title of a reveal block. */
  readonly reveal: string;
  readonly scene: SceneLabels;
  readonly picture: PictureOptions;
  readonly video: VideoOptions;
};
/** Labels of the alternative text and of the handle that resizes a picture. */
type PictureOptions = { readonly label: string; readonly width: string };
type VideoOptions = {
  /** Labels of the fields and of the button below a video. */
  readonly title: string;
  readonly transcript: string;
  readonly captions: string;
  readonly captionsReplace: string;
  /** Asks the author for captions; `set` gets the address of the stored file. */
  readonly onCaptions: (set: (path: string) => void) => void;
};
/** The title of a reveal block is typed into a field inside the block. */
const Reveal = Node.create({
  name: 'reveal',
  group: 'block',
  content: 'block+',
  defining: true,
  addOptions: () => ({ label: '' }),
  addAttributes: () => ({
    title: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-reveal') ?? '',
      renderHTML: ({ title }) => ({ 'data-reveal': title as string }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-reveal]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { class: css['reveal'] }), 0],
  addCommands: () => ({
    setReveal:
      (title) =>
      ({ commands }) =>
        commands.wrapIn('reveal', { title }),
  }),
  addNodeView() {
    const { label } = this.options as { label: string };
    return ({ node, editor, getPos }) => {
      const dom = Object.assign(document.createElement('div'), { className: css['reveal']! });
      const input = attributeField(
        { editor, getPos },
        { name: 'title', value: String(node.attrs['title']), label, max: TITLE_MAX },
      );
      const contentDOM = document.createElement('div');
      dom.append(input, contentDOM);
      return {
        dom,
        contentDOM,
        stopEvent: (event) => event.target === input,
        ignoreMutation: (change) => change.type !== 'selection' && !contentDOM.contains(change.target),
        update: (next) => {
          if (next.type.name !== 'reveal') return false;
          const title = String(next.attrs['title']);
          if (input.value !== title) input.value = title;
          return true;
        },
      };
    };
  },
});

const Column = Node.create({
  name: 'column',
  content: 'block+',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-column]' }],
  renderHTML: () => ['div', { 'data-column': '' }, 0],
});
const isEmptyText = (node: ProseMirrorNode): boolean => node.isTextblock && node.content.size === 0;
const Columns = Node.create({
  name: 'columns',
  group: 'block',
  content: 'column column',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-columns]' }],
  renderHTML: () => ['div', { 'data-columns': '', class: css['columns']! }, 0],
  addCommands: () => ({
    insertColumns:
      () =>
      ({ chain }) => {
        const column = { type: 'column', content: [{ type: 'paragraph' }] };
        return chain()
          .insertContent({ type: 'columns', content: [column, column] })
          .command(({ tr }) => {
            // The caret is in the last column now; an author begins with the first one.
            const { $from } = tr.selection;
            const depth = [...Array($from.depth + 1).keys()].findLast((one) => $from.node(one).type.name === 'columns');
            if (depth !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve($from.start(depth) + 1)));
            return true;
          })
          .run();
      },
    unwrapColumns:
      () =>
      ({ state, tr, dispatch }) => {
        const { $from } = state.selection;
        const depth = [...Array($from.depth + 1).keys()].findLast((one) => $from.node(one).type.name === 'columns');
        if (depth === undefined) return false;
        const { children } = $from.node(depth);
        // An empty column holds one empty paragraph, of which the text needs none.
        const filled = children.filter((column) => column.childCount > 1 || !isEmptyText(column.firstChild!));
        const blocks = (filled.length > 0 ? filled : children.slice(0, 1)).flatMap((column) => column.children);
        dispatch?.(tr.replaceWith($from.before(depth), $from.after(depth), Fragment.from(blocks)));
        return true;
      },
  }),
});

const optional = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
});
const text = (name: string) => ({ default: '', parseHTML: (element: HTMLElement) => element.getAttribute(name) ?? '' });

/** The width of a picture that was resized in this editor; pasted text may name any. */
const pictureSize = {
  default: null,
  parseHTML: (element: HTMLElement) => {
    const width = Number(element.getAttribute('width'));
    return Number.isInteger(width) && width >= PICTURE_SIDE_MIN && width <= PICTURE_SIDE_MAX ? width : null;
  },
};

/** Draws a picture with a handle at its corner and a field for its description below. */
const pictureView = ({ node, editor, getPos, extension }: NodeViewRendererProps): NodeView => {
  const { label, width } = extension.options as PictureOptions;
  const at = { editor, getPos };
  const dom = Object.assign(document.createElement('figure'), { className: own['media']! });
  const picture = Object.assign(document.createElement('img'), { src: String(node.attrs['path']) });
  const value = String(node.attrs['alt']);
  const input = attributeField(at, { name: 'alt', value, label, max: ALT_MAX });
  const handle = resizeHandle(picture, {
    label: width,
    className: own['resize']!,
    onWidth: (wanted) => setAttribute(at, 'width', wanted),
  });
  const frame = Object.assign(document.createElement('div'), { className: own['resizable']! });
  frame.append(picture, handle);
  dom.append(frame, input);
  const draw = ({ attrs }: ProseMirrorNode): void => {
    picture.style.width = typeof attrs['width'] === 'number' ? `${attrs['width']}px` : '';
    showValue(input, attrs['alt']);
  };
  draw(node);
  return {
    dom,
    stopEvent: (event) => event.target === input || event.target === handle,
    ignoreMutation: () => true,
    update: (next) => {
      if (next.type.name !== 'image' || next.attrs['path'] !== node.attrs['path']) return false;
      draw(next);
      return true;
    },
  };
};
/** Draws a video with fields for its title and transcript and a button for its captions below. */
const videoView = ({ node, editor, getPos, extension }: NodeViewRendererProps): NodeView => {
  const options = extension.options as VideoOptions;
  const at = { editor, getPos };
  const dom = Object.assign(document.createElement('figure'), { className: own['media']! });
  const video = Object.assign(document.createElement('video'), { controls: true, preload: 'metadata' });
  video.src = String(node.attrs['path']);
  const title = attributeField(at, { name: 'title', value: '', label: options.title, max: TITLE_MAX });
  const transcript = attributeField(at, {
    name: 'transcript',
    value: '',
    label: options.transcript,
    max: TRANSCRIPT_MAX,
    tag: 'textarea',
  });
  const captions = Object.assign(document.createElement('button'), { type: 'button', className: own['captions']! });
  captions.addEventListener('click', () => options.onCaptions((path) => setAttribute(at, 'captions', path)));
  dom.append(video, title, transcript, captions);
  const draw = ({ attrs }: ProseMirrorNode): void => {
    showValue(title, attrs['title']);
    showValue(transcript, attrs['transcript']);
    captions.textContent = attrs['captions'] === null ? options.captions : options.captionsReplace;
  };
  draw(node);
  return {
    dom,
    stopEvent: (event) => event.target !== video,
    ignoreMutation: () => true,
    update: (next) => {
      if (next.type.name !== 'video' || next.attrs['path'] !== node.attrs['path']) return false;
      draw(next);
      return true;
    },
  };
};

const Picture = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addOptions: (): PictureOptions => ({ label: '', width: '' }),
  addAttributes: () => ({ path: text('src'), alt: text('alt'), width: pictureSize }),
  parseHTML: () => [{ tag: 'img[src^="/lk/files/"]' }],
  renderHTML: ({ node: { attrs } }) => [
    'img',
    { src: attrs['path'] as string, alt: attrs['alt'] as string, width: attrs['width'] as number | null },
  ],
  addNodeView: () => pictureView,
});
const Video = Node.create({
  name: 'video',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    path: text('src'),
    title: text('title'),
    captions: optional('data-captions'),
    transcript: optional('data-transcript'),
  }),
  parseHTML: () => [{ tag: 'video[src^="/lk/files/"]' }],
  renderHTML: ({ node }) => [
    'video',
    {
      src: node.attrs['path'] as string,
      title: node.attrs['title'] as string,
      'data-captions': node.attrs['captions'] as string | null,
      'data-transcript': node.attrs['transcript'] as string | null,
      controls: '',
      preload: 'metadata',
    },
  ],
  addNodeView: () => videoView,
});

/** The blocks and marks of a text that is printed, and nothing else. */
export const printedExtensions = (): AnyExtension[] => [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    listItem: false,
    link: { openOnClick: false, autolink: true, protocols: ['mailto'], isAllowedUri: (href) => isLink(href) },
  }),
  // A list item of a slide may begin with any block.
  ListItem.extend({ content: 'block+' }),
  TableKit.configure({ table: { resizable: false } }),
  Callout,
  Columns,
  Column,
];

/** The blocks and marks of a slide, and nothing else. */
export const slideExtensions = (labels: Labels): AnyExtension[] => [
  ...printedExtensions(),
  Reveal.configure({ label: labels.reveal }),
  scene,
  choice.configure(labels.scene),
  Picture.configure(labels.picture),
  Video.configure(labels.video),
];

/** Addresses that a slide may link to. */
export const isLink = (href: string): boolean => /^(https?:\/\/|mailto:)\S+$/i.test(href) && href.length <= 2000;
