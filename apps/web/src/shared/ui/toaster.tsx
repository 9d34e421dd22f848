import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useT } from '../i18n/use-t.ts';
import { closeToast, currentSlots, subscribeToasts, showToast, type Toast, TOAST_LIFE_MS } from '../toasts.ts';
import { useBottomBarHeight } from './bottom-bar.ts';
import css from './toaster.module.css';

/** Counts down while not paused. A pause keeps the remaining time. */
const useCountdown = (ms: number, paused: boolean, onEnd: () => void): void => {
  const left = useRef(ms);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (paused) return undefined;
    const from = Date.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - from));
    };
  }, [paused]);
};

const icons = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle };

const ToastCard = ({ toast, place }: { toast: Toast; place: number }): ReactNode => {
  const t = useT('commons');
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  useCountdown(TOAST_LIFE_MS, hovered || focused, () => closeToast(toast.id));
  const Icon = icons[toast.kind];
  const copy = (): void => {
    const tell = (ok: boolean): void =>
      void showToast({
        kind: ok ? 'success' : 'error',
        text: t(ok ? 'toast.copied' : 'toast.copy_failed'),
      });
    if (navigator.clipboard)
      navigator.clipboard.writeText(toast.details!).then(
        () => tell(true),
        () => tell(false),
      );
    else tell(false);
  };
  return (
    <li
      className={css['toast']}
      data-id={toast.id}
      data-place={place}
      data-kind={toast.kind}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(e) => setFocused(e.currentTarget.contains(e.relatedTarget))}
    >
      <Icon className={css['icon']} size={20} aria-hidden />
      <div className={css['body']}>
        <p className={css['text']}>{toast.text}</p>
        {toast.details !== undefined && <p className={css['hint']}>{t('toast.console_hint')}</p>}
        {(toast.details !== undefined || toast.action !== undefined) && (
          <div className={css['actions']}>
            {toast.action !== undefined && (
              <button
                type="button"
                onClick={() => {
                  toast.action!.run();
                  closeToast(toast.id);
                }}
              >
                {toast.action.label}
              </button>
            )}
            {toast.details !== undefined && (
              <button type="button" onClick={copy}>
                {t('toast.copy_details')}
              </button>
            )}
          </div>
        )}
      </div>
      <button type="button" className={css['close']} aria-label={t('close')} onClick={() => closeToast(toast.id)}>
        <IconX size={16} aria-hidden />
      </button>
    </li>
  );
};

/** Moves the focus to the newest toast; Esc inside closes the toast and returns the focus. */
const TOAST_KEY = 'F8';

const useToastKeys = (region: RefObject<HTMLElement | null>): void => {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      const inside = region.current?.contains(document.activeElement) === true;
      if (event.key === TOAST_KEY) {
        const newest = region.current?.querySelector<HTMLElement>('li:last-of-type button');
        if (!newest) return;
        event.preventDefault();
        if (!inside) before.current = document.activeElement as HTMLElement | null;
        newest.focus();
      } else if (event.key === 'Escape' && inside) {
        // The dialog below must not receive this key.
        event.stopImmediatePropagation();
        closeToast(Number((document.activeElement!.closest('li') as HTMLElement).dataset['id']));
        before.current?.focus();
      }
    };
    // The capture phase comes before dialogs, which also listen on the window.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [region]);
};

/** Pixels between the toasts and the bars at the bottom of the window. */
const GAP = 16;

/** All toasts, the newest on top, announced to screen readers: errors at once, others at the next pause. */
export const Toaster = (): ReactNode => {
  const places = useSyncExternalStore(subscribeToasts, currentSlots);
  const t = useT('commons');
  const region = useRef<HTMLElement>(null);
  const heights = useRef(new Map<number, number>());
  const [pointed, setPointed] = useState(false);
  const shown = places.length > 0;
  // A bar that comes or goes does not move the toasts under the pointer.
  const occupied = useBottomBarHeight(shown && !pointed);
  if (pointed && !shown) setPointed(false); // closed under the pointer, which then leaves nothing
  useToastKeys(region);
  useLayoutEffect(() => {
    for (const node of region.current?.querySelectorAll<HTMLElement>('li[data-id]') ?? [])
      heights.current.set(Number(node.dataset['place']), node.offsetHeight);
    if (places.length === 0) heights.current.clear();
  });
  const spoken = (kinds: readonly Toast['kind'][]): string =>
    places.flatMap(({ toast }) => (toast !== null && kinds.includes(toast.kind) ? toast.text : [])).join('. ');
  return (
    <section
      ref={region}
      className={css['toaster']}
      style={{ bottom: occupied + GAP }}
      aria-label={t('toast.region', { key: TOAST_KEY })}
    >
      <div className="sr-only" role="status">
        {spoken(['success', 'info'])}
      </div>
      <div className="sr-only" role="alert">
        {spoken(['error'])}
      </div>
      {shown && (
        <ul className={css['list']} onMouseEnter={() => setPointed(true)} onMouseLeave={() => setPointed(false)}>
          {places.map(({ key, toast }) =>
            toast === null ? (
              <li key={key} aria-hidden style={{ height: heights.current.get(key) ?? 0 }} />
            ) : (
              <ToastCard key={`${key}-${toast.id}`} place={key} toast={toast} />
            ),
          )}
        </ul>
      )}
    </section>
  );
};
