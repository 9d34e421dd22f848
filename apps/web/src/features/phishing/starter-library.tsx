import { ActionIcon, Button } from '@mantine/core';
import { IconEye, IconMail, IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isFound } from '@sergak/contract/fold.rules.ts';
import { difficulties } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Programme, StarterTemplate } from '@sergak/contract/phishing/starter.schema.ts';
import { fitsMonth, lures } from '@sergak/contract/starter/starter.rules.ts';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { monthName, useStarterChoices } from '../../shared/starter/filters.tsx';
import { isIn, StateBadge, starterStates } from '../../shared/starter/state-badge.tsx';
import { StarterWaiting } from '../../shared/starter/starter-waiting.tsx';
import { UpdateDialog } from '../../shared/starter/update-dialog.tsx';
import css from '../../shared/starter/starter.module.css';
import { CardFilters, type Choice } from '../../shared/table/card-filters.tsx';
import { CardPages, cardsOf, firstPage } from '../../shared/table/card-pages.tsx';
import { showToast } from '../../shared/toasts.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { paused } from '../../shared/ui/paused.ts';
import { DifficultyBadge, TemplateLogo } from './marks.tsx';
import { StarterPreview } from './starter-preview.tsx';

const start = {
  ...firstPage,
  find: '',
  group: '',
  level: '',
  lure: '',
  language: '',
  audience: '',
  month: '',
  state: 'any',
  programme: '',
};
type State = typeof start;
/** The filters that are a choice of one word. */
type Chosen = Exclude<keyof State, keyof typeof firstPage>;
const copiesOf = (one: StarterTemplate) => (one.copy ? [one.copy] : []);

/** Whether an entry passes the filters. `NOW`: the current month. */
const passes = (state: State, one: StarterTemplate): boolean => {
  const text = [one.name, one.description, one.subject, one.category_title].join(' ');
  const month = state.month === 'now' ? new Date().getMonth() + 1 : Number(state.month);
  return (
    isFound(text, state.find) &&
    (state.group === '' || one.category === state.group) &&
    (state.level === '' || one.difficulty === state.level) &&
    (state.lure === '' || one.lure === state.lure) &&
    (state.language === '' || one.languages.some((language) => language === state.language)) &&
    (state.audience === '' || one.audiences.some((who) => who === state.audience)) &&
    (state.month === '' || fitsMonth(one.months, month)) &&
    isIn(starterStates.find((two) => two === state.state) ?? 'any', { is_new: one.is_new, copies: copiesOf(one) })
  );
};

/** Takes a template, if the organisation has no copy of it, and goes on. */
const useAdopt = () => {
  const adopt = useWrite('phishing.starter-adopt');
  const go = useGo();
  const t = useT('library__starter');
  const take = (one: StarterTemplate, then: 'stay' | 'campaign'): void =>
    adopt.mutate(
      { slugs: [one.slug] },
      {
        onSuccess: ({ data }) => {
          const made = data[0]!;
          if (then === 'campaign' && made.email_id !== null)
            go({ screen: 'phishing.campaign-create', search: { email: made.email_id } });
          else void showToast({ kind: 'success', text: t('adopted.template', { name: one.name }) });
        },
      },
    );
  return { take, busy: adopt.isPending ? adopt.variables.slugs[0] : undefined };
};

