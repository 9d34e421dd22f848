import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconLanguage, IconMail, IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { attackVectors, difficulties } from '@sergak/contract/phishing/phishing.rules.ts';
import type { TemplateGroup } from '@sergak/contract/phishing/phishing.schema.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import { languageNames } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useAnonymous } from '../../shared/session.ts';
import { CardFilters, type Choice } from '../../shared/table/card-filters.tsx';
import { CardPages, cardsOf, firstPage } from '../../shared/table/card-pages.tsx';
import { StarterWaiting } from '../../shared/starter/starter-waiting.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { ImportPack } from '../packs/public.ts';
import { DifficultyBadge, TemplateLogo, VectorMark, Success } from './marks.tsx';
import { CategoriesDialog } from './categories-dialog.tsx';
import { BulkActions } from './templates-bulk.tsx';
import css from './phishing.module.css';
import more from './templates.module.css';

type Template = TemplateGroup['templates'][number];

const sentOf = ({ emails }: Template): number => emails.reduce((total, email) => total + email.sent, 0);
const fellOf = ({ emails }: Template): number | null =>
  emails.some((email) => email.fell === null) ? null : emails.reduce((total, email) => total + (email.fell ?? 0), 0);

type CardProps = { template: Template; chosen: boolean; onChoose: () => void };
const Card = ({ template, chosen, onChoose }: CardProps): ReactNode => {
  const t = useT('phishing');
  const say = useT('phishing__templates');
  const names = template.languages.map((one) => languageNames[one]).join(', ');
  return (
    <div className={more['pick']}>
      <Checkbox
        size="md"
        checked={chosen}
        onChange={onChoose}
        aria-label={say('card.choose', { name: template.name })}
      />
      <ScreenLink screen="phishing.template" params={{ template_id: template.id }} className={css['card']}>
        <span className={css['card-head']}>
          <TemplateLogo src={template.logo} size={44} />
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
          {names !== '' && (
            <span className={css['vector']} title={say('card.languages', { languages: names })}>
              <IconLanguage size={15} stroke={1.8} aria-hidden />
              {template.languages.map((one) => one.toUpperCase()).join(' ')}
            </span>
          )}
          <Success sent={sentOf(template)} fell={fellOf(template)} />
        </span>
      </ScreenLink>
    </div>
  );
};

const Waiting = (): ReactNode => (
  <div className={css['cards']} aria-hidden>
    {Array.from({ length: 6 }, (_, i) => (
      <Skeleton key={i} height={176} radius={14} />
    ))}
  </div>
);

const uses = ['any', 'never', 'used', 'archived'] as const;
const sorts = ['name', 'updated', 'difficulty', 'success'] as const;
type Use = (typeof uses)[number];
const start = {
  ...firstPage,
  search: '',
  category: '',
  difficulty: '',
  vector: '',
  language: '',
  use: 'any',
  sort: 'name',
};
type State = typeof start;

type Choices = { readonly quick: readonly Choice[]; readonly more: readonly Choice[]; readonly sort: Choice };
const useChoices = (state: State, set: (patch: Partial<State>) => void): Choices => {
  const t = useT('phishing__templates');
  const say = useT('phishing');
  const anonymous = useAnonymous();
  const categories = useRead('phishing.categories', {}, { quiet: true }).data?.data ?? [];
  const choice = (key: keyof State, label: string, data: Choice['data']): Choice => ({
    label,
    value: String(state[key]),
    onChange: (value) => set({ [key]: value }),
    data,
  });
  const any = (label: string, rest: Choice['data']): Choice['data'] => [{ value: '', label }, ...rest];
  return {
    quick: [
      choice(
        'category',
        t('filter.category'),
        any(
          t('filter.any_category'),
          categories.map((one) => ({ value: one.id, label: one.title })),
        ),
      ),
      choice(
        'difficulty',
        t('filter.difficulty'),
        any(
          t('filter.any_difficulty'),
          difficulties.map((one) => ({ value: one, label: say(`difficulty.${one}`) })),
        ),
      ),
    ],
    more: [
      choice(
        'vector',
        say('field.vector'),
        any(
          t('filter.any_vector'),
          attackVectors.map((one) => ({ value: one, label: say(`vector.${one}`) })),
        ),
      ),
      choice(
        'language',
        t('filter.language'),
        any(
          t('filter.any_language'),
          languages.map((one) => ({ value: one, label: languageNames[one] })),
        ),
      ),
      choice(
        'use',
        t('filter.use'),
        uses.map((one) => ({ value: one, label: t(`use.${one}`) })),
      ),
    ],
    sort: choice(
      'sort',
      t('filter.sort'),
      sorts.filter((one) => one !== 'success' || !anonymous).map((one) => ({ value: one, label: t(`sort.${one}`) })),
    ),
  };
};

const oneOf = <V extends string>(list: readonly V[], value: string): V | undefined => list.find((one) => one === value);

/** The query of the list. Values of an edited address that are unknown are left out. */
const queryOf = ({ search, category, difficulty, language, use, sort }: State) => {
  const level = oneOf(difficulties, difficulty);
  const spoken = oneOf(languages, language);
  const chosenUse: Use = oneOf(uses, use) ?? 'any';
  return {
    search,
    sort: oneOf(sorts, sort) ?? 'name',
    ...(category === '' ? {} : { category }),
    ...(level && { difficulty: level }),
    ...(spoken && { language: spoken }),
    ...(chosenUse === 'archived' ? { archived: 'true' as const } : chosenUse === 'any' ? {} : { use: chosenUse }),
  };
};

