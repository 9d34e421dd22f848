import {
  IconBuildingCommunity,
  IconHistory,
  IconKey,
  IconLicense,
  IconMail,
  IconPlugConnected,
  IconSearchOff,
  IconSend,
  IconShieldLock,
  IconUserShield,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fits, wordsOf } from '@sergak/contract/search/search.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useSearchState } from '../../shared/nav/nav.tsx';
import { useMe } from '../../shared/session.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import css from './overview.module.css';
import {
  fitOfSetting,
  type SettingGroup,
  settingGroups,
  type SettingKey,
  settings,
  settingsFor,
} from './settings-map.ts';

const icons: Readonly<Record<SettingGroup, TablerIcon>> = {
  organization: IconBuildingCommunity,
  people: IconUserShield,
  sign_in: IconKey,
  mail: IconMail,
  limits: IconSend,
  privacy: IconShieldLock,
  integrations: IconPlugConnected,
  licence: IconLicense,
  log: IconHistory,
};

/** The settings that fit a search; those with a typing mistake only if nothing fits without one. */
const useFound = (search: string): readonly SettingKey[] => {
  const t = useT('settings__overview');
  const mine = settingsFor(useMe().permissions);
  const words = wordsOf(search);
  if (words.length === 0) return mine;
  const found = mine.flatMap((key) => {
    const texts = { name: t(`item.${key}.name`), hint: t(`item.${key}.hint`), words: t(`item.${key}.words`) };
    const fit = fitOfSetting(texts, words);
    return fit === null ? [] : [{ key, fit }];
  });
  const isExact = found.some(({ fit }) => fit < fits.similar);
  return found.filter(({ fit }) => !isExact || fit < fits.similar).map(({ key }) => key);
};

const Group = ({ group, keys }: { group: SettingGroup; keys: readonly SettingKey[] }): ReactNode => {
  const t = useT('settings__overview');
  const Icon = icons[group];
  return (
    <section className={css['group']} aria-labelledby={`settings-${group}`}>
      <h2 id={`settings-${group}`}>
        <Icon size={20} stroke={1.7} aria-hidden />
        {t(`group.${group}`)}
      </h2>
      <ul>
        {keys.map((key) => {
          const { group: _, ...place } = settings[key];
          return (
            <li key={key}>
              <ScreenLink {...place}>
                <strong>{t(`item.${key}.name`)}</strong>
                <small>{t(`item.${key}.hint`)}</small>
              </ScreenLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

const usual = { search: '' } as const;

/** All settings by what people look for, wherever their pages are. */
export default function OverviewScreen(): ReactNode {
  const t = useT('settings__overview');
  const [{ search }, set] = useSearchState(usual);
  const found = useFound(search);
  const shown = settingGroups.filter((group) => found.some((key) => settings[key].group === group));
  return (
    <>
      <PageHead title={t('title')} hint={t('lead')} />
      <div className={css['search']}>
        <SearchBox
          value={search}
          delay={120}
          label={t('search')}
          placeholder={t('example')}
          onChange={(next) => set({ search: next }, { replace: true })}
        />
      </div>
      <p className="sr-only" role="status">
        {search === '' ? '' : t('found', { number: found.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState icon={IconSearchOff} title={t('none')} hint={t('none_hint')} />
      ) : (
        <div className={css['groups']}>
          {shown.map((group) => (
            <Group key={group} group={group} keys={found.filter((key) => settings[key].group === group)} />
          ))}
        </div>
      )}
    </>
  );
}