type CardProps = {
  one: StarterTemplate;
  step?: ReactNode;
  busy: boolean;
  onTake: (then: 'stay' | 'campaign') => void;
  onLook: () => void;
  onUpdate: () => void;
};
const Card = ({ one, step, busy, onTake, onLook, onUpdate }: CardProps): ReactNode => {
  const t = useT('library__starter');
  const mayEdit = usePermission('admin.phishing.templates');
  const maySend = usePermission('admin.phishing.campaigns');
  return (
    <li>
      <article className={css['card']}>
        {step}
        <div className={css['head']}>
          <TemplateLogo src={one.logo} size={40} />
          <h3>{one.name}</h3>
          <ActionIcon
            className={css['look']}
            aria-label={`${t('action.preview')}: ${one.name}`}
            title={t('action.preview')}
            onClick={onLook}
          >
            <IconEye size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </div>
        <p className={css['text']}>{one.description}</p>
        <div className={css['facts']}>
          <StateBadge is_new={one.is_new} copies={copiesOf(one)} />
          <DifficultyBadge difficulty={one.difficulty} />
          <span>{t(`lure.${one.lure}`)}</span>
          {!one.audiences.includes('everyone') && (
            <span>{one.audiences.map((who) => t(`audience.${who}`)).join(', ')}</span>
          )}
          {one.months.length > 0 && (
            <span title={one.occasion}>{t('card.months', { months: one.months.map(monthName).join(', ') })}</span>
          )}
          {one.sensitive && <span>{t('card.sensitive')}</span>}
        </div>
        <div className={css['foot']}>
          {one.copy && !one.copy.archived ? (
            mayEdit && (
              <ButtonLink
                variant="default"
                screen="phishing.template"
                params={{ template_id: one.copy.id }}
                aria-label={`${t('action.open')}: ${one.name}`}
              >
                {t('action.open')}
              </ButtonLink>
            )
          ) : (
            <Button
              variant="default"
              loading={busy}
              onClick={() => onTake('stay')}
              aria-label={`${t('action.adopt')}: ${one.name}`}
            >
              {t('action.adopt')}
            </Button>
          )}
          {maySend && (
            <Button
              variant="light"
              leftSection={<IconSend size={16} aria-hidden />}
              {...paused(busy, () => onTake('campaign'))}
              aria-label={`${t('action.campaign')}: ${one.name}`}
            >
              {t('action.campaign')}
            </Button>
          )}
          {mayEdit && one.copy?.outdated && (
            <Button variant="subtle" onClick={onUpdate} aria-label={`${t('action.update')}: ${one.name}`}>
              {t('action.update')}
            </Button>
          )}
        </div>
      </article>
    </li>
  );
};