/** The templates with a trap of a kind; of each kind without one. */
const ofVector = (groups: readonly TemplateGroup[], vector: string): TemplateGroup[] =>
  groups
    .map((group) => ({
      ...group,
      templates: group.templates.filter((one) => vector === '' || one.attack_vector === vector),
    }))
    .filter((group) => group.templates.length > 0);

/** The templates of one page in their categories; the number beside a category counts all of them. */
const Groups = ({
  groups,
  state,
  set,
  chosen,
  toggle,
}: {
  groups: readonly TemplateGroup[];
  state: State;
  set: (patch: Partial<State>) => void;
  chosen: ReadonlySet<string>;
  toggle: (id: string) => void;
}): ReactNode => {
  const all = groups.flatMap((group) => group.templates);
  const shown = new Set(cardsOf(all, state));
  return (
    <>
      <div className={css['groups']}>
        {groups
          .map((group) => ({ ...group, cards: group.templates.filter((one) => shown.has(one)) }))
          .filter(({ cards }) => cards.length > 0)
          .map((group) => (
            <section
              key={group.id}
              className={css['group']}
              data-cards={Math.min(group.cards.length, 3)}
              aria-labelledby={`category-${group.id}`}
            >
              <h2 id={`category-${group.id}`} className={css['group-title']}>
                {group.category}
                <span>{group.templates.length}</span>
              </h2>
              <div className={css['cards']}>
                {group.cards.map((one) => (
                  <Card key={one.id} template={one} chosen={chosen.has(one.id)} onChoose={() => toggle(one.id)} />
                ))}
              </div>
            </section>
          ))}
      </div>
      <CardPages total={all.length} place={state} onPlace={set} />
    </>
  );
};

const Library = lazy(() => import('./starter-library.tsx'));

/** Templates of the organisation, and those of the product. An organisation without templates begins with the latter. */
export default function TemplatesScreen(): ReactNode {
  const t = useT('phishing');
  const say = useT('phishing__templates');
  const words = useT('library__starter');
  const [{ from }, setPlace] = useSearchState({ from: '' });
  const packs = useT('packs');
  const [importing, setImporting] = useState(false);
  const [sorting, setSorting] = useState(false);
  const all = useRead('phishing.templates', {});
  const count = all.data?.data.reduce((total, group) => total + group.templates.length, 0);
  const place = from === 'own' || from === 'library' ? from : count === 0 ? 'library' : 'own';
  return (
    <>
      <PageHead
        title={t('templates.title')}
        count={count}
        hint={t('templates.hint')}
        actions={
          <>
            <Button variant="default" onClick={() => setSorting(true)}>
              {say('categories.open')}
            </Button>
            <Button variant="default" onClick={() => setImporting(true)}>
              {packs('import')}
            </Button>
            <NewTemplate />
          </>
        }
      />
      <Tabs
        value={place}
        onChange={(next) => setPlace({ from: next })}
        items={[
          { value: 'own', label: words('tabs.own'), count },
          { value: 'library', label: words('tabs.library') },
        ]}
      >
        {place === 'library' ? (
          <Suspense fallback={<StarterWaiting />}>
            <Library />
          </Suspense>
        ) : (
          <OwnTemplates />
        )}
      </Tabs>
      {sorting && <CategoriesDialog onClose={() => setSorting(false)} />}
      {importing && (
        <Suspense fallback={null}>
          <ImportPack onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}

const NewTemplate = (): ReactNode => (
  <ButtonLink screen="phishing.template-new" leftSection={<IconPlus size={16} />}>
    {useT('phishing')('new.open')}
  </ButtonLink>
);

/** The templates of the organisation by category: search, filters, order, and actions on several of them. */
const OwnTemplates = (): ReactNode => {
  const t = useT('phishing');
  const say = useT('phishing__templates');
  const [state, setState] = useSearchState(start);
  const set = (patch: Partial<State>, how?: { replace?: boolean }): void => setState({ page: 0, ...patch }, how);
  const choices = useChoices(state, set);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const groups = useRead('phishing.templates', queryOf(state));
  const data = groups.data && ofVector(groups.data.data, state.vector);
  const count = data?.reduce((total, group) => total + group.templates.length, 0);
  const shown = data?.flatMap((group) => group.templates.map((one) => one.id)).filter((id) => chosen.has(id)) ?? [];
  const filtered = (Object.keys(start) as (keyof State)[]).some(
    (name) => !['sort', 'page', 'size'].includes(name) && state[name] !== start[name],
  );
  const toggle = (id: string): void =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const add = <NewTemplate />;
  return (
    <>
      <CardFilters
        search={state.search}
        placeholder={t('templates.search')}
        onSearch={(search) => set({ search }, { replace: true })}
        {...choices}
        total={count}
        onReset={() => set({ ...start, search: state.search, sort: state.sort })}
      />
      {shown.length > 0 && (
        <BulkActions ids={shown} archived={state.use === 'archived'} onDone={() => setChosen(new Set())} />
      )}
      {groups.isError && data === undefined ? (
        <ErrorState onRetry={() => void groups.refetch()} />
      ) : data === undefined ? (
        <Waiting />
      ) : count === 0 ? (
        <EmptyState
          icon={IconMail}
          title={filtered ? say('filter.nothing') : t('templates.empty')}
          action={filtered ? undefined : add}
        />
      ) : (
        <Groups groups={data} state={state} set={setState} chosen={chosen} toggle={toggle} />
      )}
    </>
  );
};
