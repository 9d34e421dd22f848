import type { ReactNode } from 'react';
import type { StarterTemplate } from '@sergak/contract/phishing/starter.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ChoiceRow } from './choice-row.tsx';
import { DifficultyBadge, TemplateLogo } from './marks.tsx';
import css from './phishing.module.css';
import { useSubject } from './use-subject.ts';

type Props = {
  entries: readonly StarterTemplate[];
  ticked: ReadonlySet<string>;
  shown: string | null;
  onTick: (slug: string) => void;
  onShow: (one: StarterTemplate) => void;
};

/** Templates of the library that the organisation does not have yet, as rows of the chooser. */
export const StarterChoices = ({ entries, ticked, shown, onTick, onShow }: Props): ReactNode => {
  const t = useT('phishing');
  const subject = useSubject();
  if (entries.length === 0) return null;
  return (
    <fieldset className={css['choice-group']}>
      <legend>{t('chooser.library')}</legend>
      <p className="quiet">{t('chooser.library_hint')}</p>
      {entries.map((one) => (
        <div key={one.slug} className={css['choice-template']}>
          <TemplateLogo src={one.logo} size={30} />
          <ChoiceRow
            name={one.name}
            subject={subject(one.subject)}
            ticked={ticked.has(one.slug)}
            shown={shown === one.slug}
            onTick={() => onTick(one.slug)}
            onShow={() => onShow(one)}
          />
          <DifficultyBadge difficulty={one.difficulty} />
        </div>
      ))}
    </fieldset>
  );
};
