import { Checkbox, Skeleton } from '@mantine/core';
import { IconMail, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TemplateGroup } from '@sergak/contract/phishing/phishing.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { DifficultyBadge, Logo, VectorMark } from './marks.tsx';
import css from './phishing.module.css';

type Template = TemplateGroup['templates'][number];

const Card = ({ template }: { template: Template }): ReactNode => {
  const t = useT('phishing');
  return (
    <ScreenLink screen="phishing.template" params={{ template_id: template.id }} className={css['card']}>
      <span className={css['card-head']}>
        <Logo src={template.logo} size={44} />
        <span className={css['card-title']}>{template.name}</span>
      </span>
      <span className={css['card-text']}>{template.description}</span>
      <span className={css['card-foot']}>
        <DifficultyBadge difficulty={template.difficulty} />
        <VectorMark vector={template.attack_vector} />
        <span className={css['vector']}>
          <IconMail size={15} stroke={1.8} aria-hidden />
          {t('emails', { count: template.emails.length })}
        </span>
      </span>
    </ScreenLink>
  );
};

const Waiting = (): ReactNode => (
  <div className={css['cards']} aria-hidden>
    {Array.from({ length: 6 }, (_, i) => (
      <Skeleton key={i} height={176} radius={14} />
    ))}
  </div>
);

/** The library of templates by category, with difficulty and topic. */
export default function TemplatesScreen(): ReactNode {
  const t = useT('phishing');
  const [state, set] = useSearchState({ search: '', archived: false });
  const groups = useRead('phishing.templates', {
    search: state.search,
    ...(state.archived ? { archived: 'true' } : {}),
  });
  const count = groups.data?.data.reduce((sum, group) => sum + group.templates.length, 0);
  const add = (
    <ButtonLink screen="phishing.template-new" leftSection={<IconPlus size={16} />}>
      {t('new.open')}
    </ButtonLink>
  );
  return (
    <>
      <PageHead title={t('templates.title')} count={count} hint={t('templates.hint')} actions={add} />
      <div className={css['tools']}>
        <div className={css['search']}>
          <SearchBox
            value={state.search}
            onChange={(search) => set({ search }, { replace: true })}
            placeholder={t('templates.search')}
          />
        </div>
        <Checkbox
          label={t('templates.archived')}
          checked={state.archived}
          onChange={(e) => set({ archived: e.currentTarget.checked })}
        />
      </div>
      {groups.isError && groups.data === undefined ? (
        <ErrorState onRetry={() => void groups.refetch()} />
      ) : groups.data === undefined ? (
        <Waiting />
      ) : count === 0 ? (
        <EmptyState
          icon={IconMail}
          title={t(state.search === '' ? 'templates.empty' : 'templates.nothing')}
          action={state.search === '' ? add : undefined}
        />
      ) : (
        groups.data.data.map((group) => (
          <section key={group.id} className={css['group']} aria-labelledby={`category-${group.id}`}>
            <h2 id={`category-${group.id}`} className={css['group-title']}>
              {group.category}
              <span>{group.templates.length}</span>
            </h2>
            <div className={css['cards']}>
              {group.templates.map((one) => (
                <Card key={one.id} template={one} />
              ))}
            </div>
          </section>
        ))
      )}
    </>
  );
}
