import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import type { T } from '../../shared/i18n/use-t.ts';

/** The membership rule of a tag in a sentence. */
export const aboutTag = (t: T<'tags'>, tag: Tag): string => {
  if (tag.type === 'risk_group') return t('about.risk_group', { from: tag.min_risk_level, to: tag.max_risk_level });
  if (tag.type === 'newbie') return t('about.newbie', { count: tag.life_days });
  if (tag.type === 'not_registered') return t('about.not_registered');
  return t(tag.is_system ? 'about.reports' : 'about.arbitrary');
};

export const peopleWords = (t: T<'tags'>, count: number): string => t('people', { count, number: formatNumber(count) });
