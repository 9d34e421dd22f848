import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cueGroups, type CueGroup, type CueKind, type Tip } from '@sergak/contract/phishing/phish-scale.rules.ts';
import { TIPS_MAX } from '@sergak/contract/phishing/phishing.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Select } from '../../shared/ui/select.tsx';
import css from './templates.module.css';

const TEXT_MAX = 500;

type Props = {
  value: readonly Tip[];
  onChange: (tips: Tip[]) => void;
  /** Removes the red flag with this number, counted from 1, and its marks in the text. */
  onRemove: (n: number) => void;
};

/** Edits the red flags of an email: their texts, and their kinds on the NIST Phish Scale. */
export const TipsField = ({ value, onChange, onRemove }: Props): ReactNode => {
  const t = useT('phishing__templates');
  const change = (at: number, patch: Partial<Tip>): void =>
    onChange(value.map((tip, n) => (n === at ? { ...tip, ...patch } : tip)));
  const kinds = (Object.entries(cueGroups) as [CueGroup, readonly CueKind[]][]).map(([group, cues]) => ({
    group: t(`cue_group.${group}`),
    items: cues.map((cue) => ({ value: cue, label: t(`cue.${cue}`) })),
  }));
  return (
    <fieldset className={css['tips']}>
      <legend>{t('tips.title')}</legend>
      <p className="quiet">
        {t('tips.hint')} {t('tips.variables', { sender: '{{sender_address}}', reports: '{{report_address}}' })}
      </p>
      <ol>
        {value.map((tip, n) => (
          <li key={n}>
            <Textarea
              aria-label={t('tips.text', { n: n + 1 })}
              autosize
              minRows={1}
              maxRows={5}
              maxLength={TEXT_MAX}
              value={tip.text}
              onChange={(e) => change(n, { text: e.currentTarget.value })}
            />
            <Select
              aria-label={t('tips.cue', { n: n + 1 })}
              placeholder={t('tips.cue_none')}
              clearable
              clearButtonProps={{ 'aria-label': t('tips.cue_none') }}
              value={tip.cue}
              onChange={(cue) => change(n, { cue: cue as CueKind | null })}
              data={kinds}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('tips.remove', { n: n + 1 })}
              onClick={() => onRemove(n + 1)}
            >
              <IconTrash size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {value.length < TIPS_MAX && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...value, { text: '', cue: null }])}
        >
          {t('tips.add')}
        </Button>
      )}
    </fieldset>
  );
};
