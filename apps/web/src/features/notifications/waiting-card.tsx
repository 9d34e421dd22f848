import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WaitingLine } from '@sergak/contract/notifications/notifications.schema.ts';
import { formatDate, formatDay, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { Section } from '../../shared/ui/section.tsx';
import { kindIcons } from './kind-icons.ts';
import css from './notifications.module.css';
import { PlaceLink } from './place-link.tsx';
import { useWaiting } from './use-waiting.ts';

const Line = ({ line }: { line: WaitingLine }): ReactNode => {
  const t = useT('notifications');
  const Mark = kindIcons[line.kind];
  const only = line.things.length === 1 && line.count === 1 ? line.things[0]!.id : null;
  const more = line.count - line.things.length;
  return (
    <li>
      <Mark size={20} stroke={1.7} aria-hidden />
      <div>
        <PlaceLink kind={line.kind} thing={only} className={css['line']}>
          {t(`line.${line.kind}`)}
          {line.kind !== 'licence' && <b>{formatNumber(line.count)}</b>}
        </PlaceLink>
        {line.things.length > 0 && (
          <p className={css['things']}>
            {line.things.map((one) => (
              <PlaceLink key={one.id} kind={line.kind} thing={one.id}>
                {ownTitle(one.title)}
              </PlaceLink>
            ))}
            {more > 0 && <span>{t('waiting.more', { number: formatNumber(more) })}</span>}
          </p>
        )}
      </div>
      <span className={css['since']}>
        {line.day === null
          ? t('waiting.since', { date: formatDay(line.since) })
          : t('waiting.until', { date: formatDate(line.day) })}
      </span>
    </li>
  );
};

/** «Ждёт вас»: what waits for the person in the acting organisation; each line leads to the place where it is done. */
export const WaitingCard = (): ReactNode => {
  const t = useT('notifications');
  const { data, isError } = useWaiting();
  if (isError && data === undefined) return null;
  const lines = data?.data;
  return (
    <Section title={t('waiting.title')} className={css['waiting']!}>
      {lines !== undefined && lines.length > 0 ? (
        <ul className={css['lines']}>
          {lines.map((line) => (
            <Line key={line.kind} line={line} />
          ))}
        </ul>
      ) : (
        <p className={css['none']} data-nothing={lines !== undefined || undefined}>
          {lines !== undefined && (
            <>
              <IconCircleCheck size={18} stroke={1.7} aria-hidden />
              {t('waiting.none')}
            </>
          )}
        </p>
      )}
    </Section>
  );
};
