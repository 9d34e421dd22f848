import type { Attribute } from '../../../platform/markup/html-text.ts';
import type { MarkupRules } from '../../../platform/markup/html.ts';
import { PICTURE_PLACEHOLDER } from '@sergak/contract/phishing/pictures.rules.ts';
import { cleanComment } from '../outlook-comments.ts';
import { newAddress } from './import-links.ts';
import type { Report } from './import-report.ts';
import type { Variables } from './import-variables.ts';

type Given = {
  readonly kind: 'email' | 'page';
  readonly report: Report;
  readonly variables: Variables;
  /** The new address of a picture that came with the text; undefined if it did not. */
  takePicture(address: string): string | undefined;
};

/** Elements that are nothing without their picture. */
const pictures = new Set(['img', 'v:image', 'v:imagedata']);

/** Changes the links, pictures and variables inside of a conditional comment. Returns null if the comment is removed. */
export const changeComment = (text: string, given: Given): string | null => {
  const { kind, report, variables, takePicture } = given;
  const changePicture = (tag: string, one: Attribute): Attribute[] => {
    const taken = takePicture(one.value);
    if (taken !== undefined) return [{ ...one, value: taken }];
    const isOutside = /^\s*(?:https?:)?\/\//i.test(one.value);
    report.add(isOutside ? 'external_picture' : 'picture_lost', one.value);
    return pictures.has(tag) ? [{ ...one, value: PICTURE_PLACEHOLDER }] : [];
  };
  const attributes: MarkupRules['attributes'] = (tag, all) =>
    all.flatMap((one) => {
      if (one.name === 'href') {
        const address = kind === 'page' ? '#' : newAddress(given, one.value, '');
        return [{ ...one, value: address.includes('{{') && address !== '{{link}}' ? '' : address }];
      }
      if (one.name === 'src' || one.name === 'background') return changePicture(tag, one);
      return [{ ...one, value: variables.remove(one.value) }];
    });
  const cleaned = cleanComment(text, attributes);
  for (const lost of cleaned.lost) report.add('comment_removed', lost);
  return cleaned.text === null || cleaned.kind !== 'hidden' ? cleaned.text : variables.map(cleaned.text);
};
