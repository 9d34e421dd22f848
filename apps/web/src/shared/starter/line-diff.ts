/** One line of two texts side by side: on both sides, or on one. */
export type DiffLine = { readonly before: string | null; readonly after: string | null };

/** Longer texts are shown whole, side by side: comparing them line by line would take long. */
const LINES_MAX = 600;

/** The lines of two texts, equal ones next to each other. */
export const lineDiff = (before: string, after: string): DiffLine[] => {
  const [a, b] = [before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n')];
  if (a.length > LINES_MAX || b.length > LINES_MAX)
    return [...a.map((line) => ({ before: line, after: null })), ...b.map((line) => ({ before: null, after: line }))];
  // common[i][j]: equal lines, in their order, of the rest from a[i] and from b[j] on
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i]![j] = a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) lines.push({ before: a[i++]!, after: b[j++]! });
    else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!))
      lines.push({ before: a[i++]!, after: null });
    else lines.push({ before: null, after: b[j++]! });
  }
  return lines;
};
