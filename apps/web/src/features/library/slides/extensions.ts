import { type AnyExtension, mergeAttributes, Node } from '@tiptap/core';
import { TableKit } from '@tiptap/extension-table';
import { ListItem } from '@tiptap/extension-list';
import StarterKit from '@tiptap/starter-kit';
import { calloutTones } from '@sergak/contract/library/slide-doc.schema.ts';
import css from '../slide.module.css';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    slideBlocks: {
      /** Puts the selection into a callout, or changes the tone of the callout around it. */
      setCallout: (tone: (typeof calloutTones)[number]) => ReturnType;
      /** Puts the selection into a block that opens on a click. */
      setReveal: (title: string) => ReturnType;
      /** Inserts two empty columns. */
      insertColumns: () => ReturnType;
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
      const input = Object.assign(document.createElement('input'), {
        className: css['reveal-title']!,
        value: String(node.attrs['title']),
        maxLength: 255,
      });
      input.setAttribute('aria-label', label);
      input.placeholder = label;
      const contentDOM = document.createElement('div');
      dom.append(input, contentDOM);
      input.addEventListener('input', () => {
        const at = getPos();
        if (at !== undefined) editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'title', input.value));
      });
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
      ({ commands }) => {
        const column = { type: 'column', content: [{ type: 'paragraph' }] };
        return commands.insertContent({ type: 'columns', content: [column, column] });
      },
  }),
});

const text = (name: string) => ({ default: '', parseHTML: (element: HTMLElement) => element.getAttribute(name) ?? '' });

const Picture = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ path: text('src'), alt: text('alt') }),
  parseHTML: () => [{ tag: 'img[src^="/lk/files/"]' }],
  renderHTML: ({ node }) => ['img', { src: node.attrs['path'] as string, alt: node.attrs['alt'] as string }],
});
const Video = Node.create({
  name: 'video',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ path: text('src'), title: text('title') }),
  parseHTML: () => [{ tag: 'video[src^="/lk/files/"]' }],
  renderHTML: ({ node }) => [
    'video',
    { src: node.attrs['path'] as string, title: node.attrs['title'] as string, controls: '', preload: 'metadata' },
  ],
});

/** The blocks and marks of a slide, and nothing else. `revealLabel` names the title field of a reveal block. */
export const slideExtensions = (revealLabel: string): AnyExtension[] => [
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
  Reveal.configure({ label: revealLabel }),
  Columns,
  Column,
  Picture,
  Video,
];

/** Addresses that a slide may link to. */
export const isLink = (href: string): boolean => /^(https?:\/\/|mailto:)\S+$/i.test(href) && href.length <= 2000;
