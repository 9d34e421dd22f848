import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useWidth } from '../../shared/charts/use-width.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { LoadingState } from '../../shared/ui/states.tsx';
import css from './gotcha.module.css';

/** A sandboxed frame cannot report its height: most emails fit, longer ones scroll. */
const WHOLE_HEIGHT = 1000;
const FIRST_HEIGHT = 680;
/** Minimum width in pixels that emails are designed for; narrower frames scale them down. */
const LEAST_WIDTH = 380;

/**
 * An email scaled to the available width: its beginning first, then all of it. Shows a loading state until the email
 * has loaded.
 */
export const EmailFrame = ({ url, title }: { url: string; title: string }): ReactNode => {
  const t = useT('gotcha');
  const [ref, width] = useWidth();
  const [loaded, setLoaded] = useState(false);
  const [whole, setWhole] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const show = (): void => {
    setWhole(true);
    // The button disappears, so keyboard focus moves to the email.
    frame.current?.focus({ preventScroll: true });
  };
  const scale = Math.min(1, width / LEAST_WIDTH);
  return (
    <>
      <div className={css['frame']} ref={ref} style={{ height: (whole ? WHOLE_HEIGHT : FIRST_HEIGHT) * scale }}>
        <iframe
          ref={frame}
          src={url}
          title={title}
          sandbox=""
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(true)}
          style={{ width: width / scale, height: WHOLE_HEIGHT, transform: `scale(${scale})` }}
        />
        {loaded && !whole && <div className={css['frame-fade']} />}
        {!loaded && (
          <div className={css['frame-waiting']}>
            <LoadingState />
          </div>
        )}
      </div>
      {!whole && (
        <Button
          className={css['frame-more']!}
          variant="default"
          fullWidth
          rightSection={<IconChevronDown size={16} aria-hidden />}
          onClick={show}
        >
          {t('whole')}
        </Button>
      )}
    </>
  );
};
