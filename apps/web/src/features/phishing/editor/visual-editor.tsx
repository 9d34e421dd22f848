import type { Component } from 'grapesjs';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage, useT } from '../../../shared/i18n/use-t.ts';
import { type BlockName, blockHtml, emailBlocks, pageBlocks, type PickPicture, pictureHtml } from './blocks.ts';
import { BlockPanel } from './block-panel.tsx';
import { type Canvas, openCanvas } from './grapes.ts';
import css from './editor.module.css';
import { partKinds, type PartNames } from './part-names.ts';
import { PartPanel } from './part-panel.tsx';
import { insertAtCaret, type Selected, selectedIn, TextTools } from './text-tools.tsx';
import { closeTextByKey, partWords, pressInCanvas } from './canvas-keys.ts';
import type { VariableNames } from './variable-chips.ts';

export type VisualHandle = {
  readonly insertVariable: (name: string) => void;
  /** The text with what is being typed at this moment. */
  readonly read: () => string;
};
export type VisualProps = {
  kind: 'email' | 'page' | 'redirect';
  label: string;
  value: string;
  /** Names of the variables that the text may contain, shown as chips. */
  variables: VariableNames;
  /** Changes when the view must show `value` again, because it did not come from here. */
  revision: number;
  onChange: (html: string) => void;
  /** Red flags that a part of the text can be marked with. */
  tips?: readonly string[];
  /** Without it there is no picture block. */
  onPickPicture?: PickPicture | undefined;
  width: 'desktop' | 'phone';
  handle: Ref<VisualHandle>;
};

/** Parts that only make sense inside a table or a list. */
const INNER = /^(?:td|th|tr|tbody|thead|tfoot|li|option)$/;

/** Puts new content after the selected part, outside the rows of its table; at the end without a selection. */
const insert = (canvas: Canvas, markup: string): void => {
  const { editor } = canvas;
  const html = canvas.toChips(markup);
  let part = editor.getSelected();
  while (part && (INNER.test(String(part.get('tagName'))) || INNER.test(String(part.parent()?.get('tagName')))))
    part = part.get('tagName') === 'td' ? undefined : part.parent();
  const wrapper = editor.getWrapper()!;
  const selected = editor.getSelected();
  const cell = selected?.closest('td') ?? (selected?.get('tagName') === 'td' ? selected : undefined);
  const parent = part && part !== wrapper ? (part.parent() ?? wrapper) : (cell ?? wrapper);
  const inserted = part && part !== wrapper ? parent.append(html, { at: part.index() + 1 }) : parent.append(html);
  const first = inserted.find((one) => !one.is('textnode'));
  if (first) editor.select(first, { scroll: true });
};

/** Inserts a variable at the caret of the text being edited, else after the selected text. */
const insertVariable = (canvas: Canvas, name: string): void => {
  const { editor } = canvas;
  const chip = canvas.toChips(`{{${name}}}`);
  if (insertAtCaret(canvas, chip)) return;
  const selected = editor.getSelected();
  if (selected && (selected.is('text') || selected.is('own-text'))) selected.append(chip);
  else insert(canvas, `<p>{{${name}}}</p>`);
};

/** Edits the body of an email or page as people see it. The text around the changes stays as it was written. */
export default function VisualEditor(props: VisualProps): ReactNode {
  const t = useT('phishing__editor');
  const language = useLanguage();
  const { kind, label, revision, width, tips = [], onPickPicture, handle } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<Canvas>(null);
  const latest = useRef(props);
  latest.current = props;
  const [part, setPart] = useState<Component | null>(null);
  const [selected, setSelected] = useState<Selected>(null);
  const [, setDrawn] = useState(0);
  useEffect(() => {
    const container = document.createElement('div');
    container.style.height = '100%';
    box.current!.append(container);
    const openedCanvas = openCanvas({
      container,
      html: latest.current.value,
      language,
      variables: latest.current.variables,
      names: Object.fromEntries(partKinds.map((one) => [one, t(`visual.part.${one}`)])) as PartNames,
      accent: getComputedStyle(container).getPropertyValue('--mantine-color-brand-7'),
      onChange: (html) => {
        latest.current.onChange(html);
        setDrawn((n) => n + 1);
      },
      onSelect: setPart,
    });
    canvas.current = openedCanvas;
    // `rte:enable` is sent before the editor has stored which text is open.
    const look = (): void => setSelected(selectedIn(openedCanvas));
    openedCanvas.editor.getModel().on('change:editing', () => {
      look();
      setDrawn((n) => n + 1);
    });
    openedCanvas.editor.on('load', () => {
      const frame = openedCanvas.editor.Canvas.getFrameEl() as HTMLIFrameElement | undefined;
      frame?.setAttribute('title', latest.current.label);
      frame?.contentDocument?.addEventListener('selectionchange', look);
      closeTextByKey(openedCanvas.editor, () => box.current?.focus({ preventScroll: true }));
      container.dataset['ready'] = '';
    });
    return () => {
      canvas.current = null;
      openedCanvas.destroy();
      container.remove();
    };
  }, [t, kind, language]);
  useEffect(() => canvas.current?.load(latest.current.value), [revision]);
  // The form must have the last letters before a button acts. Not on `pointerdown`: what the page then shows could move the
  // button away before the press ends, and the click would be lost.
  useEffect(() => {
    const flush = (): void => flushSync(() => void canvas.current?.read());
    document.addEventListener('click', flush, true);
    return () => document.removeEventListener('click', flush, true);
  }, []);
  useEffect(() => void canvas.current?.editor.setDevice(width), [width]);
  useImperativeHandle(handle, () => ({
    insertVariable: (name) => insertVariable(canvas.current!, name),
    read: () => canvas.current!.read(),
  }));
  const add = (name: BlockName): void => {
    if (name !== 'picture') return insert(canvas.current!, blockHtml(name, t, kind));
    void onPickPicture?.().then(
      (chosen) => chosen && insert(canvas.current!, pictureHtml(chosen.file_id, chosen.name)),
    );
  };
  const blocks = kind === 'page' ? pageBlocks : emailBlocks;
  return (
    // A press in the page ends the editing of a text in the canvas. Presses in the tools must not.
    <div className={css['visual']} onMouseDown={(event) => event.stopPropagation()}>
      <BlockPanel
        blocks={blocks.filter((one) => one !== 'picture' || onPickPicture !== undefined)}
        onAdd={add}
        onDrag={(name, event) => {
          const { editor, toChips } = canvas.current!;
          const content = toChips(blockHtml(name, t, kind));
          editor.Blocks.startDrag(editor.Blocks.add(name, { label: name, content }), event);
        }}
        onDrop={() => canvas.current!.editor.Blocks.endDrag(false)}
      />
      <div className={css['stage']}>
        <TextTools canvas={canvas} selected={selected} tips={tips} />
        <div
          ref={box}
          className={css['canvas']}
          role="application"
          aria-label={label}
          aria-describedby="canvas-keys"
          tabIndex={0}
          onKeyDown={(event) => {
            if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
            if (pressInCanvas(canvas.current!.editor, event.key)) event.preventDefault();
          }}
        />
        <span className="sr-only" role="status">
          {part === null ? '' : partWords(part)}
        </span>
      </div>
      <PartPanel
        key={part?.getId() ?? ''}
        part={part}
        onPickPicture={onPickPicture}
        onSelect={(next) => canvas.current!.editor.select(next)}
      />
    </div>
  );
}
