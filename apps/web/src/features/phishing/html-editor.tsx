import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleX, IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Fault } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Picture, ReplacedPicture } from '@sergak/contract/phishing/pictures.endpoints.ts';
import { pictureSource, withPictures } from '@sergak/contract/phishing/pictures.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { FaultText } from './fault-text.tsx';
import { insertText } from './insert-text.ts';
import css from './phishing.module.css';
import { PictureLibrary, type PictureOwner } from './picture-library.tsx';
import { PreviewFrame } from './preview-frame.tsx';

/** The index of a line and column in a text. */
const indexOf = (text: string, fault: Fault): number =>
  text
    .split('\n')
    .slice(0, fault.line - 1)
    .reduce((sum, line) => sum + line.length + 1, 0) +
  fault.column -
  1;

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
  /** The library of pictures that the text may show; null while its owner is not stored. */
  pictures?: PictureOwner | null;
  /** A picture was replaced in the stored texts of the owner; the text of this editor follows by itself. */
  onReplaced?: (made: ReplacedPicture) => void;
};

const pictureTag = ({ file_id, name, width }: Picture): string => {
  const alt = name
    .replace(/\.\w+$/, '')
    .replace(/[&<>"{}]/g, ' ')
    .trim();
  return `<img src="${pictureSource(file_id)}" alt="${alt}" width="${Math.min(width, PICTURE_WIDTH)}" style="max-width:100%">`;
};
/** Emails are usually 600 pixels wide. */
const PICTURE_WIDTH = 600;

/** HTML editor with line numbers, buttons for variables, faults, and a preview next to it. */
export const HtmlEditor = ({
  kind,
  label,
  value,
  onChange,
  variables,
  faults,
  warnings,
  pictures = null,
  onReplaced,
}: Props): ReactNode => {
  const [library, setLibrary] = useState(false);
  const t = useT('phishing');
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLPreElement>(null);
  // Whether the field has ever had the caret.
  const entered = useRef(false);
  const [shown] = useDebouncedValue(value, 600);
  const lines = value.split('\n').length;
  const insert = (added: string): void => {
    const box = area.current!;
    const { html, caret } = insertText(value, entered.current ? [box.selectionStart, box.selectionEnd] : null, added);
    onChange(html);
    requestAnimationFrame(() => {
      box.focus();
      box.setSelectionRange(caret, caret);
    });
  };
  const goTo = (fault: Fault): void => {
    const at = indexOf(value, fault);
    const box = area.current!;
    box.focus();
    box.setSelectionRange(at, at + fault.text.length);
    box.scrollTop = Math.max(0, (fault.line - 4) * 20);
  };
  const replaced = (made: ReplacedPicture): void => {
    onChange(withPictures(value, (id) => (id === made.replaced_id ? pictureSource(made.file_id) : undefined)));
    onReplaced?.(made);
  };
  return (
    <div className={css['editor']}>
      {pictures && (
        <PictureLibrary
          owner={pictures}
          opened={library}
          onClose={() => setLibrary(false)}
          onPick={(_, picture) => insert(pictureTag(picture))}
          onReplaced={replaced}
        />
      )}
      <div className={css['editor-code']}>
        <div className={css['chips']} role="group" aria-label={t('editor.variables')}>
          {variables.map((name) => (
            <Button
              key={name}
              size="compact-xs"
              variant="default"
              title={t(`variable.${name as 'link'}`)}
              onClick={() => insert(`{{${name}}}`)}
            >{`{{${name}}}`}</Button>
          ))}
          {pictures && (
            <Button
              size="compact-xs"
              variant="light"
              leftSection={<IconPhoto size={14} aria-hidden />}
              onClick={() => setLibrary(true)}
            >
              {t('pictures.open')}
            </Button>
          )}
        </div>
        {(faults.length > 0 || warnings.length > 0) && (
          <ul className={css['faults']} aria-live="polite" aria-label={t('editor.faults')}>
            <FaultList faults={faults} level="stop" onGo={goTo} />
            <FaultList faults={warnings} level="warn" onGo={goTo} />
          </ul>
        )}
        <div className={css['code']}>
          <pre ref={gutter} className={css['gutter']} aria-hidden>
            {Array.from({ length: lines }, (_, i) => i + 1).join('\n')}
          </pre>
          <textarea
            ref={area}
            aria-label={label}
            value={value}
            spellCheck={false}
            wrap="off"
            autoCapitalize="off"
            autoComplete="off"
            onFocus={() => {
              entered.current = true;
            }}
            onChange={(e) => onChange(e.currentTarget.value)}
            onScroll={(e) => {
              gutter.current!.scrollTop = e.currentTarget.scrollTop;
            }}
          />
        </div>
      </div>
      <div className={css['editor-view']}>
        <PreviewFrame
          input={shown.trim() === '' ? null : { kind, html: shown }}
          title={t('editor.preview')}
          fresh
          people={kind !== 'redirect'}
        />
      </div>
    </div>
  );
};
