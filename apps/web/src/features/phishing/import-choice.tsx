import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './pictures.module.css';

export type ImportContents = CallOutput<'phishing.import-contents'>;

type Props = {
  emails: ImportContents['emails'];
  /** Place of the chosen email. */
  value: number;
  onChange: (place: number) => void;
  disabled: boolean;
};

/** Chooses between the saved email and the emails attached to it. */
export const ImportChoice = ({ emails, value, onChange, disabled }: Props): ReactNode => {
  const t = useT('phishing');
  return (
    <Radio.Group
      label={t('import.choose')}
      description={t('import.choose_hint')}
      value={String(value)}
      onChange={(place) => onChange(Number(place))}
    >
      <div className={css['choices']}>
        {emails.map(({ depth, subject, sender }, place) => {
          const name = subject || t('import.no_subject');
          return (
            <Radio
              key={place}
              value={String(place)}
              disabled={disabled}
              ml={depth * 16}
              label={depth === 0 ? t('import.cover', { subject: name }) : t('import.attached', { subject: name })}
              description={sender}
            />
          );
        })}
      </div>
    </Radio.Group>
  );
};
