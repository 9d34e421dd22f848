import { mergeAttributes, Node, type NodeViewRendererProps } from '@tiptap/core';
import type { NodeView } from '@tiptap/pm/view';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import css from '../slide.module.css';
import { attributeField, setAttribute, showValue } from './attribute-field.ts';
import own from './slides.module.css';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    scene: {
      /** Inserts a scene with an empty story and two choices, the first of them good. */
      insertScene: () => ReturnType;
      /** Adds a third choice to the scene around the selection. */
      addChoice: () => ReturnType;
    };
  }
}

/** Labels of the fields of a choice. */
export type SceneLabels = { readonly title: string; readonly good: string };

const CHOICES_MAX = 3;
const emptyChoice = (good: boolean) => ({
  type: 'choice',
  attrs: { title: '', good },
  content: [{ type: 'paragraph' }],
});

/** A story and two or three choices, of which the learner opens one. */
export const scene = Node.create({
  name: 'scene',
  group: 'block',
  content: `paragraph+ choice{2,${CHOICES_MAX}}`,
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-scene]' }],
  renderHTML: () => ['div', { 'data-scene': '', class: css['scene']! }, 0],
  addCommands: () => ({
    insertScene:
      () =>
      ({ commands }) =>
        commands.insertContent({
          type: 'scene',
          content: [{ type: 'paragraph' }, emptyChoice(true), emptyChoice(false)],
        }),
    addChoice:
      () =>
      ({ state, commands }) => {
        const { $from } = state.selection;
        const depth = [...Array($from.depth + 1).keys()].findLast((one) => $from.node(one).type.name === 'scene');
        if (depth === undefined) return false;
        const choices = $from.node(depth).children.filter(({ type }) => type.name === 'choice').length;
        return choices < CHOICES_MAX && commands.insertContentAt($from.end(depth), emptyChoice(false));
      },
  }),
});

const choiceView = ({ node, editor, getPos, extension }: NodeViewRendererProps): NodeView => {
  const labels = extension.options as SceneLabels;
  const at = { editor, getPos };
  const dom = Object.assign(document.createElement('div'), { className: css['choice']! });
  const title = attributeField(at, { name: 'title', value: '', label: labels.title, max: TITLE_MAX });
  const good = Object.assign(document.createElement('input'), { type: 'checkbox' });
  good.addEventListener('change', () => setAttribute(at, 'good', good.checked));
  const label = Object.assign(document.createElement('label'), { className: own['good']! });
  label.append(good, labels.good);
  const contentDOM = document.createElement('div');
  dom.append(title, label, contentDOM);
  const draw = ({ attrs }: typeof node): void => {
    showValue(title, attrs['title']);
    good.checked = attrs['good'] === true;
  };
  draw(node);
  return {
    dom,
    contentDOM,
    stopEvent: (event) => event.target === title || label.contains(event.target as Element),
    ignoreMutation: (change) => change.type !== 'selection' && !contentDOM.contains(change.target),
    update: (next) => {
      if (next.type.name !== 'choice') return false;
      draw(next);
      return true;
    },
  };
};

/** What a learner may do in a scene, and what follows. */
export const choice = Node.create({
  name: 'choice',
  content: 'block+',
  isolating: true,
  addOptions: (): SceneLabels => ({ title: '', good: '' }),
  addAttributes: () => ({
    title: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-choice') ?? '',
      renderHTML: ({ title }) => ({ 'data-choice': title as string }),
    },
    good: {
      default: false,
      parseHTML: (element) => element.hasAttribute('data-good'),
      renderHTML: ({ good }) => (good === true ? { 'data-good': '' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-choice]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { class: css['choice'] }), 0],
  addNodeView: () => choiceView,
});
