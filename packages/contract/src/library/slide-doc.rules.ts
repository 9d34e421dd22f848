/** Characters of the summary of a course, which is to fit on one printed page. */
export const SUMMARY_MAX = 3_000;

type Node = {
  readonly type: string;
  readonly content?: readonly unknown[] | undefined;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
};
/** A document of blocks as far as these functions read it; its schema is `slideDoc`. */
type Doc = { readonly type: 'doc'; readonly content: readonly unknown[] };

/** Every node of a document, outer nodes first. */
export function* nodesOf(doc: Doc): Generator<Node> {
  const waiting: Node[] = [doc];
  for (let node = waiting.shift(); node; node = waiting.shift()) {
    yield node;
    waiting.unshift(...((node.content ?? []) as Node[]));
  }
}

/** The words of a document, a block a line, and the addresses of its files. */
export const slideText = (doc: Doc): string => {
  const lines: string[] = [];
  for (const node of nodesOf(doc)) {
    if (node.type === 'text' || node.type === 'hardBreak') lines.push((lines.pop() ?? '') + (node.text ?? ' '));
    else if (node.type === 'reveal' || node.type === 'choice') lines.push(String(node.attrs!['title']));
    else if (node.type === 'paragraph' || node.type === 'heading') lines.push('');
  }
  return [...lines, ...mediaOf(doc).map(({ path }) => path)].filter((line) => line.trim() !== '').join('\n');
};

/** Addresses of the pictures, videos and captions in a document, each with the kind that the file must have. */
export const mediaOf = (doc: Doc): { readonly path: string; readonly kind: 'image' | 'video' | 'captions' }[] =>
  [...nodesOf(doc)].flatMap(({ type, attrs }) => {
    if (type !== 'image' && type !== 'video') return [];
    const captions = attrs!['captions'];
    return [
      { path: String(attrs!['path']), kind: type },
      ...(typeof captions === 'string' ? [{ path: captions, kind: 'captions' as const }] : []),
    ];
  });

/** Whether a video of the document can be followed neither by captions nor by a transcript. */
export const lacksCaptions = (doc: Doc): boolean =>
  [...nodesOf(doc)].some(
    ({ type, attrs }) =>
      type === 'video' && attrs!['captions'] === undefined && String(attrs!['transcript'] ?? '').trim() === '',
  );
