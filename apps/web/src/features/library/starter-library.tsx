import { ActionIcon, Button } from '@mantine/core';
import { IconBooks, IconCheck, IconEye } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { isFound } from '@sergak/contract/fold.rules.ts';
import type { StarterCourse } from '@sergak/contract/library/starter.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { courseCategories } from '@sergak/contract/starter/starter.rules.ts';
import type { StarterCopy } from '@sergak/contract/starter/starter.schema.ts';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe, usePermission } from '../../shared/session.ts';
import { useStarterChoices } from '../../shared/starter/filters.tsx';
import { isIn, StateBadge, starterStates } from '../../shared/starter/state-badge.tsx';
import { StarterWaiting } from '../../shared/starter/starter-waiting.tsx';
import css from '../../shared/starter/starter.module.css';
import { UpdateDialog } from '../../shared/starter/update-dialog.tsx';
import { CardFilters, type Choice } from '../../shared/table/card-filters.tsx';
import { showToast } from '../../shared/toasts.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { paused } from '../../shared/ui/paused.ts';

const Preview = lazyWindow(() => import('./starter-preview.tsx'));
const start = { find: '', group: '', audience: '', length: '', state: 'any', language: '' };
type State = typeof start;

const lengths = { short: [0, 5], middle: [6, 10], long: [11, Infinity] } as const;
const lengthOf = (name: string) => lengths[name as keyof typeof lengths] as readonly [number, number] | undefined;

const passes = (state: State, one: StarterCourse): boolean => {
  const text = `${one.title} ${one.description}`;
  const [least, most] = lengthOf(state.length) ?? [0, Infinity];
  return (
    isFound(text, state.find) &&
    (state.group === '' || one.category === state.group) &&
    (state.audience === '' || one.audiences.some((who) => who === state.audience)) &&
    one.minutes >= least &&
    one.minutes <= most &&
    isIn(starterStates.find((two) => two === state.state) ?? 'any', one)
  );
};

type CardProps = { one: StarterCourse; language: Language; onLook: () => void; onUpdate: (copy: StarterCopy) => void };
const Card = ({ one, language, onLook, onUpdate }: CardProps): ReactNode => {
  const t = useT('library__starter');
  const say = useT('library');
  const go = useGo();
  const mayAssign = usePermission('admin.learning.assigned');
  const adopt = useWrite('library.starter-adopt');
  const copy = one.copies.find((two) => two.language === language);
  const outdated = one.copies.find((two) => two.outdated);
  const take = (then: 'stay' | 'assign'): void =>
    adopt.mutate(
      { courses: [{ slug: one.slug, language }] },
      {
        onSuccess: ({ data }) => {
          if (then === 'assign') go({ screen: 'learning.assigned-create', search: { course: data[0]!.id } });
          else void showToast({ kind: 'success', text: t('adopted.course', { name: one.title }) });
        },
      },
    );
  return (
    <li>
      <article className={css['card']}>
        <div className={css['cover']}>
          <img src={one.image_path} alt="" width={1200} height={630} loading="lazy" />
        </div>
        <div className={css['head']}>
          <h3>{one.title}</h3>
          <ActionIcon
            className={css['look']}
            aria-label={`${t('action.preview')}: ${one.title}`}
            title={t('action.preview')}
            onClick={onLook}
          >
            <IconEye size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
        <p className={css['text']}>{one.description}</p>
        <div className={css['facts']}>
          <StateBadge is_new={one.is_new} copies={one.copies} />
          <span>{say('card.minutes', { count: one.minutes })}</span>
          <span>{t('card.slides', { count: one.slides_count })}</span>
          <span>{t('card.questions', { count: one.questions_count })}</span>
          {!one.audiences.includes('everyone') && (
            <span>{one.audiences.map((who) => t(`audience.${who}`)).join(', ')}</span>
          )}
          {one.copies.length > 0 && <span>{one.copies.map((two) => two.language.toUpperCase()).join(' ')}</span>}
        </div>
        <div className={css['foot']}>
          {copy && !copy.archived ? (
            <ButtonLink
              variant="default"
              screen="learning.course-edit"
              params={{ course_id: copy.id }}
              aria-label={`${t('action.open')}: ${one.title}`}
            >
              {t('action.open')}
            </ButtonLink>
          ) : (
            <Button
              variant="default"
              loading={adopt.isPending}
              onClick={() => take('stay')}
              aria-label={`${t('action.adopt')}: ${one.title}`}
            >
              {t('action.adopt')}
            </Button>
          )}
          {mayAssign && (
            <Button
              variant="light"
              leftSection={<IconCheck size={16} aria-hidden />}
              {...paused(adopt.isPending, () => take('assign'))}
              aria-label={`${t('action.assign')}: ${one.title}`}
            >
              {t('action.assign')}
            </Button>
          )}
          {outdated && (
            <Button
              variant="subtle"
              onClick={() => onUpdate(outdated)}
              aria-label={`${t('action.update')}: ${one.title}`}
            >
              {t('action.update')}
            </Button>
          )}
        </div>
      </article>
    </li>
  );
};

