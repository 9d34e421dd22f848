import { ActionIcon, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconArrowBackUp, IconArrowForwardUp, IconCircleX, IconPhoto } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { hasMarks } from '@sergak/contract/phishing/phish-scale.rules.ts';
import { type Fault, pageFields } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Picture, ReplacedPicture } from '@sergak/contract/phishing/pictures.endpoints.ts';
import { pictureSource, withPictures } from '@sergak/contract/phishing/pictures.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { lazy, lazyAfterForm } from '../../shared/ui/lazy.tsx';
import type { CodeHandle, CodeMark } from './editor/code-editor.tsx';
import { useHtmlHistory } from './editor/html-history.ts';
import type { VisualHandle } from './editor/visual-editor.tsx';
import editorCss from './editor/editor.module.css';
import { FaultText } from './fault-text.tsx';
import css from './phishing.module.css';
import { PictureLibrary, type PictureOwner } from './picture-library.tsx';
import { PreviewFrame } from './preview-frame.tsx';

const VisualEditor = lazyAfterForm(
  () => import('./editor/visual-editor.tsx'),
  <Skeleton height="var(--work)" radius={10} />,
);
const CodeEditor = lazy(() => import('./editor/code-editor.tsx'));

const views = ['visual', 'code', 'preview'] as const;
type View = (typeof views)[number];

type FaultListProps = { faults: readonly Fault[]; level: 'stop' | 'warn'; onGo: (fault: Fault) => void };
const FaultList = ({ faults, level, onGo }: FaultListProps): ReactNode => {
  const t = useT('phishing');
  const Mark = level === 'stop' ? IconCircleX : IconAlertTriangle;
  return faults.map((fault, i) => (
    <li key={`${level}-${i}`} data-level={level}>
      <Mark size={16} stroke={1.9} aria-hidden />
      <span>
        <FaultText fault={fault} />
        {fault.field === 'html' && fault.text !== '' && (
          <button type="button" className="link" onClick={() => onGo(fault)}>
            {t('fault.place', { line: fault.line, column: fault.column })}
          </button>
        )}
      </span>
    </li>
  ));
};

type Props = {
  kind: 'email' | 'page' | 'redirect';
  label: string;
  value: string;
  onChange: (html: string) => void;
  variables: readonly string[];
  /** Faults that prevent saving, and parts that will be removed. */
  faults: readonly Fault[];
  warnings: readonly Fault[];
  /** Red flags that a part of the text can be marked with. */
  tips?: readonly string[];
  /** The library of pictures that the text may show; null while its owner is not stored. */
  pictures?: PictureOwner | null;
  /** What repairs the text, above the faults. It changes the text with the function that it gets. */
  repairs?: (change: (html: string) => void) => ReactNode;
  /** A picture was replaced in the stored texts of the owner; the text of this editor follows by itself. */
  onReplaced?: (made: ReplacedPicture) => void;
};

