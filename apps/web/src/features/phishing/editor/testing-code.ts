import { EditorView } from '@codemirror/view';
import { act } from 'react';
import { eventually } from '../../../shared/ui/testing.tsx';

const viewOf = (): EditorView => {
  const el = document.querySelector<HTMLElement>('.cm-editor');
  const view = el && EditorView.findFromDOM(el);
  if (!view) throw new Error('There is no code view');
  return view;
};
/** For component tests: chooses the code view, as a click does. */
export const openCode = async (): Promise<void> => {
  const radio = (): HTMLInputElement => {
    const found = document.querySelector<HTMLInputElement>('input[type=radio][value=code]');
    if (!found) throw new Error('There is no choice of views');
    return found;
  };
  await eventually(radio);
  await act(async () => radio().click());
};
/** For component tests: replaces the text of the code view. */
export const writeCode = async (html: string): Promise<void> => {
  await eventually(viewOf);
  const view = viewOf();
  await act(async () => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: html } }));
};
/** For component tests: the text that the code view shows. */
export const shownCode = (): string => viewOf().state.doc.toString();
