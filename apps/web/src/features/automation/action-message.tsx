import { Button, Textarea, TextInput } from '@mantine/core';
import { IconTextPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { MESSAGE_TEXT_MAX, MESSAGE_THEME_MAX } from '@sergak/contract/text.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { afterPress } from '../../shared/press.ts';
import type { PartProps } from './draft.ts';
import { LINK_DAYS_MAX } from '@sergak/contract/automation/automation.rules.ts';
import { clampLinkDays } from './choices.ts';
import { NumberBox } from './number-box.tsx';
import { ACTION_HOURS } from './schedule.tsx';
import css from './automation.module.css';
import { Select } from '../../shared/ui/select.tsx';

/** The message of an action; a registration link also has a sending time and a validity period. */
export const ActionMessage = ({ line, onChange }: PartProps): ReactNode => {
  const t = useT('automation');
  const [left, setLeft] = useState<ReadonlySet<'theme' | 'text'>>(new Set());
  const field = (name: 'theme' | 'text') => ({
    label: t(`field.${name}`),
    value: line[name],
    withAsterisk: true,
    'aria-required': true,
    error: left.has(name) && line[name].trim() === '' ? t('commons:field.required') : undefined,
    onChange: (e: { currentTarget: { value: string } }) => onChange({ [name]: e.currentTarget.value }),
    onBlur: () => {
      afterPress(() => setLeft((now) => new Set(now).add(name)));
      if (line[name] !== line[name].trim()) onChange({ [name]: line[name].trim() });
    },
  });
  const isEmpty = line.theme.trim() === '' && line.text.trim() === '';
  return (
    <>
      {line.type === 'letter' && isEmpty && (
        <Button
          className={css['ready']!}
          size="compact-md"
          variant="default"
          leftSection={<IconTextPlus size={16} aria-hidden />}
          onClick={() => onChange({ theme: t('message.ready_theme'), text: t('message.ready_text') })}
        >
          {t('message.ready')}
        </Button>
      )}
      <TextInput {...field('theme')} maxLength={MESSAGE_THEME_MAX} />
      <Textarea
        {...field('text')}
        description={line.type === 'registration_link' ? t('message.link_hint') : undefined}
        maxLength={MESSAGE_TEXT_MAX}
        autosize
        minRows={4}
        maxRows={14}
      />
      {line.type === 'registration_link' && (
        <div className={css['row']}>
          <NumberBox
            className={css['short']!}
            label={t('field.link_days')}
            maxLength={String(LINK_DAYS_MAX).length}
            value={line.link_days}
            clamp={clampLinkDays}
            onValue={(link_days) => onChange({ link_days })}
          />
          <Select
            className={css['short']!}
            label={t('field.link_time')}
            data={ACTION_HOURS}
            value={line.link_time}
            onChange={(value) => value !== null && onChange({ link_time: value })}
          />
        </div>
      )}
    </>
  );
};
