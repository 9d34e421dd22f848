import type { MarkupRules } from '../../../platform/markup/html.ts';
import { variableFaults } from '@sergak/contract/phishing/phishing.rules.ts';
import { PICTURE_PLACEHOLDER } from '@sergak/contract/phishing/pictures.rules.ts';
import { cleanComment } from '../outlook-comments.ts';
import type { Report } from './import-report.ts';

type Given = {
  readonly report: Report;
  /** The variables that the text may contain. */
  readonly variables: readonly string[];
  /** The address of every link. */
  readonly link: string;
  /** The new address of a picture that came with the text; undefined if it did not. */
  takePicture(address: string): string | undefined;
};

/** Changes the links and pictures inside of a conditional comment. Returns null if the comment is removed. */
export const changeComment = (text: string, { report, variables, link, takePicture }: Given): string | null => {
  const attributes: MarkupRules['attributes'] = (tag, all) =>
    all.flatMap((one) => {
      if (one.name === 'href') return [{ ...one, value: link }];
      if (one.value.includes('{{')) return [];
      if (one.name !== 'src' && one.name !== 'background') return [one];
      const taken = takePicture(one.value) ?? (tag === 'img' ? PICTURE_PLACEHOLDER : undefined);
      return taken === undefined ? [] : [{ ...one, value: taken }];
    });
  const cleaned = cleanComment(text, attributes);
  for (const lost of cleaned.lost) report.add('comment_removed', lost);
  if (cleaned.text === null || variableFaults('html', cleaned.text, variables).length === 0) return cleaned.text;
  report.add('comment_removed', cleaned.text);
  return null;
};