/** What the newer version of a template changes, and the update itself. */
const Update = ({ one, onClose }: { one: StarterTemplate; onClose: () => void }): ReactNode => {
  const differences = useRead('phishing.starter-differences', { slug: one.slug }, { quiet: true, fresh: true });
  const update = useWrite('phishing.starter-update');
  const t = useT('library__starter');
  return (
    <UpdateDialog
      name={one.name}
      copy={one.copy!}
      differences={differences}
      busy={update.isPending}
      onClose={onClose}
      onUpdate={(how) =>
        update.mutate(
          { slug: one.slug, how },
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

const StepNote = ({ n, days }: { n: number; days: number }): ReactNode => {
  const t = useT('library__starter');
  return (
    <p className={css['step']}>
      {t('programme.step', { n })}.{' '}
      {n > 1
        ? t('programme.after', { count: days })
        : days === 0
          ? t('programme.first')
          : t('programme.begin', { count: days })}
    </p>
  );
};

type Choices = { readonly quick: readonly Choice[]; readonly more: readonly Choice[] };
const useChoices = (
  state: State,
  set: (patch: Partial<State>) => void,
  data: readonly StarterTemplate[],
  programmes: readonly Programme[],
): Choices => {
  const t = useT('library__starter');
  const say = useT('phishing');
  const categories = [...new Map(data.map((one) => [one.category, one.category_title]))];
  const choice = (label: string, key: Chosen, any: string, rest: readonly (readonly [string, string])[]): Choice => ({
    label,
    value: state[key],
    onChange: (value) => set({ [key]: value }),
    data: [{ value: '', label: any }, ...rest.map(([value, name]) => ({ value, label: name }))],
  });
  const levels = difficulties.map((one) => [one, say(`difficulty.${one}`)] as const);
  const sets = programmes.map((one) => [one.slug, one.title] as const);
  return {
    quick: [
      choice(t('filter.category'), 'group', t('filter.any_category'), categories),
      choice(t('filter.difficulty'), 'level', t('filter.any_difficulty'), levels),
      ...(sets.length > 0 ? [choice(t('filter.programme'), 'programme', t('filter.any_programme'), sets)] : []),
    ],
    more: [
      choice(
        t('filter.lure'),
        'lure',
        t('filter.any_lure'),
        lures.map((one) => [one, t(`lure.${one}`)] as const),
      ),
      choice(
        t('filter.email_language'),
        'language',
        t('filter.any_language'),
        languages.map((one) => [one, languageNames[one]] as const),
      ),
      choice(t('filter.month'), 'month', t('filter.any_month'), [
        ['now', t('filter.this_month')] as const,
        ...Array.from({ length: 12 }, (_, n) => [String(n + 1), monthName(n + 1)] as const),
      ]),
      ...useStarterChoices({
        audience: state.audience,
        onAudience: (audience) => set({ audience }),
        state: state.state,
        onState: (one) => set({ state: one }),
      }),
    ],
  };
};

/** The templates of the product: found, looked at, taken, sent, updated. A programme shows its templates in their order. */
export default function StarterLibrary(): ReactNode {
  const t = useT('library__starter');
  const [state, setState] = useSearchState(start);
  // A programme is a list of its own: it begins without the filters, and each of them leaves it.
  const set = (patch: Partial<State>, how?: { replace?: boolean }): void =>
    setState(patch.programme ? { ...start, ...patch } : { page: 0, programme: '', ...patch }, how);
  const library = useRead('phishing.starter-templates', {});
  const { take, busy } = useAdopt();
  const [looked, setLooked] = useState<StarterTemplate | null>(null);
  const [updated, setUpdated] = useState<StarterTemplate | null>(null);
  const data = library.data?.data ?? [];
  const programmes = library.data?.programmes ?? [];
  const choices = useChoices(state, set, data, programmes);
  if (library.data === undefined)
    return library.isError ? <ErrorState onRetry={() => void library.refetch()} /> : <StarterWaiting />;
  const programme = programmes.find((one) => one.slug === state.programme);
  const cardOf = (one: StarterTemplate, step?: ReactNode): ReactNode => (
    <Card
      key={one.slug}
      one={one}
      step={step}
      busy={busy === one.slug}
      onTake={(then) => take(one, then)}
      onLook={() => setLooked(one)}
      onUpdate={() => setUpdated(one)}
    />
  );
  const found = data.filter((one) => passes(state, one));
  const ordered = [...Map.groupBy(found, (one) => one.category_title).values()].flat();
  const groups = Map.groupBy(cardsOf(ordered, state), (one) => one.category_title);
  return (
    <>
      <p className={css['note']}>{t('hint')}</p>
      <CardFilters
        search={state.find}
        placeholder={t('filter.search_templates')}
        onSearch={(find) => set({ find }, { replace: true })}
        {...choices}
        total={programme ? programme.steps.length : found.length}
        onReset={() => set({ ...start, find: state.find })}
      />
      {programme ? (
        <>
          <p className={css['note']}>{programme.description}</p>
          <ol className={css['cards']}>
            {programme.steps.map((step, n) => {
              const one = data.find((two) => two.slug === step.template);
              return one && cardOf(one, <StepNote n={n + 1} days={step.after_days} />);
            })}
          </ol>
        </>
      ) : found.length === 0 ? (
        <EmptyState
          icon={IconMail}
          title={t('filter.nothing')}
          action={
            <Button variant="default" onClick={() => set(start)}>
              {t('filter.reset')}
            </Button>
          }
        />
      ) : (
        <>
          {[...groups].map(([title, entries]) => (
            <section key={title} className={css['group']} aria-label={title}>
              <h2 className={css['group-title']}>{title}</h2>
              <ul className={css['cards']}>{entries.map((one) => cardOf(one))}</ul>
            </section>
          ))}
          <CardPages total={ordered.length} place={state} onPlace={setState} />
        </>
      )}
      {looked && <StarterPreview template={looked} onClose={() => setLooked(null)} />}
      {updated && <Update one={updated} onClose={() => setUpdated(null)} />}
    </>
  );
}
