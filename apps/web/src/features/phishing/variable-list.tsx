import type { ReactNode } from 'react';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './pictures.module.css';

export type MappedVariable = { readonly found: string; readonly variable: string; readonly count: number };

/** Variables of another product, with ours in their place. */
export const MappedList = ({ mapped, label }: { mapped: readonly MappedVariable[]; label: string }): ReactNode => {
  const t = useT('phishing');
  return (
    <ul className={css['changes']} aria-label={label}>
      {mapped.map(({ found, variable, count }) => (
        <li key={`${found} ${variable}`}>
          <div>
            <span>
              <code>{found}</code> → {t(`variable.${variable as 'link'}`)}
            </span>
            <strong>{formatNumber(count)}</strong>
          </div>
        </li>
      ))}
    </ul>
  );
};

/** Each variable once, with how often it occurs. */
export const countVariables = (mapped: readonly { found: string; variable: string }[]): MappedVariable[] => {
  const counts = new Map<string, { found: string; variable: string; count: number }>();
  for (const { found, variable } of mapped) {
    const one = counts.get(`${found} ${variable}`) ?? { found, variable, count: 0 };
    one.count += 1;
    counts.set(`${found} ${variable}`, one);
  }
  return [...counts.values()];
};
