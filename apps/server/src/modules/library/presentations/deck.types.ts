import type { DetailsOf } from '@sergak/contract/error-details.ts';
import type { ErrorCode } from '@sergak/contract/errors.ts';

export type DeckFault = Extract<ErrorCode, `presentation.${string}`>;
/** The presentation cannot be imported. The code selects the text; `details` are its parameters. */
export class DeckError extends Error {
  readonly code: DeckFault;
  readonly details: DetailsOf<DeckFault>;
  constructor(code: DeckFault, details?: DetailsOf<DeckFault>) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

export type SoundType = 'audio/mpeg' | 'audio/ogg' | 'audio/mp4';
/** A visible slide of a PPTX file, without its picture. */
export type OutlineSlide = {
  readonly title: string;
  /** Paragraphs of the speaker's notes. */
  readonly notes: readonly string[];
  readonly sound: { readonly path: string; readonly type: SoundType } | null;
  /** Whether the slide has a sound in a format that browsers cannot play. */
  readonly soundSkipped: boolean;
};
/** A page of a PDF as a WebP picture. */
export type DrawnPage = { readonly path: string; readonly text: string };

/**
 * Work of the separate process, which writes its files to `folder`. `check` inspects the archive of an ODP file,
 * `outline` that of a PPTX file; `draw` turns the pages of a PDF file into pictures.
 */
export type DeckTask = {
  readonly kind: 'check' | 'outline' | 'draw';
  readonly path: string;
  readonly folder: string;
};
export type DeckMessage =
  | { readonly kind: 'begun'; readonly pages: number }
  | { readonly kind: 'page'; readonly page: DrawnPage }
  | { readonly kind: 'outline'; readonly slides: readonly OutlineSlide[] }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed';
      readonly code: DeckFault;
      readonly details: DetailsOf<DeckFault>;
    }
  | { readonly kind: 'crashed'; readonly reason: string };
