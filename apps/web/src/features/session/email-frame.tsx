import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useWidth } from '../../shared/charts/use-width.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { LoadingState } from '../../shared/ui/states.tsx';
import css from './gotcha.module.css';

/** Nothing in a sandboxed frame can tell how tall it is: most emails fit, longer ones scroll. */
const WHOLE_HEIGHT = 1000;
const FIRST_HEIGHT = 680;
/** Emails are written for mail programs of at least this width; where there is less room they are drawn smaller. */
const LEAST_WIDTH = 380;

/** An email that fits where it stands: its beginning first, then all of it. Until it has come, it says that it is coming. */
export const EmailFrame = ({ url, title }: { url: string; title: string }): ReactNode => {
  const t = useT('session');
  const [ref, width] = useWidth();
  const [loaded, setLoaded] = useState(false);
  const [whole, setWhole] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const show = (): void => {
    setWhole(true);
    // The button goes: whoever uses the keyboard stays with the email.
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
          {t('gotcha.whole')}
        </Button>
      )}
    </>
  );
};
