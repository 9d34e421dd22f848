import type { Certificate } from '@sergak/contract/certificates/certificates.schema.ts';
import { formatDate } from '../../shared/format.ts';
import type { T } from '../../shared/i18n/use-t.ts';

/** «Выдан 20.11.2026, действует до 20.11.2027». */
export const datesOf = (t: T<'certificates__own'>, one: Certificate): string =>
  [
    t('course.from', { date: formatDate(one.issued_at) }),
    ...(one.valid_until === null ? [] : [t('course.until', { date: formatDate(one.valid_until) })]),
  ].join(', ');
