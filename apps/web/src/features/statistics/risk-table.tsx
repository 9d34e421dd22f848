import type { ReactNode } from 'react';
import css from './risk-screen.module.css';

/** A small table of texts; the first column names the row, and the columns after it are numbers unless listed in `words`. */
export const RiskTable = ({
  label,
  head,
  rows,
  words = [],
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  words?: readonly number[];
}): ReactNode => (
  <div className={css['table']}>
    <table aria-label={label}>
      <thead>
        <tr>
          {head.map((name, i) =>
            name === '' ? (
              <td key={i}>{name}</td>
            ) : (
              <th key={i} scope="col" data-words={words.includes(i) || undefined}>
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, n) => (
          <tr key={n}>
            {row.map((cell, i) => (
              <td key={i} data-words={words.includes(i) || undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
