import { defaultKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { Fault } from '@sergak/contract/phishing/phishing.rules.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { insertText } from '../insert-text.ts';
import css from './editor.module.css';

export type CodeHandle = {
  readonly insert: (text: string) => void;
  readonly insertVariable: (name: string) => void;
  readonly goTo: (fault: Fault) => void;
};
export type CodeMark = Fault & { readonly level: 'error' | 'warning'; readonly message: string };
type Props = {
  label: string;
  value: string;
  /** Changes when the view must show `value` again, because it did not come from here. */
  revision: number;
  onChange: (html: string) => void;
  marks: readonly CodeMark[];
  /** The fault to show first. */
  target: Fault | null;
  onUndo: () => void;
  onRedo: () => void;
  handle: Ref<CodeHandle>;
};

const colours = HighlightStyle.define([
  { tag: tags.tagName, color: 'var(--code-tag)' },
  { tag: tags.attributeName, color: 'var(--code-name)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--code-value)' },
  { tag: [tags.comment, tags.documentMeta], color: 'var(--quiet)' },
]);

/** The position of a line and column in a document; the end of the line if it is shorter. */
const placeOf = (state: EditorState, { line, column, text }: Fault): { from: number; to: number } => {
  const { from, to } = state.doc.line(Math.min(line, state.doc.lines));
  const start = Math.min(from + column - 1, to);
  return { from: start, to: Math.min(start + text.length, state.doc.length) };
};

/** The smallest replacement that turns one text into another, so that caret and scroll position stay. */
const difference = (now: string, next: string): { from: number; to: number; insert: string } => {
  let start = 0;
  while (start < now.length && start < next.length && now[start] === next[start]) start += 1;
  let end = 0;
  while (
    end < now.length - start &&
    end < next.length - start &&
    now[now.length - 1 - end] === next[next.length - 1 - end]
  )
    end += 1;
  return { from: start, to: now.length - end, insert: next.slice(start, next.length - end) };
};

/** HTML as code: line numbers, colours, search, and faults at their places. */
export default function CodeEditor(props: Props): ReactNode {
  const t = useT('phishing__editor');
  const { label, value, revision, marks, handle } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const entered = useRef(false);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const run = (name: 'onUndo' | 'onRedo') => (): boolean => {
      latest.current[name]();
      return true;
    };
    const editorView = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          highlightActiveLine(),
          drawSelection(),
          bracketMatching(),
          highlightSelectionMatches(),
          search({ top: true }),
          lintGutter(),
          html({ autoCloseTags: true }),
          syntaxHighlighting(colours),
          EditorState.phrases.of({
            Find: t('code.find'),
            Replace: t('code.replace'),
            next: t('code.next'),
            previous: t('code.previous'),
            all: t('code.all'),
            'match case': t('code.match_case'),
            'by word': t('code.by_word'),
            regexp: t('code.regexp'),
            replace: t('code.replace_one'),
            'replace all': t('code.replace_all'),
            close: t('commons:close'),
          }),
          EditorView.contentAttributes.of({ 'aria-label': latest.current.label, spellcheck: 'false' }),
          // The history is shared with the visual view, so the editor has none of its own.
          keymap.of([
            { key: 'Mod-z', run: run('onUndo'), preventDefault: true },
            { key: 'Mod-y', mac: 'Mod-Shift-z', run: run('onRedo'), preventDefault: true },
            { key: 'Mod-Shift-z', run: run('onRedo'), preventDefault: true },
            ...searchKeymap,
            // Tab leaves the editor; Ctrl ] indents.
            ...defaultKeymap,
          ]),
          EditorView.domEventHandlers({ focus: () => void (entered.current = true) }),
          EditorView.updateListener.of((update) => {
            const text = update.state.doc.toString();
            if (update.docChanged && text !== latest.current.value) latest.current.onChange(text);
          }),
        ],
      }),
    });
    view.current = editorView;
    if (latest.current.target) {
      const { from, to } = placeOf(editorView.state, latest.current.target);
      editorView.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    }
    return () => editorView.destroy();
    // The language of the texts changes rarely; the editor then starts again with the current text.
  }, [t]);
  useEffect(() => {
    const now = view.current!.state.doc.toString();
    const next = latest.current.value;
    if (now !== next) view.current!.dispatch({ changes: difference(now, next) });
  }, [revision]);
  useEffect(() => {
    const { state } = view.current!;
    const found = marks
      .filter((one) => one.text !== '')
      .map((one) => ({ ...placeOf(state, one), severity: one.level, message: one.message }));
    view.current!.dispatch(setDiagnostics(state, found));
  }, [marks, value]);
  const insertAtCaret = (added: string): void => {
    const { state } = view.current!;
    const { from, to } = state.selection.main;
    const text = state.doc.toString();
    const insertion = insertText(text, entered.current ? [from, to] : null, added);
    view.current!.dispatch({ changes: difference(text, insertion.html), selection: { anchor: insertion.caret } });
    view.current!.focus();
  };
  useImperativeHandle(handle, () => ({
    insert: insertAtCaret,
    insertVariable: (name) => insertAtCaret(`{{${name}}}`),
    goTo: (fault) => {
      const { from, to } = placeOf(view.current!.state, fault);
      view.current!.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.current!.focus();
    },
  }));
  return <div ref={box} className={css['code']} role="group" aria-label={label} />;
}
