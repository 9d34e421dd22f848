import { shareOf } from '@sergak/contract/share.rules.ts';
import type { ReportBlockOf } from './report-blocks.ts';
import { mix, partColor, type ReportStyle } from './report-style.ts';
import { fit, label, rect, round, svg } from './svg.ts';

/** A funnel: each step is a part of the previous one. Shares are of `of`, by default of the first step. */
export const funnelChart = (
  { steps, of = steps[0]!.value }: ReportBlockOf<'funnel'>,
  width: number,
  style: ReportStyle,
) => {
  const row = 40;
  const bar = 26;
  const labels = Math.min(150, width * 0.3);
  const numbers = Math.min(90, width * 0.2);
  const room = width - labels - numbers - 20;
  const most = Math.max(...steps.map(({ value }) => value), 1);
  const middle = labels + 10 + room / 2;
  const half = (value: number) => (value > 0 ? Math.max((room * value) / most / 2, 1.5) : 0);
  const parts: string[] = [];
  steps.forEach(({ label: name, value, tone, color: own }, i) => {
    const y = i * row;
    const color = own ?? (tone ? style.colors[tone] : mix(style.colors.brand, '#ffffff', Math.min(0.12 * i, 0.5)));
    const next = steps[i + 1];
    if (next) {
      const [from, to] = [half(value), half(next.value)];
      const points = [
        [middle - from, y + bar],
        [middle + from, y + bar],
        [middle + to, y + row],
        [middle - to, y + row],
      ];
      parts.push(
        `<polygon points="${points.map((point) => point.map(round).join(',')).join(' ')}" fill="${mix(color, '#ffffff', 0.78)}"/>`,
      );
    }
    parts.push(rect(middle - half(value), y, half(value) * 2, bar, color, 3));
    parts.push(label(0, y + bar / 2 + 3.5, fit(name, labels, 10), { size: 10, fill: style.colors.ink }));
    parts.push(
      label(width - numbers / 2, y + bar / 2 + 4, style.number(value), { size: 11, bold: true, anchor: 'end' }),
    );
    const share = of > 0 ? style.percent(shareOf(value, of)) : '–';
    parts.push(label(width, y + bar / 2 + 4, share, { size: 10, fill: style.colors.soft, anchor: 'end' }));
  });
  return svg(width, steps.length * row - (row - bar), parts);
};

export const donutChart = ({ parts, center, caption }: ReportBlockOf<'donut'>, width: number, style: ReportStyle) => {
  const narrow = width < 330;
  const size = narrow ? Math.min(130, width) : 150;
  const radius = size / 2;
  const ring = size * 0.13;
  const total = parts.reduce((sum, { value }) => sum + Math.max(value, 0), 0);
  const shown = parts.map((part, i) => ({
    ...part,
    color: partColor(style, part.tone, i),
    share: shareOf(Math.max(part.value, 0), total),
  }));
  const out: string[] = [
    `<circle cx="${radius}" cy="${radius}" r="${round(radius - ring / 2)}" fill="none" stroke="${style.colors.line}" stroke-width="${round(ring)}"/>`,
  ];
  let angle = 0;
  for (const { share, color } of shown) {
    const turn = share / 100;
    if (turn > 0) out.push(arc(radius, radius - ring / 2, ring, angle, angle + turn, color));
    angle += turn;
  }
  if (center)
    out.push(
      label(radius, radius + (caption ? 3 : 7), fit(center, size - 2 * ring, 20), {
        size: 20,
        bold: true,
        anchor: 'middle',
      }),
    );
  if (caption)
    out.push(
      label(radius, radius + 17, fit(caption, size - 2.5 * ring, 8.5), {
        size: 8.5,
        fill: style.colors.soft,
        anchor: 'middle',
      }),
    );
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

/** A piece of the ring between two shares, with a thin gap. A full ring is drawn as a circle, which no arc can be. */
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
