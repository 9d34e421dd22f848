import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useT } from '../i18n/use-t.ts';
import { closeToast, currentToasts, onToasts, showToast, type Toast, TOAST_LIFE_MS } from '../toasts.ts';
import css from './toaster.module.css';

/** Counts down only while nobody looks: a pause keeps what is left, and going on does not begin anew. */
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

const ToastCard = ({ toast }: { toast: Toast }): ReactNode => {
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

/** All toasts, announced to screen readers: errors at once, the rest when there is a pause. */
export const Toaster = (): ReactNode => {
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  const t = useT('commons');
  const spoken = (kinds: readonly Toast['kind'][]): string =>
    toasts
      .filter((one) => kinds.includes(one.kind))
      .map((one) => one.text)
      .join('. ');
  return (
    <section className={css['toaster']} aria-label={t('toast.region')}>
      <div className="sr-only" role="status">
        {spoken(['success', 'info'])}
      </div>
      <div className="sr-only" role="alert">
        {spoken(['error'])}
      </div>
      {toasts.length > 0 && (
        <ul className={css['list']}>
          {toasts.map((one) => (
            <ToastCard key={one.id} toast={one} />
          ))}
        </ul>
      )}
    </section>
  );
};
