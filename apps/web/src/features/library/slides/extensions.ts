import { type AnyExtension, type Editor, mergeAttributes, Node, type NodeViewRendererProps } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import { ListItem } from '@tiptap/extension-list';
import { Fragment, type Node as ProseMirrorNode } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { NodeView } from '@tiptap/pm/view';
import StarterKit from '@tiptap/starter-kit';
import { calloutTones } from '@sergak/contract/library/library.rules.ts';
import { ALT_MAX } from '@sergak/contract/library/media.rules.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import css from '../slide.module.css';
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
  /** Label of the alternative text of a picture. */
  readonly alt: string;
  /** Label of the title of a video. */
  readonly video: string;
};
type At = { readonly editor: Editor; readonly getPos: () => number | undefined };

/** A field inside a block that shows and changes one of the block's attributes. */
const attributeField = ({ editor, getPos }: At, name: string, value: string, label: string, max: number) => {
  const input = Object.assign(document.createElement('input'), { className: own['attribute']!, value, maxLength: max });
  input.setAttribute('aria-label', label);
  input.placeholder = label;
  input.addEventListener('input', () => {
    const at = getPos();
    if (at !== undefined) editor.view.dispatch(editor.state.tr.setNodeAttribute(at, name, input.value));
  });
  return input;
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
      const input = attributeField({ editor, getPos }, 'title', String(node.attrs['title']), label, TITLE_MAX);
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

const text = (name: string) => ({ default: '', parseHTML: (element: HTMLElement) => element.getAttribute(name) ?? '' });

/** Draws a picture or a video with a field for its description below. */
const mediaView =
  (type: 'image' | 'video', words: 'alt' | 'title', max: number) =>
  ({ node, editor, getPos, extension }: NodeViewRendererProps): NodeView => {
    const { label } = extension.options as { label: string };
    const dom = Object.assign(document.createElement('figure'), { className: own['media']! });
    const medium = document.createElement(type === 'image' ? 'img' : 'video');
    medium.src = String(node.attrs['path']);
    if (medium instanceof HTMLVideoElement) Object.assign(medium, { controls: true, preload: 'metadata' });
    const input = attributeField({ editor, getPos }, words, String(node.attrs[words]), label, max);
    dom.append(medium, input);
    return {
      dom,
      stopEvent: (event) => event.target === input,
      ignoreMutation: () => true,
      update: (next) => {
        if (next.type.name !== type || next.attrs['path'] !== node.attrs['path']) return false;
        const value = String(next.attrs[words]);
        if (input.value !== value) input.value = value;
        return true;
      },
    };
  };

const Picture = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addOptions: () => ({ label: '' }),
  addAttributes: () => ({ path: text('src'), alt: text('alt') }),
  parseHTML: () => [{ tag: 'img[src^="/lk/files/"]' }],
  renderHTML: ({ node }) => ['img', { src: node.attrs['path'] as string, alt: node.attrs['alt'] as string }],
  addNodeView: () => mediaView('image', 'alt', ALT_MAX),
});
const Video = Node.create({
  name: 'video',
  group: 'block',
  draggable: true,
  addOptions: () => ({ label: '' }),
  addAttributes: () => ({ path: text('src'), title: text('title') }),
  parseHTML: () => [{ tag: 'video[src^="/lk/files/"]' }],
  renderHTML: ({ node }) => [
    'video',
    { src: node.attrs['path'] as string, title: node.attrs['title'] as string, controls: '', preload: 'metadata' },
  ],
  addNodeView: () => mediaView('video', 'title', TITLE_MAX),
});

/** The blocks and marks of a slide, and nothing else. */
export const slideExtensions = (labels: Labels): AnyExtension[] => [
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
  Reveal.configure({ label: labels.reveal }),
  Columns,
  Column,
  Picture.configure({ label: labels.alt }),
  Video.configure({ label: labels.video }),
];

/** Addresses that a slide may link to. */
export const isLink = (href: string): boolean => /^(https?:\/\/|mailto:)\S+$/i.test(href) && href.length <= 2000;
