import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/use-t.ts';
import css from './dialogs.module.css';

export const CODE_FLASH_MS = 2000;
type Props = {
  length: number;
  label: string;
  onFull: (code: string) => void;
  /** Number of rejected codes; each increase flashes the boxes, then empties them. */
  failures?: number;
  disabled?: boolean;
};

/** One character per box: typing moves forward, Backspace in an empty box moves back, the last box submits. */
export const CodeInput = ({ length, label, onFull, failures = 0, disabled = false }: Props): ReactNode => {
  const t = useT('commons');
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const [chars, setChars] = useState<readonly string[]>(() => Array.from({ length }, () => ''));
  const [flash, setFlash] = useState(false);
  const focus = (i: number): void => boxes.current[Math.max(0, Math.min(length - 1, i))]?.focus();

  useEffect(() => {
    if (failures === 0) return undefined;
    setFlash(true);
    setChars(Array.from({ length }, () => ''));
    const timer = setTimeout(() => setFlash(false), CODE_FLASH_MS);
    return () => clearTimeout(timer);
  }, [failures, length]);
  // The boxes are disabled while the code is checked and lose the focus.
  useEffect(() => {
    if (failures > 0 && !disabled) boxes.current[0]?.focus();
  }, [failures, disabled]);

  const put = (from: number, typed: string): void => {
    const digits = [...typed.replace(/\D/g, '')].slice(0, length - from);
    if (digits.length === 0) return;
    const next = chars.map((one, i) => digits[i - from] ?? one);
    setChars(next);
    focus(from + digits.length);
    if (next.every((one) => one !== '')) onFull(next.join(''));
  };
  const onKeyDown =
    (i: number) =>
    (e: KeyboardEvent): void => {
      if (e.key === 'ArrowLeft') focus(i - 1);
      else if (e.key === 'ArrowRight') focus(i + 1);
      else if (e.key === 'Backspace') {
        const at = chars[i] === '' ? i - 1 : i;
        if (at >= 0) setChars(chars.map((one, k) => (k === at ? '' : one)));
        focus(at);
      } else return;
      e.preventDefault();
    };
  const onPaste = (e: ClipboardEvent): void => {
    e.preventDefault();
    put(0, e.clipboardData.getData('text'));
  };
  return (
    <fieldset className={css['code']} data-bad={flash || undefined} disabled={disabled} onPaste={onPaste}>
      <legend className="sr-only">{label}</legend>
      {chars.map((char, i) => (
        <input
          key={i}
          value={char}
          inputMode="numeric"
          autoComplete={i === 0 ? 'one-time-code' : 'off'}
          ref={(box) => {
            boxes.current[i] = box;
          }}
          aria-label={t('code.box', { n: i + 1, of: length })}
          aria-invalid={flash}
          onChange={(e) =>
            put(
              i,
              e.target.value.length > 1 && char !== '' && e.target.value.startsWith(char)
                ? e.target.value.slice(1)
                : e.target.value,
            )
          }
          onKeyDown={onKeyDown(i)}
          onFocus={(e) => e.target.select()}
        />
      ))}
    </fieldset>
  );
};
