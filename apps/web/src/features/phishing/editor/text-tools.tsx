import { ActionIcon, Menu } from '@mantine/core';
import { IconBold, IconFlag, IconItalic, IconUnderline } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { useT } from '../../../shared/i18n/use-t.ts';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import css from './editor.module.css';
import type { Canvas } from './grapes.ts';

/** The selected range inside the text being edited, or null. */
const rangeIn = (canvas: Canvas | null): Range | null => {
  const edited = canvas?.editor.getEditing()?.getEl();
  const selection = edited?.ownerDocument.getSelection();
  if (!edited || !selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  return edited.contains(range.commonAncestorContainer) ? range : null;
};
const report = (canvas: Canvas): boolean | undefined =>
  canvas.editor
    .getEditing()
    ?.getEl()
    ?.dispatchEvent(new Event('input', { bubbles: true }));

const markAt = (node: Node | undefined): Element | null =>
  (node?.nodeType === 1 ? (node as Element) : node?.parentElement)?.closest('[data-tip]') ?? null;

/** What is selected in the text being edited; `mark` is a caret in the mark of a red flag. */
export type Selected = 'range' | 'mark' | 'caret' | null;
export const selectedIn = (canvas: Canvas | null): Selected => {
  const range = rangeIn(canvas);
  if (!range) return null;
  if (!range.collapsed && range.toString().trim() !== '') return 'range';
  return markAt(range.startContainer) ? 'mark' : 'caret';
};

/**
 * Inserts markup in place of the selection of the text being edited, at its end without a caret. Returns false if no text is
 * being edited. `insertHTML` of the browser would drop a chip in table cells and leave the caret inside it elsewhere.
 */
export const insertAtCaret = (canvas: Canvas, html: string): boolean => {
  const edited = canvas.editor.getEditing()?.getEl();
  if (!edited) return false;
  edited.focus();
  let range = rangeIn(canvas);
  if (!range) {
    range = edited.ownerDocument.createRange();
    range.selectNodeContents(edited);
    range.collapse(false);
  }
  range.deleteContents();
  const added = range.createContextualFragment(html).firstChild!;
  range.insertNode(added);
  // Browsers write a typed space at the end of a text as a no-break space until something follows it.
  const before = added.previousSibling;
  if (before?.nodeType === 3) before.nodeValue = before.nodeValue!.replace(/(\S)\u00a0$/, '$1 ');
  range.setStartAfter(added);
  const selection = edited.ownerDocument.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  report(canvas);
  return true;
};

/** Wraps the selected text in the mark of a red flag; N counts the red flags from 1. */
const markTip = (canvas: Canvas | null, tip: number): void => {
  const range = rangeIn(canvas);
  if (!canvas || !range || range.collapsed) return;
  const span = range.startContainer.ownerDocument!.createElement('span');
  span.dataset['tip'] = String(tip);
  span.append(range.extractContents());
  range.insertNode(span);
  report(canvas);
};
/** Removes the mark around the caret; its text stays. */
const clearTip = (canvas: Canvas | null): void => {
  const mark = markAt(rangeIn(canvas)?.startContainer);
  if (!canvas || !mark) return;
  mark.replaceWith(...mark.childNodes);
  report(canvas);
};

/** Format and red flags of the selected text. */
export const TextTools = ({
  canvas,
  selected,
  tips,
}: {
  canvas: RefObject<Canvas | null>;
  selected: Selected;
  tips: readonly string[];
}): ReactNode => {
  const t = useT('phishing__editor');
  const isEditing = canvas.current?.editor.getEditing() !== undefined;
  const format = (command: string): void => {
    const edited = canvas.current?.editor.getEditing()?.getEl();
    edited?.focus();
    edited?.ownerDocument.execCommand(command);
  };
  const buttons = [
    ['bold', IconBold],
    ['italic', IconItalic],
    ['underline', IconUnderline],
  ] as const;
  return (
    <div className={css['tools']} role="toolbar" aria-label={t('visual.text_tools')}>
      {buttons.map(([command, Mark]) => (
        <ActionIcon
          key={command}
          variant="subtle"
          color="gray"
          disabled={!isEditing}
          aria-label={t(`visual.${command}`)}
          // Keeps the caret in the canvas.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => format(command)}
        >
          <Mark size={18} stroke={1.8} />
        </ActionIcon>
      ))}
      {tips.some((tip) => tip.trim() !== '') && (
        <Menu position="bottom-start" withinPortal={false} returnFocus={false} trapFocus={false}>
          <Menu.Target>
            <ActionButton
              size="compact-sm"
              variant="subtle"
              leftSection={<IconFlag size={16} />}
              blocked={selected !== 'range' && selected !== 'mark' && t('visual.select_text')}
              onMouseDown={(event) => event.preventDefault()}
            >
              {t('visual.mark_tip')}
            </ActionButton>
          </Menu.Target>
          <Menu.Dropdown>
            {tips.map(
              (tip, i) =>
                tip.trim() !== '' && (
                  <Menu.Item
                    key={`${i}-${tip}`}
                    className={css['tip']!}
                    disabled={selected !== 'range'}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => markTip(canvas.current, i + 1)}
                  >
                    {i + 1}. {tip}
                  </Menu.Item>
                ),
            )}
            <Menu.Divider />
            <Menu.Item onMouseDown={(event) => event.preventDefault()} onClick={() => clearTip(canvas.current)}>
              {t('visual.clear_tip')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {/* It keeps its place, so that the press that closes a text does not move the canvas away from the pointer. */}
      <span id="canvas-keys" className={css['hint']} data-away={isEditing || undefined}>
        <span className={css['by-mouse']}>
          {t('visual.edit_hint')} {t('visual.keys_hint')}
        </span>
        <span className={css['by-touch']}>{t('visual.touch_hint')}</span>
      </span>
    </div>
  );
};
