import type { LineChart, ReportBlockOf } from './report-blocks.ts';
import { mix, partColor, type Style } from './report-style.ts';
import { fit, label, rect, round, svg, textWidth } from './svg.ts';

/** Steps that each keep a part of the one before, with the share of the first. */
export const funnelChart = ({ steps }: ReportBlockOf<'funnel'>, width: number, style: Style) => {
  const row = 40;
  const bar = 26;
  const labels = Math.min(150, width * 0.3);
  const numbers = Math.min(90, width * 0.2);
  const room = width - labels - numbers - 20;
  const most = Math.max(...steps.map(({ value }) => value), 1);
  const middle = labels + 10 + room / 2;
  const half = (value: number) => Math.max((room * Math.max(value, 0)) / most / 2, 1.5);
  const parts: string[] = [];
  steps.forEach(({ label: name, value, tone }, i) => {
    const y = i * row;
    const color = tone ? style.colors[tone] : mix(style.colors.brand, '#ffffff', Math.min(0.12 * i, 0.5));
    const next = steps[i + 1];
    if (next) {
      const [from, to] = [half(value), half(next.value)];
      const points = [[middle - from, y + bar], [middle + from, y + bar], [middle + to, y + row], [middle - to, y + row]];
      parts.push(`<polygon points="${points.map((point) => point.map(round).join(',')).join(' ')}" fill="${mix(color, '#ffffff', 0.78)}"/>`);
    }
    parts.push(rect(middle - half(value), y, half(value) * 2, bar, color, 3));
    parts.push(label(0, y + bar / 2 + 3.5, fit(name, labels, 10), { size: 10, fill: style.colors.ink }));
    parts.push(label(width - numbers / 2, y + bar / 2 + 4, style.number(value), { size: 11, bold: true, anchor: 'end' }));
    const share = steps[0]!.value > 0 ? style.percent(value / steps[0]!.value) : '–';
    parts.push(label(width, y + bar / 2 + 4, share, { size: 10, fill: style.colors.soft, anchor: 'end' }));
  });
  return svg(width, steps.length * row - (row - bar), parts);
};

export const donutChart = ({ parts, center, caption }: ReportBlockOf<'donut'>, width: number, style: Style) => {
  const narrow = width < 330;
  const size = narrow ? Math.min(130, width) : 150;
  const radius = size / 2;
  const ring = size * 0.13;
  const total = parts.reduce((sum, { value }) => sum + Math.max(value, 0), 0);
  const shown = parts.map((part, i) => ({ ...part, color: partColor(style, part.tone, i), share: total > 0 ? Math.max(part.value, 0) / total : 0 }));
  const out: string[] = [`<circle cx="${radius}" cy="${radius}" r="${round(radius - ring / 2)}" fill="none" stroke="${style.colors.line}" stroke-width="${round(ring)}"/>`];
  let angle = 0;
  for (const { share, color } of shown) {
    if (share > 0) out.push(arc(radius, radius - ring / 2, ring, angle, angle + share, color));
    angle += share;
  }
  if (center) out.push(label(radius, radius + (caption ? 3 : 7), fit(center, size - 2 * ring, 20), { size: 20, bold: true, anchor: 'middle' }));
  if (caption) out.push(label(radius, radius + 17, fit(caption, size - 2.5 * ring, 8.5), { size: 8.5, fill: style.colors.soft, anchor: 'middle' }));
  const step = 20;
  const left = narrow ? 0 : size + 24;
  const top = narrow ? size + 22 : Math.max(radius - ((shown.length - 1) * step) / 2, 10);
  shown.forEach(({ label: name, value, share, color }, i) => {
    const y = top + i * step;
    out.push(rect(left, y - 7, 8, 8, color, 2));
    out.push(label(left + 15, y, fit(name, width - left - 105, 10), { size: 10 }));
    out.push(label(width - 40, y, style.number(value), { size: 10, bold: true, anchor: 'end' }));
    out.push(label(width, y, style.percent(share), { size: 10, fill: style.colors.soft, anchor: 'end' }));
  });
  return svg(width, Math.max(size, top + shown.length * step - 12), out);
};

