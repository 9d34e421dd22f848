import { IconFile, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { formatBytes } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import css from './dialogs.module.css';
import { paused } from './paused.ts';

type Props = {
  label: string;
  /** Extensions with a dot: ['.xlsx', '.csv']. */
  accept: readonly string[];
  maxBytes: number;
  file: File | null;
  onFile: (file: File | null) => void;
  disabled?: boolean;
  /** The error about the file. */
  error?: string | undefined;
  /** Of the button. */
  ref?: Ref<HTMLButtonElement>;
};

/** Accepts one file by drag and drop, by click or by keyboard; rejects wrong types and sizes before the upload. */
export const FileDrop = ({ label, accept, maxBytes, file, onFile, disabled = false, error, ref }: Props): ReactNode => {
  const t = useT('commons');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [rejected, setRejected] = useState<string>();
  const hint = useId();
  const take = (found: File | undefined): void => {
    if (found === undefined) return;
    const name = found.name.toLowerCase();
    const wrong = accept.length > 0 && !accept.some((end) => name.endsWith(end.toLowerCase()));
    if (wrong) setRejected(t('file.wrong_type', { types: accept.join(', ') }));
    else if (found.size > maxBytes) setRejected(t('file.too_large', { size: formatBytes(maxBytes) }));
    else {
      setRejected(undefined);
      onFile(found);
    }
  };
  const drag =
    (inside: boolean) =>
    (e: DragEvent): void => {
      e.preventDefault();
      setOver(inside && !disabled);
    };
  const bad = rejected ?? error;
  const Icon = file === null ? IconUpload : IconFile;
  return (
    <div>
      <button
        ref={ref}
        type="button"
        className={css['drop']}
        data-over={over || undefined}
        data-bad={bad !== undefined || undefined}
        aria-describedby={bad === undefined ? hint : `${hint} ${hint}-bad`}
        {...paused(disabled, () => input.current?.click())}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(e) => {
          drag(false)(e);
          if (!disabled) take(e.dataTransfer.files[0]);
        }}
      >
        <Icon size={28} stroke={1.5} className={css['drop-icon']} aria-hidden />
        <span className={css['drop-main']}>{file === null ? label : file.name}</span>
        <span className={css['drop-hint']} id={hint}>
          {file === null
            ? t('file.limits', { types: accept.join(', '), size: formatBytes(maxBytes) })
            : `${formatBytes(file.size)}. ${t('file.replace')}`}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept={accept.join(',')}
        hidden
        tabIndex={-1}
        aria-hidden
        onChange={(e) => {
          take(e.currentTarget.files?.[0]);
          e.currentTarget.value = '';
        }}
      />
      {bad !== undefined && (
        <p className={css['bad']} role="alert" id={`${hint}-bad`}>
          {bad}
        </p>
      )}
    </div>
  );
};
