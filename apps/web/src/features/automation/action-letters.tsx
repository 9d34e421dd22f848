import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import type { PartProps } from './draft.ts';
import css from './automation.module.css';
import { lazy } from '../../shared/ui/lazy.tsx';

const LetterChooser = lazy(() => import('../phishing/public.ts').then((all) => ({ default: all.LetterChooser })));

/** The letters of which each person gets one. */
export const ActionLetters = ({ line, onChange }: PartProps): ReactNode => {
  const t = useT('automation');
  const [choosing, setChoosing] = useState(false);
  const groups = useRead('phishing.templates', {}, { staleTime: 60_000, enabled: choosing });
  const none = line.letters.length === 0;
  const choose = (ids: readonly string[]): void => {
    const known = new Map(line.letters.map((one) => [one.id, one]));
    for (const group of groups.data?.data ?? [])
      for (const template of group.templates)
        for (const { id, name } of template.emails) known.set(id, { id, name, template_name: template.name });
    onChange({ letters: ids.flatMap((id) => known.get(id) ?? []) });
    setChoosing(false);
  };
  return (
    <div>
      <p className={css['label']}>
        {t('field.letters')} <span aria-hidden>*</span>
      </p>
      <ul className={css['chosen']} aria-label={t('field.letters')}>
        {line.letters.map((letter) => (
          <li key={letter.id}>
            <span>
              {letter.template_name}
              {letter.name !== letter.template_name && <small>{letter.name}</small>}
            </span>
            <ActionIcon
              size={30}
              aria-label={t('take_out', { title: letter.template_name })}
              onClick={() => onChange({ letters: line.letters.filter((one) => one.id !== letter.id) })}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {none ? (
        <p className={css['needed']}>{t('letters.none')}</p>
      ) : (
        <p className={css['about']}>{t('letters.hint')}</p>
      )}
      <Button
        size="compact-md"
        variant={none ? 'filled' : 'default'}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setChoosing(true)}
      >
        {t(none ? 'letters.choose' : 'letters.change')}
      </Button>
      {choosing && (
        <Suspense fallback={null}>
          <LetterChooser
            chosen={line.letters.map((one) => one.id)}
            onChoose={choose}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  );
};
