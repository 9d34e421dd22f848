import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconBulb,
  IconCode,
  IconColumns2,
  IconColumnInsertRight,
  IconColumnRemove,
  IconH3,
  IconH4,
  IconInfoCircle,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconRowInsertBottom,
  IconRowRemove,
  IconSelector,
  IconSignRight,
  IconSquareRoundedPlus,
  IconTable,
  IconTableOff,
  IconUnderline,
  IconVideo,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { calloutTones } from '@sergak/contract/library/library.rules.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import type { Icon } from '../../../shared/ui/states.tsx';
import css from './slides.module.css';

type Tone = (typeof calloutTones)[number];
type Tool = {
  readonly key: string;
  readonly name: string;
  readonly icon: Icon;
  /** Undefined for an action that has no state. */
  readonly on?: boolean;
  readonly off?: boolean;
  readonly run: () => void;
};
type Props = {
  editor: Editor;
  /** The text is printed: without what opens or plays. */
  printed: boolean;
  onLink: () => void;
  onPicture: () => void;
  onVideo: () => void;
};
const notPrinted = ['reveal', 'scene', 'image', 'video'];

const tones: Readonly<Record<Tone, Icon>> = { info: IconInfoCircle, warning: IconAlertTriangle, example: IconBulb };

const useTools = ({ editor, printed, onLink, onPicture, onVideo }: Props): Tool[][] => {
  const t = useT('library__slides');
  const at = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      code: now.isActive('code'),
      link: now.isActive('link'),
      h3: now.isActive('heading', { level: 3 }),
      h4: now.isActive('heading', { level: 4 }),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      blockquote: now.isActive('blockquote'),
      tone: now.isActive('callout') ? (now.getAttributes('callout')['tone'] as Tone) : null,
      reveal: now.isActive('reveal'),
      scene: now.isActive('scene'),
      columns: now.isActive('columns'),
      table: now.isActive('table'),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  });
  const go = () => editor.chain().focus();
  const tool = (key: string, icon: Icon, run: () => void, state: { on?: boolean; off?: boolean } = {}): Tool => ({
    key,
    icon,
    run,
    name: t(`tool.${key}` as 'tool.bold'),
    ...state,
  });
  const callout = (tone: Tone): Tool =>
    tool(
      `callout_${tone}`,
      tones[tone],
      () => (at.tone === tone ? go().unwrapBlock('callout').run() : go().setCallout(tone).run()),
      { on: at.tone === tone },
    );
  const groups = [
    [
      tool('undo', IconArrowBackUp, () => go().undo().run(), { off: !at.undo }),
      tool('redo', IconArrowForwardUp, () => go().redo().run(), { off: !at.redo }),
    ],
    [
      tool('h3', IconH3, () => go().toggleHeading({ level: 3 }).run(), { on: at.h3 }),
      tool('h4', IconH4, () => go().toggleHeading({ level: 4 }).run(), { on: at.h4 }),
    ],
    [
      tool('bold', IconBold, () => go().toggleBold().run(), { on: at.bold }),
      tool('italic', IconItalic, () => go().toggleItalic().run(), { on: at.italic }),
      tool('underline', IconUnderline, () => go().toggleUnderline().run(), { on: at.underline }),
      tool('code', IconCode, () => go().toggleCode().run(), { on: at.code }),
      tool('link', IconLink, onLink, { on: at.link }),
    ],
    [
      tool('bullet_list', IconList, () => go().toggleBulletList().run(), { on: at.bulletList }),
      tool('ordered_list', IconListNumbers, () => go().toggleOrderedList().run(), { on: at.orderedList }),
      tool('quote', IconBlockquote, () => go().toggleBlockquote().run(), { on: at.blockquote }),
    ],
    [
      callout('info'),
      callout('warning'),
      callout('example'),
      tool(
        'reveal',
        IconSelector,
        () => (at.reveal ? go().unwrapBlock('reveal').run() : go().setReveal(t('text.reveal_title')).run()),
        { on: at.reveal },
      ),
      tool('scene', IconSignRight, () => (at.scene ? go().deleteNode('scene').run() : go().insertScene().run()), {
        on: at.scene,
      }),
      ...(at.scene ? [tool('choice_add', IconSquareRoundedPlus, () => go().addChoice().run())] : []),
      tool('columns', IconColumns2, () => (at.columns ? go().unwrapColumns().run() : go().insertColumns().run()), {
        on: at.columns,
      }),
    ],
    [
      tool('image', IconPhoto, onPicture),
      tool('video', IconVideo, onVideo),
      ...(at.table
        ? [
            tool('row_add', IconRowInsertBottom, () => go().addRowAfter().run()),
            tool('row_remove', IconRowRemove, () => go().deleteRow().run()),
            tool('column_add', IconColumnInsertRight, () => go().addColumnAfter().run()),
            tool('column_remove', IconColumnRemove, () => go().deleteColumn().run()),
            tool('table_remove', IconTableOff, () => go().deleteTable().run()),
          ]
        : [tool('table', IconTable, () => go().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run())]),
    ],
  ];
  return printed ? groups.map((tools) => tools.filter(({ key }) => !notPrinted.includes(key))) : groups;
};

/** The buttons of the text editor. Arrow keys move between them. */
export const TextToolbar = (props: Props): ReactNode => {
  const t = useT('library__slides');
  const bar = useRef<HTMLDivElement>(null);
  const groups = useTools(props);
  const move = (event: KeyboardEvent): void => {
    const buttons = [...bar.current!.querySelectorAll<HTMLButtonElement>('button')];
    const from = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length]!.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('text.toolbar')}
      className={css['toolbar']}
      onKeyDown={move}
    >
      {groups.map((tools, index) => (
        <div key={index} className={css['tools']}>
          {tools.map(({ key, name, icon: Sign, on, off = false, run }) => (
            <button
              key={key}
              type="button"
              aria-label={name}
              title={name}
              aria-pressed={on}
              aria-disabled={off || undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => off || run()}
            >
              <Sign size={19} stroke={1.7} aria-hidden />
            </button>
          ))}
        </div>
      ))}
    </div>
  );
};
