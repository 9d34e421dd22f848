import { useDebouncedValue } from '@mantine/hooks';
import { VisuallyHidden } from '@mantine/core';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { call } from '../../shared/api.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { type Line, useLines } from './palette-lines.ts';
import css from './palette.module.css';

/** What the list does with a key of the field: moves the choice, or runs the chosen line. */
export type ListKeys = (event: KeyboardEvent) => void;
type ListProps = {
  readonly me: Me;
  readonly text: string;
  /** Id of the list, as the field names it. */
  readonly id: string;
  /** Enter was pressed before the list was there: the first line is run as soon as it is known. */
  readonly isEntered: boolean;
  readonly keys: RefObject<ListKeys | null>;
  readonly onChosen: (option: string | undefined) => void;
  readonly onClose: () => void;
};

/** The server is asked after a pause of this length in typing. */
const PAUSE_MS = 80;

type RowProps = { line: Line; id: string; isChosen: boolean; onChoose: () => void; onRun: () => void };
const Row = ({ line, id, isChosen, onChoose, onRun }: RowProps): ReactNode => (
  // The field handles the keys, as in every combobox.
  <li id={id} role="option" aria-selected={isChosen} className={css['item']} onMouseMove={onChoose} onClick={onRun}>
    <line.icon size={18} stroke={1.7} aria-hidden />
    <span className={css['label']}>{line.label}</span>
    {line.detail !== '' && <span className={css['detail']}>{line.detail}</span>}
  </li>
);

/** The lines below the field of the palette, in groups; the arrows choose one, Enter runs it. */
export default function PaletteList({ me, text, id, isEntered, keys, onChosen, onClose }: ListProps): ReactNode {
  const t = useT('search');
  const typed = text.trim();
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  // A field that was emptied shows at once what was opened lately.
  const { lines, isLoading } = useLines(me, typed === '' ? '' : asked);
  const [at, setAt] = useState(0);
  const [waits, setWaits] = useState(isEntered);
  const [before, setBefore] = useState(text);
  if (before !== text) {
    setBefore(text);
    setAt(0);
    setWaits(false);
  }
  const isSettled = typed === asked && !isLoading;
  const chosen = Math.min(at, Math.max(0, lines.length - 1));
  const run = (line: Line | undefined): void => {
    if (line === undefined) return;
    onClose();
    if (line.note !== undefined) void call('search.opened', { opened: line.note }).catch(() => null);
    line.run();
  };
  useLayoutEffect(() => {
    keys.current = (event) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (event.key === 'Enter') {
        // The first line is chosen from what was typed, not from what the letters before it had found.
        if (isSettled || at > 0) run(lines[chosen]);
        else setWaits(true);
      } else if (step !== 0 && lines.length > 0) {
        const next = (chosen + step + lines.length) % lines.length;
        setAt(next);
        document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
      }
    };
    return () => void (keys.current = null);
    // The handler of the field outside is exchanged at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  });
  useEffect(() => {
    if (waits && isSettled) {
      setWaits(false);
      run(lines[chosen]);
    }
    // `run` and the lines belong to the render in which the answer has come.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waits, isSettled]);
  const option = lines.length > 0 ? `${id}-${chosen}` : undefined;
  useEffect(() => onChosen(option), [option, onChosen]);
  return (
    <>
      <ul id={id} role="listbox" aria-label={t('list')} className={css['list']} aria-busy={!isSettled}>
        {lines.map((line, i) => (
          <Fragment key={line.key}>
            {line.group !== lines[i - 1]?.group && (
              <li role="presentation" className={css['group']}>
                {t(`group.${line.group}`)}
              </li>
            )}
            <Row
              line={line}
              id={`${id}-${i}`}
              isChosen={i === chosen}
              onChoose={() => setAt(i)}
              onRun={() => run(line)}
            />
          </Fragment>
        ))}
      </ul>
      {lines.length === 0 && isSettled && <p className={css['none']}>{t('none')}</p>}
      <VisuallyHidden role="status">
        {isSettled && typed !== '' ? (lines.length === 0 ? t('none') : t('found', { count: lines.length })) : ''}
      </VisuallyHidden>
    </>
  );
}