/** Emails are usually 600 pixels wide. */
const PICTURE_WIDTH = 600;
const pictureTag = ({ file_id, name, width }: Picture): string => {
  const alt = name
    .replace(/\.\w+$/, '')
    .replace(/[&<>"{}]/g, ' ')
    .trim();
  return `<img src="${pictureSource(file_id)}" alt="${alt}" width="${Math.min(width, PICTURE_WIDTH)}" style="max-width:100%">`;
};

type BarProps = {
  view: View;
  onView: (view: View) => void;
  width: 'desktop' | 'phone';
  onWidth: (width: 'desktop' | 'phone') => void;
  history: ReturnType<typeof useHtmlHistory>;
};
const Bar = ({ view, onView, width, onWidth, history }: BarProps): ReactNode => {
  const t = useT('phishing__editor');
  return (
    <div className={editorCss['bar']}>
      <SegmentedControl
        aria-label={t('view.label')}
        value={view}
        onChange={(next) => onView(next as View)}
        data={views.map((one) => ({ value: one, label: t(`view.${one}`) }))}
      />
      {view !== 'preview' && (
        <div className={editorCss['bar-end']}>
          {view === 'visual' && (
            <SegmentedControl
              size="xs"
              aria-label={t('view.width')}
              value={width}
              onChange={(next) => onWidth(next as typeof width)}
              data={(['desktop', 'phone'] as const).map((one) => ({ value: one, label: t(`view.${one}`) }))}
            />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('view.undo')}
            disabled={!history.canUndo}
            onClick={history.undo}
          >
            <IconArrowBackUp size={19} stroke={1.7} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('view.redo')}
            disabled={!history.canRedo}
            onClick={history.redo}
          >
            <IconArrowForwardUp size={19} stroke={1.7} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
};

type ChipsProps = {
  variables: readonly string[];
  onInsert: (name: string) => void;
  onPictures: (() => void) | undefined;
};
const Chips = ({ variables, onInsert, onPictures }: ChipsProps): ReactNode => {
  const t = useT('phishing');
  return (
    <div
      className={css['chips']}
      role="group"
      aria-label={t('editor.variables')}
      // Keeps the caret, and the text in the canvas open.
      onMouseDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {variables.map((name) => (
        <Button key={name} size="compact-xs" variant="default" title={`{{${name}}}`} onClick={() => onInsert(name)}>
          {t(`variable.${name as 'link'}`)}
        </Button>
      ))}
      {onPictures && (
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconPhoto size={14} aria-hidden />}
          onClick={onPictures}
        >
          {t('pictures.open')}
        </Button>
      )}
    </div>
  );
};

/** The dialog of the library, and a function that opens it and returns the chosen picture. */
const usePictureLibrary = () => {
  const answer = useRef<((chosen: Picture | null) => void) | null>(null);
  const [opened, setOpened] = useState(false);
  const close = (chosen: Picture | null): void => {
    setOpened(false);
    answer.current?.(chosen);
    answer.current = null;
  };
  const pick = (): Promise<Picture | null> => {
    setOpened(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const onPick = (_: string, picture: Picture): void => close(picture);
  return { library: { opened, onClose: () => close(null), onPick }, pick };
};

/** An email or page in three views: as people see it, as code, and filled in for a chosen employee. */
export const HtmlEditor = (props: Props): ReactNode => {
  const { kind, label, value, onChange, variables, faults, warnings, tips, pictures, onReplaced, repairs } = props;
  const t = useT('phishing');
  const [view, setView] = useState<View>('visual');
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const visual = useRef<VisualHandle>(null);
  const code = useRef<CodeHandle>(null);
  const [shown] = useDebouncedValue(value, 600);
  const history = useHtmlHistory(value, onChange);
  const { library, pick } = usePictureLibrary();
  // Where the code view goes once it is open.
  const [target, setTarget] = useState<Fault | null>(null);
  const marks = useMemo<CodeMark[]>(
    () =>
      [...faults, ...warnings]
        .filter((one) => one.field === 'html')
        .map((one, i) => ({ ...one, level: i < faults.length ? 'error' : 'warning', message: t(`fault.${one.code}`) })),
    [faults, warnings, t],
  );
  const names = useMemo(
    () => Object.fromEntries(variables.map((name) => [name, t(`variable.${name as 'link'}`)])),
    [variables, t],
  );
  const goTo = (fault: Fault): void => {
    if (view === 'code') code.current?.goTo(fault);
    else {
      setTarget(fault);
      setView('code');
    }
  };
  const replaced = (made: ReplacedPicture): void => {
    onChange(withPictures(value, (id) => (id === made.replaced_id ? pictureSource(made.file_id) : undefined)));
    onReplaced?.(made);
  };
  return (
    <div className={editorCss['views']}>
      {pictures && <PictureLibrary owner={pictures} {...library} onReplaced={replaced} />}
      <Bar view={view} onView={setView} width={width} onWidth={setWidth} history={history} />
      {kind === 'page' && view === 'code' && (
        <p className={css['code-hint']}>{t('editor.page_code_hint', { kinds: pageFields.join(', ') })}</p>
      )}
      {view !== 'preview' && (
        <Chips
          variables={variables}
          onInsert={(name) => (view === 'code' ? code.current : visual.current)?.insertVariable(name)}
          onPictures={
            pictures && view === 'code'
              ? () => void pick().then((chosen) => chosen && code.current?.insert(pictureTag(chosen)))
              : undefined
          }
        />
      )}
      <Suspense fallback={<Skeleton height="var(--work)" radius={10} />}>
        {view === 'visual' && (
          <VisualEditor
            kind={kind}
            label={label}
            value={value}
            variables={names}
            revision={history.revision}
            onChange={(html) => history.change(html, 'visual')}
            width={width}
            handle={visual}
            {...(tips && { tips })}
            onPickPicture={pictures ? pick : undefined}
          />
        )}
        {view === 'code' && (
          <CodeEditor
            label={label}
            value={value}
            revision={history.revision}
            onChange={(html) => history.change(html, 'code')}
            marks={marks}
            target={target}
            onUndo={history.undo}
            onRedo={history.redo}
            handle={code}
          />
        )}
      </Suspense>
      {view === 'preview' && (
        <PreviewFrame
          input={shown.trim() === '' ? null : { kind, html: shown }}
          title={t('editor.preview')}
          fresh
          people={kind !== 'redirect'}
          dark
          marks={kind === 'email' && hasMarks(shown)}
        />
      )}
      {repairs?.(history.replace)}
      {/* Below the view: above it, a fault that comes or goes would move what the person works on. */}
      {(faults.length > 0 || warnings.length > 0) && (
        <ul className={css['faults']} aria-live="polite" aria-label={t('editor.faults')}>
          <FaultList faults={faults} level="stop" onGo={goTo} />
          <FaultList faults={warnings} level="warn" onGo={goTo} />
        </ul>
      )}
    </div>
  );
};
