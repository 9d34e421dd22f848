import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { notificationWays } from '@sergak/contract/notifications/notifications.rules.ts';
import type { NotificationKind, NotificationWay } from '@sergak/contract/notifications/notifications.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './notifications.module.css';

const two = (value: number): string => String(value).padStart(2, '0');
const HALF_HOURS = Array.from({ length: 48 }, (_, at) => ({
  value: String(at * 30),
  label: `${two(Math.floor(at / 2))}:${at % 2 === 0 ? '00' : '30'}`,
}));
/** What is offered first: from eight in the evening until eight in the morning. */
const FIRST = { from: 20 * 60, to: 8 * 60 };

type Hours = { from: number | null; to: number | null; days_off: boolean; version: number };

const QuietForm = ({ stored }: { stored: Hours }): ReactNode => {
  const t = useT('notifications');
  const [{ from, to, days_off }, setForm] = useState(stored);
  const save = useWrite('notifications.set-quiet-hours');
  const isChanged = from !== stored.from || to !== stored.to || days_off !== stored.days_off;
  const change = (patch: Partial<Hours>): void => setForm((now) => ({ ...now, ...patch }));
  const done = (): void => void showToast({ kind: 'success', text: t('quiet.saved') });
  const options = (value: number) =>
    HALF_HOURS.some((one) => one.value === String(value))
      ? HALF_HOURS
      : [...HALF_HOURS, { value: String(value), label: `${two(Math.floor(value / 60))}:${two(value % 60)}` }];
  return (
    <div className={css['hours']}>
      <Checkbox
        label={t('quiet.on')}
        checked={from !== null}
        onChange={({ currentTarget }) => change(currentTarget.checked ? FIRST : { from: null, to: null })}
      />
      {from !== null && to !== null && (
        <div>
          <Select
            label={t('quiet.from')}
            value={String(from)}
            data={options(from)}
            onChange={(next) => change({ from: Number(next) })}
          />
          <Select
            label={t('quiet.to')}
            value={String(to)}
            data={options(to)}
            onChange={(next) => change({ to: Number(next) })}
          />
        </div>
      )}
      <Checkbox
        label={t('quiet.days_off')}
        checked={days_off}
        onChange={({ currentTarget }) => change({ days_off: currentTarget.checked })}
      />
      <Button
        disabled={!isChanged}
        loading={save.isPending}
        onClick={() => save.mutate({ from, to, days_off, version: stored.version }, { onSuccess: done })}
      >
        {t('quiet.save')}
      </Button>
    </div>
  );
};

const Quiet = (): ReactNode => {
  const t = useT('notifications');
  const { data } = useRead('notifications.quiet-hours', {});
  return (
    <Section title={t('quiet.title')} hint={t('quiet.text')}>
      {data === undefined ? <LoadingState /> : <QuietForm key={data.version} stored={data} />}
    </Section>
  );
};

/** How the person hears about each kind, and the quiet hours of the organisation. A choice is stored at once. */
export default function Choices(): ReactNode {
  const t = useT('notifications');
  const name = useId();
  const answer = useRead('notifications.choices', {});
  const choose = useWrite('notifications.choose');
  const administers = usePermission('admin.settings.adfs');
  const pick = (kind: NotificationKind, way: NotificationWay): void =>
    choose.mutate(
      { data: [{ kind, way }] },
      { onSuccess: () => showToast({ kind: 'success', text: t('choices.saved') }) },
    );
  if (answer.data === undefined)
    return answer.isError ? <ErrorState onRetry={() => void answer.refetch()} /> : <LoadingState />;
  return (
    <div className={css['settings']}>
      <Section title={t('choices.title')} hint={t('choices.text')}>
        <ul className={css['choices']}>
          {answer.data.data.map(({ kind, way }) => (
            <li key={kind}>
              <span id={`${name}${kind}`}>{t(`line.${kind}`)}</span>
              <Select
                aria-label={t('choices.for', { kind: t(`line.${kind}`) })}
                value={way}
                data={notificationWays.map((one) => ({ value: one, label: t(`way.${one}`) }))}
                onChange={(next) => pick(kind, next as NotificationWay)}
              />
            </li>
          ))}
        </ul>
      </Section>
      {administers && <Quiet />}
    </div>
  );
}
