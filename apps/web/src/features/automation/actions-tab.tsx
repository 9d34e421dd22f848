import { Button } from '@mantine/core';
import { IconBolt, IconCalendarStats, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { actionTypesOf } from '@sergak/contract/automation/automation.rules.ts';
import { hasLife } from '@sergak/contract/tags/tags.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { ActionCard } from './action-card.tsx';
import { addLine, removedLines } from './draft.ts';
import { Obstacles, ReportsNotice } from './obstacles.tsx';
import { TagRules } from './tag-rules.tsx';
import css from './automation.module.css';
import type { TagDraft } from './use-draft.ts';
import { lineTitle } from './words.ts';

type Props = { tag: Tag; edited: TagDraft; onForecast: () => void };
/** The actions of a tag for each person who joins. Changes are stored only on «Save». */
export const ActionsTab = ({ tag, edited, onForecast }: Props): ReactNode => {
  const t = useT('automation');
  const lastNumber = useRef(0);
  const box = useRef<HTMLDivElement>(null);
  const { draft, set } = edited;
  const { lines } = draft.mine;
  const gone = removedLines(draft).filter((line) => !lines.some((one) => one.key === line.key));
  const add = (): void => {
    lastNumber.current += 1;
    set(addLine(draft, `new-${Date.now()}-${lastNumber.current}`));
    // Focus moves to the type of the new line.
    requestAnimationFrame(() => box.current?.querySelector<HTMLInputElement>('li:last-of-type input')?.focus());
  };
  const button = (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
      {t('add')}
    </Button>
  );
  return (
    <div className={css['stack']} ref={box}>
      {tag.type === 'arbitrary' && tag.is_system && <ReportsNotice />}
      <Obstacles tag={tag} phishing={lines.some((line) => line.type === 'phishing')} />
      {(hasLife(tag) || tag.type === 'risk_group') && <TagRules tag={tag} edited={edited} />}
      {lines.length === 0 ? (
        <Section>
          <EmptyState
            icon={IconBolt}
            title={t('empty')}
            hint={t(actionTypesOf(tag).includes('phishing') ? 'empty_hint' : 'empty_hint_no_phishing')}
            action={button}
          />
        </Section>
      ) : (
        <>
          <ul className={css['cards']} aria-label={t('list')}>
            {lines.map((line) => (
              <ActionCard key={line.key} tag={tag} line={line} edited={edited} />
            ))}
          </ul>
          <div className={css['row']}>
            {button}
            <Button variant="subtle" leftSection={<IconCalendarStats size={16} aria-hidden />} onClick={onForecast}>
              {t('see_forecast')}
            </Button>
          </div>
        </>
      )}
      {gone.length > 0 && (
        <p className={css['about']}>{t('to_remove', { titles: gone.map((line) => lineTitle(t, line)).join(', ') })}</p>
      )}
    </div>
  );
};
