import { type ReactNode, useState } from 'react';
import { useWidth } from '../../shared/charts/use-width.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { LoadingState } from '../../shared/ui/states.tsx';
import css from './gotcha.module.css';

const HEIGHT = 420;
/** Letters are written for mail programs of at least this width; where there is less room they are drawn smaller. */
const LEAST_WIDTH = 380;

/** A letter that fits where it stands; until it has come, it says that it is coming. */
export const LetterFrame = ({ url, title }: { url: string; title: string }): ReactNode => {
  const t = useT('session');
  const [ref, width] = useWidth();
  const [loaded, setLoaded] = useState(false);
  const scale = Math.min(1, width / LEAST_WIDTH);
  return (
    <>
      <div className={css['frame']} ref={ref} style={{ height: HEIGHT }}>
        <iframe
          src={url}
          title={title}
          sandbox=""
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(true)}
          style={{ width: width / scale, height: HEIGHT / scale, transform: `scale(${scale})` }}
        />
        {!loaded && (
          <div className={css['frame-waiting']}>
            <LoadingState />
          </div>
        )}
      </div>
      <p className={css['frame-hint']}>{t('gotcha.scroll')}</p>
    </>
  );
};