type Updated = { readonly one: StarterCourse; readonly copy: StarterCopy };
/** What the newer version of a course changes, and the update itself. */
const Update = ({ one, copy, onClose }: Updated & { onClose: () => void }): ReactNode => {
  const t = useT('library__starter');
  const differences = useRead('library.starter-differences', { id: copy.id }, { quiet: true, fresh: true });
  const update = useWrite('library.starter-update');
  return (
    <UpdateDialog
      name={one.title}
      copy={copy}
      differences={differences}
      busy={update.isPending}
      onClose={onClose}
      onUpdate={(how) =>
        update.mutate(
          { id: copy.id, how },
          {
            onSuccess: () => {
              void showToast({ kind: 'success', text: t(how === 'replace' ? 'update.done' : 'update.added') });
              onClose();
            },
          },
        )
      }
    />
  );
};

/** The language is that of the copies: it filters nothing, so that it stays beside the search. */
const useChoices = (
  state: State,
  set: (patch: Partial<State>) => void,
  language: Language,
  usual: Language,
): { readonly quick: readonly Choice[]; readonly more: readonly Choice[] } => {
  const t = useT('library__starter');
  return {
    quick: [
      {
        label: t('filter.category'),
        value: state.group,
        onChange: (group) => set({ group }),
        data: [
          { value: '', label: t('filter.any_category') },
          ...courseCategories.map((one) => ({ value: one, label: t(`course_category.${one}`) })),
        ],
      },
      {
        label: t('filter.language'),
        value: language,
        usual,
        labelled: true,
        onChange: (one) => set({ language: one }),
        data: languages.map((one) => ({ value: one, label: languageNames[one] })),
      },
    ],
    more: [
      {
        label: t('filter.length'),
        value: state.length,
        onChange: (length) => set({ length }),
        data: [
          { value: '', label: t('filter.any_length') },
          ...(['short', 'middle', 'long'] as const).map((one) => ({ value: one, label: t(`length.${one}`) })),
        ],
      },
      ...useStarterChoices({
        audience: state.audience,
        onAudience: (audience) => set({ audience }),
        state: state.state,
        onState: (one) => set({ state: one }),
      }),
    ],
  };
};

/** The courses of the product: found, looked at, taken, assigned, updated. A copy is in one language. */
export default function StarterLibrary(): ReactNode {
  const t = useT('library__starter');
  const organization = useMe().acting_organization;
  const [state, set] = useSearchState(start);
  const library = useRead('library.starter-courses', {});
  const [looked, setLooked] = useState<StarterCourse | null>(null);
  const [updated, setUpdated] = useState<Updated | null>(null);
  const language = languages.find((one) => one === state.language) ?? organization.language;
  const choices = useChoices(state, set, language, organization.language);
  if (library.data === undefined)
    return library.isError ? <ErrorState onRetry={() => void library.refetch()} /> : <StarterWaiting covers />;
  const found = library.data.data.filter((one) => passes(state, one));
  const groups = Map.groupBy(found, (one) => one.category);
  return (
    <>
      <p className={css['note']}>{t('hint')}</p>
      <CardFilters
        search={state.find}
        placeholder={t('filter.search_courses')}
        onSearch={(find) => set({ find }, { replace: true })}
        {...choices}
        total={found.length}
        onReset={() => set({ ...start, find: state.find })}
      />
      {found.length === 0 ? (
        <EmptyState
          icon={IconBooks}
          title={t('filter.nothing')}
          action={
            <Button variant="default" onClick={() => set(start)}>
              {t('filter.reset')}
            </Button>
          }
        />
      ) : (
        courseCategories
          .filter((one) => groups.has(one))
          .map((category) => (
            <section key={category} className={css['group']} aria-label={t(`course_category.${category}`)}>
              <h2 className={css['group-title']}>{t(`course_category.${category}`)}</h2>
              <ul className={css['cards']}>
                {groups.get(category)!.map((one) => (
                  <Card
                    key={one.slug}
                    one={one}
                    language={language}
                    onLook={() => setLooked(one)}
                    onUpdate={(copy) => setUpdated({ one, copy })}
                  />
                ))}
              </ul>
            </section>
          ))
      )}
      {looked && (
        <Suspense fallback={null}>
          <Preview course={looked} onClose={() => setLooked(null)} />
        </Suspense>
      )}
      {updated && <Update {...updated} onClose={() => setUpdated(null)} />}
    </>
  );
}
