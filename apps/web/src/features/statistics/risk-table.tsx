import type { ReactNode } from 'react';
import css from './risk-screen.module.css';

/** A small table of texts; the first column names the row. */
export const RiskTable = ({
  head,
  rows,
}: {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}): ReactNode => (
  <div className={css['table']}>
    <table>
      <thead>
        <tr>
          {head.map((name, i) =>
            name === '' ? (
              <td key={i}>{name}</td>
            ) : (
              <th key={i} scope="col">
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
              <td key={i}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