/** A piece of the ring between two shares of the turn, with a hair's gap; a full ring is a circle, which no arc can be. */
const arc = (middle: number, radius: number, ring: number, from: number, to: number, color: string) => {
  if (to - from > 0.9999) {
    return `<circle cx="${middle}" cy="${middle}" r="${round(radius)}" fill="none" stroke="${color}" stroke-width="${round(ring)}"/>`;
  }
  const gap = Math.min(0.004, (to - from) / 4);
  const at = (turn: number) => {
    const angle = (turn - 0.25) * 2 * Math.PI;
    return `${round(middle + radius * Math.cos(angle))} ${round(middle + radius * Math.sin(angle))}`;
  };
  const large = to - from - 2 * gap > 0.5 ? 1 : 0;
  return `<path d="M ${at(from + gap)} A ${round(radius)} ${round(radius)} 0 ${large} 1 ${at(to - gap)}" fill="none" stroke="${color}" stroke-width="${round(ring)}"/>`;
};

/** Lines over time with a quiet grid; the first one has its area tinted. */
export const lineChart = (chart: LineChart, width: number, style: Style) => {
  const height = 170;
  const { ticks, min, max } = scaleOf(chart);
  const left = Math.max(...ticks.map((tick) => textWidth(style.number(tick), 8.5))) + 8;
  const right = width - 6;
  const bottom = height - 18;
  const top = 6;
  const count = chart.labels.length;
  const x = (i: number) => (count < 2 ? (left + right) / 2 : left + ((right - left) * i) / (count - 1));
  const y = (value: number) => bottom - ((bottom - top) * (Math.min(Math.max(value, min), max) - min)) / (max - min);
  const out: string[] = [];
  for (const tick of ticks) {
    out.push(`<line x1="${round(left)}" x2="${round(right)}" y1="${round(y(tick))}" y2="${round(y(tick))}" stroke="${style.colors.line}" stroke-width="0.7"/>`);
    out.push(label(left - 6, y(tick) + 3, style.number(tick), { size: 8.5, fill: style.colors.soft, anchor: 'end' }));
  }
  const widest = Math.max(...chart.labels.map((text) => textWidth(text, 8.5)), 1) + 10;
  const every = Math.max(1, Math.ceil((count * widest) / (right - left)));
  chart.labels.forEach((text, i) => {
    if (i % every !== 0) return;
    const anchor = count > 1 && i === 0 ? 'start' : i === count - 1 && count > 1 ? 'end' : 'middle';
    out.push(label(x(i), height - 4, text, { size: 8.5, fill: style.colors.soft, anchor }));
  });
  if (chart.target) {
    const at = round(y(chart.target.value));
    out.push(`<line x1="${round(left)}" x2="${round(right)}" y1="${at}" y2="${at}" stroke="${style.colors.muted}" stroke-width="1.2" stroke-dasharray="4 3"/>`);
  }
  chart.series.forEach(({ values, tone }, i) => {
    const color = partColor(style, tone, i);
    for (const run of runs(values.slice(0, count))) {
      const points = run.map(({ at, value }) => `${round(x(at))},${round(y(value))}`);
      const [first, last] = [run[0]!, run.at(-1)!];
      if (i === 0 && run.length > 1) {
        out.push(`<polygon points="${round(x(first.at))},${round(bottom)} ${points.join(' ')} ${round(x(last.at))},${round(bottom)}" fill="${color}" fill-opacity="0.12"/>`);
      }
      if (run.length === 1 || count <= 12) {
        for (const point of points) out.push(`<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="2.4" fill="${color}"/>`);
      }
      if (run.length > 1) out.push(`<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.8" stroke-linejoin="round"/>`);
    }
  });
  return svg(width, height + 18, [...out, ...legend(chart, width, height + 12, style)]);
};

const legend = ({ series, target }: LineChart, width: number, y: number, style: Style) => {
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

/** Round steps that people count in, four to six of them, around all values. */
const scaleOf = ({ series, target, min, max }: LineChart) => {
  const values = [...series.flatMap((one) => one.values), target?.value ?? null].filter((value) => value !== null && Number.isFinite(value)) as number[];
  const low = min ?? Math.min(0, ...values);
  const high = max ?? Math.max(...values, low + 1);
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
