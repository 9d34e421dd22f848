import type { Editor } from '@tiptap/core';
import own from './slides.module.css';

/** Where a block stands in the editor. */
export type At = { readonly editor: Editor; readonly getPos: () => number | undefined };

/** Changes one attribute of the block at `getPos`, if the block is still there. */
export const setAttribute = ({ editor, getPos }: At, name: string, value: string | number | boolean): void => {
  const at = getPos();
  if (at !== undefined) editor.view.dispatch(editor.state.tr.setNodeAttribute(at, name, value));
};

/** A field inside a block that shows and changes one of the block's attributes. */
export const attributeField = (
  at: At,
  field: { name: string; value: string; label: string; max: number; tag?: 'input' | 'textarea' },
) => {
  const { name, value, label, max, tag = 'input' } = field;
  const input = Object.assign(document.createElement(tag), { className: own['attribute']!, value, maxLength: max });
  input.setAttribute('aria-label', label);
  input.placeholder = label;
  input.addEventListener('input', () => setAttribute(at, name, input.value));
  return input;
};

/** Shows a changed value without moving the caret of a field that has it already. */
export const showValue = (field: HTMLInputElement | HTMLTextAreaElement, value: unknown): void => {
  const text = typeof value === 'string' ? value : '';
  if (field.value !== text) field.value = text;
};
