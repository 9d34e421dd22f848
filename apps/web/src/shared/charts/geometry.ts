/** The geometry of our charts: scales, ticks, a line that never overshoots its points, parts of a ring. */

export type Point = readonly [x: number, y: number];
const roundToHundredths = (n: number): number => Math.round(n * 100) / 100;

/** Maps one range to another; a range without length maps to the middle. */
export const linearScale =
  ([low, high]: readonly [number, number], [from, to]: readonly [number, number]) =>
  (value: number): number =>
    high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from);

/** Round values from 0 to the first one at or above `top`: about `count` steps of 1, 2 or 5 times a power of ten. */
export const niceTicks = (top: number, count: number): number[] => {
  const rough = top / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const error = rough / power;
  const step = (error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.SQRT2 ? 2 : 1) * power;
  const steps = Math.ceil(top / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)));
};

/** Splits points into runs at gaps: a day without a value breaks the line. */
export const splitAtGaps = (points: readonly (Point | null)[]): Point[][] => {
  const found: Point[][] = [];
  let open: Point[] | null = null;
  for (const point of points) {
    if (point === null) open = null;
    else if (open === null) found.push((open = [point]));
    else open.push(point);
  }
  return found;
};

const slope = ([ax, ay]: Point, [bx, by]: Point): number => (bx === ax ? 0 : (by - ay) / (bx - ax));
/** Slopes that keep the curve between its points (Steffen 1990), so that the curve has no bump that the data lacks. */
const slopesOf = (points: readonly Point[]): number[] => {
  const middle = points.map((point, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (before === undefined || after === undefined) return 0;
    const [left, right] = [slope(before, point), slope(point, after)];
    const [h, k] = [point[0] - before[0], after[0] - point[0]];
    const mean = h + k === 0 ? 0 : (left * k + right * h) / (h + k);
    return (Math.sign(left) + Math.sign(right)) * Math.min(Math.abs(left), Math.abs(right), Math.abs(mean) / 2);
  });
  const last = points.length - 1;
  if (last > 0) {
    middle[0] = (3 * slope(points[0]!, points[1]!) - middle[1]!) / 2;
    middle[last] = (3 * slope(points[last - 1]!, points[last]!) - middle[last - 1]!) / 2;
  }
  if (last === 1) middle[0] = middle[1] = slope(points[0]!, points[1]!);
  return middle;
};

/** A smooth line through one run of points; a single point is a dot with round ends. */
export const smoothPath = (points: readonly Point[]): string => {
  if (points.length === 0) return '';
  const slopes = slopesOf(points);
  const [first, ...rest] = points as [Point, ...Point[]];
  if (rest.length === 0) return `M${roundToHundredths(first[0])},${roundToHundredths(first[1])}Z`;
  return rest.reduce(
    (path, [x, y], i) => {
      const [px, py] = points[i]!;
      const third = (x - px) / 3;
      const bends = [px + third, py + third * slopes[i]!, x - third, y - third * slopes[i + 1]!, x, y].map(
        roundToHundredths,
      );
      return `${path}C${bends.join(',')}`;
    },
    `M${roundToHundredths(first[0])},${roundToHundredths(first[1])}`,
  );
};

/** The area below a line, down to `bottom`. */
export const areaPath = (points: readonly Point[], bottom: number): string =>
  points.length < 2
    ? ''
    : `${smoothPath(points)}L${roundToHundredths(points.at(-1)![0])},${roundToHundredths(bottom)}L${roundToHundredths(points[0]![0])},${roundToHundredths(bottom)}Z`;

export type Arc = { readonly from: number; readonly to: number };
/** The angles of the parts of a whole, clockwise from the top. */
export const toArcs = (values: readonly number[]): Arc[] => {
  const total = values.reduce((sum, one) => sum + one, 0) || 1;
  let turn = 0;
  return values.map((value) => {
    const from = turn;
    turn += (value / total) * 2 * Math.PI;
    return { from, to: turn };
  });
};

/** One part of a ring around 0, 0. The gap between two parts has the same width inside and outside. */
export const ringSegmentPath = ({ from, to }: Arc, inner: number, outer: number, gap: number): string => {
  if (to - from <= 0) return '';
  const at = (angle: number, radius: number): string =>
    `${roundToHundredths(radius * Math.sin(angle))},${roundToHundredths(-radius * Math.cos(angle))}`;
  if (to - from > 2 * Math.PI - 1e-6) {
    const circle = (r: number, way: 0 | 1): string =>
      `M0,${-r}A${r},${r} 0 1 ${way} 0,${r}A${r},${r} 0 1 ${way} 0,${-r}Z`;
    return circle(outer, 1) + circle(inner, 0);
  }
  const cut = (radius: number): number => Math.min(gap / 2 / radius, (to - from) / 2 - 1e-3);
  const large = to - from > Math.PI ? 1 : 0;
  const [o, i] = [cut(outer), cut(inner)];
  return (
    `M${at(from + o, outer)}A${outer},${outer} 0 ${large} 1 ${at(to - o, outer)}` +
    `L${at(to - i, inner)}A${inner},${inner} 0 ${large} 0 ${at(from + i, inner)}Z`
  );
};

const LABEL_ROOM = 84;
/** Mean width of a character of a label, and the least space between two labels. */
const LABEL_CHARACTER = 6.8;
const LABEL_GAP = 14;

/**
 * Indexes of the points whose labels fit next to each other. The first label begins at its point, the others are centred on their
 * points.
 */
export const fittingLabels = (labels: readonly string[], x: (i: number) => number, right: number): number[] => {
  const half = (i: number): number => (labels[i]!.length * LABEL_CHARACTER) / 2;
  const shown: number[] = [];
  let end = -Infinity;
  for (let i = 0; i < labels.length; i += 1) {
    const before = shown.at(-1);
    const room = before === undefined || (x(i) - x(before) >= LABEL_ROOM && x(i) - half(i) >= end + LABEL_GAP);
    if (!room || (i > 0 && x(i) > right - LABEL_ROOM / 2)) continue;
    shown.push(i);
    end = x(i) + half(i) * (i === 0 ? 2 : 1);
  }
  return shown;
};
