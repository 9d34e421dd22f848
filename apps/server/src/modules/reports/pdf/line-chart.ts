import type { LineChart } from './report-blocks.ts';
import { partColor, type ReportStyle } from './report-style.ts';
import { fit, label, rect, round, svg, textWidth } from './svg.ts';

const HEIGHT = 170;
const TOP = 6;
const BOTTOM = HEIGHT - 18;
const SMALL = 8.5;

type Plane = {
  left: number;
  right: number;
  x: (index: number) => number;
  y: (value: number) => number;
  ticks: number[];
};

/** Lines over time with a light grid; the area below the first line is tinted. */
export const lineChart = (chart: LineChart, width: number, style: ReportStyle) => {
  const plane = planeOf(chart, width, style);
  return svg(width, HEIGHT + 18, [
    ...grid(chart, plane, style),
    ...chart.series.flatMap((_, i) => seriesParts(chart, i, plane, style)),
    ...legend(chart, width, HEIGHT + 12, style),
  ]);
};

/** The place of each point on the axis, from 0 to 1; a single point is in the middle. */
const sharesOf = ({ labels, days }: LineChart): number[] => {
  const at = days?.length === labels.length ? days.map((day) => Date.parse(day)) : labels.map((_, index) => index);
  const [from = 0, to = 0] = [at[0], at.at(-1)];
  return at.map((value) => (to === from ? 0.5 : (value - from) / (to - from)));
};

const planeOf = (chart: LineChart, width: number, style: ReportStyle): Plane => {
  const { ticks, min, max } = scaleOf(chart);
  const left = Math.max(...ticks.map((tick) => textWidth(style.number(tick), SMALL))) + 8;
  const right = width - 6;
  const shares = sharesOf(chart);
  return {
    left,
    right,
    ticks,
    x: (index) => left + (right - left) * (shares[index] ?? 0.5),
    y: (value) => BOTTOM - ((BOTTOM - TOP) * (Math.min(Math.max(value, min), max) - min)) / (max - min),
  };
};

const grid = ({ labels, target }: LineChart, { left, right, x, y, ticks }: Plane, style: ReportStyle) => {
  const out: string[] = [];
  const across = (at: number, stroke: string) =>
    `<line x1="${round(left)}" x2="${round(right)}" y1="${round(at)}" y2="${round(at)}" ${stroke}/>`;
  for (const tick of ticks) {
    out.push(across(y(tick), `stroke="${style.colors.line}" stroke-width="0.7"`));
    out.push(label(left - 6, y(tick) + 3, style.number(tick), { size: SMALL, fill: style.colors.soft, anchor: 'end' }));
  }
  const widest = Math.max(...labels.map((text) => textWidth(text, SMALL)), 1) + 10;
  let free = -Infinity;
  labels.forEach((text, i) => {
    if (x(i) < free) return;
    free = x(i) + widest;
    const anchor = labels.length < 2 ? 'middle' : i === 0 ? 'start' : i === labels.length - 1 ? 'end' : 'middle';
    out.push(label(x(i), HEIGHT - 4, text, { size: SMALL, fill: style.colors.soft, anchor }));
  });
  if (target)
    out.push(across(y(target.value), `stroke="${style.colors.muted}" stroke-width="1.2" stroke-dasharray="4 3"`));
  return out;
};

const seriesParts = ({ series, labels }: LineChart, index: number, { x, y }: Plane, style: ReportStyle) => {
  const { values, tone } = series[index]!;
  const color = partColor(style, tone, index);
  const out: string[] = [];
  for (const run of runs(values.slice(0, labels.length))) {
    const points = run.map(({ at, value }) => ({ x: round(x(at)), y: round(y(value)) }));
    const path = points.map((point) => `${point.x},${point.y}`).join(' ');
    if (index === 0 && run.length > 1) {
      const area = `${points[0]!.x},${BOTTOM} ${path} ${points.at(-1)!.x},${BOTTOM}`;
      out.push(`<polygon points="${area}" fill="${color}" fill-opacity="0.12"/>`);
    }
    if (run.length === 1 || labels.length <= 12) {
      out.push(...points.map((point) => `<circle cx="${point.x}" cy="${point.y}" r="2.4" fill="${color}"/>`));
    }
    if (run.length > 1) {
      out.push(`<polyline points="${path}" fill="none" stroke="${color}" stroke-width="1.8" stroke-linejoin="round"/>`);
    }
  }
  return out;
};

const legend = ({ series, target }: LineChart, width: number, y: number, style: ReportStyle) => {
  const names = [
    ...series.map(({ name, tone }, i) => ({ name, color: partColor(style, tone, i) })),
    ...(target ? [{ name: target.name, color: style.colors.muted }] : []),
  ].map((entry) => ({ ...entry, name: fit(entry.name, width / (series.length + 1) - 20, 9) }));
  let x = Math.max(0, (width - names.reduce((sum, { name }) => sum + textWidth(name, 9) + 28, 0)) / 2);
  return names.flatMap(({ name, color }) => {
    const drawn = [rect(x, y - 7, 8, 8, color, 2), label(x + 12, y, name, { size: 9, fill: style.colors.soft })];
    x += textWidth(name, 9) + 28;
    return drawn;
  });
};

const runs = (values: readonly (number | null)[]) => {
  const out: { at: number; value: number }[][] = [];
  values.forEach((value, at) => {
    if (value === null || !Number.isFinite(value)) return;
    const previous = values[at - 1];
    if (at === 0 || previous === null || previous === undefined) out.push([]);
    out.at(-1)?.push({ at, value });
  });
  return out;
};

/** Four to six round steps of the axis that cover all values. */
const scaleOf = ({ series, target, min, max }: LineChart) => {
  const values = [...series.flatMap((one) => one.values), target?.value ?? null].filter(
    (value) => value !== null && Number.isFinite(value),
  ) as number[];
  const low = min ?? Math.min(0, ...values);
  const wanted = max ?? Math.max(...values, low + 1);
  const high = wanted > low ? wanted : low + 1;
  const rough = Math.max(high - low, 1e-6) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999)! * power;
  const ticks: number[] = [];
  for (let tick = Math.floor(low / step) * step; ticks.length < 12; tick += step) {
    ticks.push(Number(tick.toPrecision(12)));
    if (tick >= high - step * 1e-6) break;
  }
  return { ticks, min: ticks[0]!, max: ticks.at(-1)! };
};
