import { commentPlaces } from '../../platform/markup/places.ts';
import type { CleanedComment } from './outlook-comments.ts';
import { openVmlTags } from './outlook-vml.ts';

// A button for Outlook has two branches: a shape in `<!--[if mso]>…<![endif]-->` and the link of all other programs between
// `<!--[if !mso]><!-->` and `<!--<![endif]-->`. Outlook shows nothing that leads anywhere if only the second one stays, and two
// buttons if only the first one does. So a branch that cannot stay is removed together with its wrapper.

type Comment = CleanedComment & { readonly source: string; readonly start: number; readonly end: number };
type Clean = (text: string, hasVml?: boolean) => CleanedComment;

const commentsOf = (html: string, clean: Clean): Comment[] =>
  Array.from(commentPlaces(html))
    .filter(({ end }) => end > 0)
    .map(({ text, start, end, isOutside }) => {
      const cleaned = clean(text);
      // A comment outside of the content is lost, so what it begins cannot stay either.
      const kept = isOutside && cleaned.kind !== 'note' ? { ...cleaned, text: null, kind: 'broken' as const } : cleaned;
      return { ...kept, source: text, start, end };
    })
    .filter(({ kind }) => kind !== 'note')
    .toSorted((a, b) => a.start - b.start);

/** The comments whose shapes have no beginning or no end, with those that share a shape with them. */
const unbalancedOf = (comments: readonly Comment[]): Set<Comment> => {
  const open: { name: string; comment: Comment }[] = [];
  const partners = new Map<Comment, Comment[]>();
  const wrong: Comment[] = [];
  for (const comment of comments)
    for (const { name, isEnd } of comment.kind === 'hidden' ? openVmlTags(comment.text ?? '') : []) {
      if (!isEnd) open.push({ name, comment });
      else if (open.at(-1)?.name === name) {
        const other = open.pop()!.comment;
        if (other === comment) continue;
        partners.set(comment, [...(partners.get(comment) ?? []), other]);
        partners.set(other, [...(partners.get(other) ?? []), comment]);
      } else wrong.push(comment);
    }
  wrong.push(...open.map(({ comment }) => comment));
  const found = new Set<Comment>();
  for (let one = wrong.pop(); one; one = wrong.pop()) {
    if (found.has(one)) continue;
    found.add(one);
    wrong.push(...(partners.get(one) ?? []));
  }
  return found;
};

/** The comment that ends what another one begins, in both directions. Comments without the other half are in none. */
const pairsOf = (comments: readonly Comment[]): Map<Comment, Comment> => {
  const open: Comment[] = [];
  const pairs = new Map<Comment, Comment>();
  for (const comment of comments) {
    if (comment.kind === 'start') open.push(comment);
    const start = comment.kind === 'end' ? open.pop() : undefined;
    if (start) pairs.set(start, comment).set(comment, start);
  }
  return pairs;
};

const hasLink = (text: string): boolean => /\shref\s{0,9}=/i.test(text);

/** Removes half conditional comments, and the wrapper around the link of a button whose branch for Outlook cannot stay. */
export const keepWholeButtons = (html: string, clean: Clean): string => {
  if (!/\[(?:if|endif)\b/i.test(html)) return html;
  const comments = commentsOf(html, clean);
  const pairs = pairsOf(comments);
  const unbalanced = unbalancedOf(comments);
  const texts = new Map<Comment, string | null>();
  const isBetween = (a: Comment | undefined, b: Comment | undefined): boolean =>
    a !== undefined && b !== undefined && html.slice(a.end, b.start).trim() === '';
  comments.forEach((comment, at) => {
    const [before, after] = [comments[at - 1], comments[at + 1]];
    if (comment.kind === 'broken') texts.set(comment, null);
    if (unbalanced.has(comment)) texts.set(comment, clean(comment.source, false).text);
    const text = texts.has(comment) ? texts.get(comment)! : comment.text;
    if ((comment.kind === 'broken' || comment.kind === 'hidden') && hasLink(comment.source) && !hasLink(text ?? ''))
      for (const wrapper of [isBetween(comment, after) && after, isBetween(before, comment) && before]) {
        const other = wrapper ? pairs.get(wrapper) : undefined;
        if (wrapper && other) texts.set(wrapper, null).set(other, null);
      }
    if ((comment.kind !== 'start' && comment.kind !== 'end') || pairs.has(comment)) return;
    texts.set(comment, null);
    const branch = comment.kind === 'start' ? isBetween(before, comment) && before : isBetween(comment, after) && after;
    if (branch && branch.kind === 'hidden' && hasLink(branch.source) && openVmlTags(branch.text ?? '').length % 2 === 0)
      texts.set(branch, null);
  });
  const parts: string[] = [];
  let from = 0;
  for (const comment of comments) {
    if (comment.start < from) continue;
    const text = texts.has(comment) ? texts.get(comment)! : comment.text;
    parts.push(html.slice(from, comment.start), text === null ? '' : `<!--${text}-->`);
    from = comment.end;
  }
  return parts.join('') + html.slice(from);
};
