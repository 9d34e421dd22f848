import { Button, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { shareOf } from '@sergak/contract/share.rules.ts';
import type { HeatMapRow } from '@sergak/contract/statistics/insights.schema.ts';
import { ChartCard } from '../../shared/charts/chart-card.tsx';
import { formatNumber, formatPercent, formatRisk } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './heat-map.module.css';
import { PeopleLink } from './people-link.tsx';
import type { PeopleNumber } from './people-number.ts';
import { useMore } from './use-more.ts';

const measures = ['caught', 'risk'] as const;
type Measure = (typeof measures)[number];
const addressState = { measure: 'caught' };
type Cell = HeatMapRow['cells'][number];

/** A month as 11.2026: month names do not fit the columns. */
const formatMonth = (month: string): string => `${month.slice(5)}.${month.slice(0, 4)}`;

/** Value of a cell from 0 to 1 with its text; null without data. */
const valueOf = (cell: Cell, measure: Measure): { heat: number; text: string } | null => {
  if (measure === 'risk')
    return cell.risk_level === null ? null : { heat: cell.risk_level / 10, text: formatRisk(cell.risk_level) };
  if (cell.mailed === 0) return null;
  const share = shareOf(cell.caught, cell.mailed);
  return { heat: share / 100, text: formatPercent(share) };
};
/** Darker with a higher value. At half of the scale the colour is full: higher shares are rare. */
const colorOf = (heat: number): string =>
  `color-mix(in srgb, var(--red-fill) ${Math.round(Math.min(1, heat * 2) * 70)}%, var(--card))`;

const CELL = { width: 58, height: 28, name: 220 };
/** The map as one drawing, for the download. */
const Picture = ({ rows, months, measure }: MapProps): ReactNode => (
  <svg width={CELL.name + months.length * CELL.width + 16} height={(rows.length + 1) * CELL.height + 16} fontSize="12">
    {months.map((month, i) => (
      <text key={month} x={CELL.name + i * CELL.width + CELL.width / 2} y={20} textAnchor="middle" fill="var(--quiet)">
        {formatMonth(month)}
      </text>
    ))}
    {rows.map((row, n) => (
      <g key={row.id} transform={`translate(8 ${(n + 1) * CELL.height})`} fill="var(--mantine-color-text)">
        <text y={18}>{ownTitle(row.title).slice(0, 32)}</text>
        {row.cells.map((cell, i) => {
          const value = valueOf(cell, measure);
          return (
            <g key={months[i]} transform={`translate(${CELL.name - 8 + i * CELL.width} 0)`}>
              <rect
                width={CELL.width - 3}
                height={CELL.height - 3}
                rx="4"
                fill={value === null ? 'var(--line)' : colorOf(value.heat)}
              />
              <text x={CELL.width / 2} y={17} textAnchor="middle">
                {value?.text}
              </text>
            </g>
          );
        })}
      </g>
    ))}
  </svg>
);

/** The figure that the map shows. */
const figureIn = (measure: Measure) => (measure === 'risk' ? 'risk_level_daily' : 'month_caught');

type MapProps = { rows: readonly HeatMapRow[]; months: readonly string[]; measure: Measure };

/** A cell that lists the people caught in its month, or all people of the department by risk. */
const CellPeople = ({
  row,
  cell,
  month,
  measure,
  children,
}: {
  row: HeatMapRow;
  cell: Cell;
  month: string;
  measure: Measure;
  children: ReactNode;
}): ReactNode => {
  const t = useT('statistics__analysis');
  const title = ownTitle(row.title);
  const named = { title, month: formatMonth(month) };
  const [value, label, number]: [number, string, PeopleNumber] =
    measure === 'risk'
      ? [
          row.people,
          t('heat.cell_risk', { ...named, level: formatRisk(cell.risk_level) }),
          { kind: 'number', title, input: { of: 'everyone', department_id: row.id } },
        ]
      : [
          cell.caught,
          t('heat.cell', { ...named, caught: formatNumber(cell.caught), mailed: formatNumber(cell.mailed) }),
          {
            kind: 'number',
            title: t('heat.people', named),
            input: { of: 'department_month', department_id: row.id, month },
          },
        ];
  return (
    <PeopleLink value={value} label={label} className={css['cell']} number={number}>
      {children}
    </PeopleLink>
  );
};

const Grid = ({ rows, months, measure }: MapProps): ReactNode => {
  const t = useT('statistics__analysis');
  return (
    <div className={css['scroll']} tabIndex={0} role="group" aria-label={t('heat.title')}>
      <table className={css['map']} aria-label={t('heat.title')}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t('heat.department')}</span>
            </th>
            {months.map((month) => (
              <th key={month} scope="col">
                {formatMonth(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-figure={figureIn(measure)}>
              <th scope="row">{ownTitle(row.title)}</th>
              {row.cells.map((cell, i) => {
                const value = valueOf(cell, measure);
                const month = months[i]!;
                if (value === null) return <td key={month} aria-label={t('heat.none')} />;
                return (
                  <td key={month} style={{ background: colorOf(value.heat) }}>
                    <CellPeople row={row} cell={cell} month={month} measure={measure}>
                      {value.text}
                    </CellPeople>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Departments by month: the share of people caught by simulations, or the risk level. */
export const HeatMap = ({ organization }: { organization: string }): ReactNode => {
  const t = useT('statistics__analysis');
  const [address, setAddress] = useSearchState(addressState);
  const measure = measures.find((one) => one === address.measure) ?? 'caught';
  const { query, rows, first } = useMore('statistics.heat-map', { id: organization });
  if (query.isError && rows === undefined)
    return (
      <Section title={t('heat.title')}>
        <ErrorState onRetry={() => void query.refetch()} />
      </Section>
    );
  if (rows === undefined || first === undefined) return <LoadingState />;
  const { months } = first;
  const filled = rows.filter((row) => row.cells.some((cell) => valueOf(cell, measure) !== null));
  const map = { rows: filled, months, measure };
  return (
    <ChartCard
      title={t('heat.title')}
      hint={t(`heat.hint_${measure}`)}
      table={{
        figures: { columns: months.map(() => figureIn(measure)) },
        head: [t('heat.department'), ...months.map(formatMonth)],
        rows: filled.map((row) => [
          ownTitle(row.title),
          ...row.cells.map((cell) => valueOf(cell, measure)?.text ?? ''),
        ]),
      }}
      picture={() => <Picture {...map} />}
      action={
        <div className={css['tools']}>
          <SegmentedControl
            size="xs"
            value={measure}
            onChange={(next) => setAddress({ measure: next })}
            aria-label={t('heat.measure')}
            data={measures.map((value) => ({ value, label: t(`heat.${value}`) }))}
          />
          {query.hasNextPage && (
            <Button
              size="compact-md"
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('heat.more')}
            </Button>
          )}
        </div>
      }
    >
      <Grid {...map} />
    </ChartCard>
  );
};
