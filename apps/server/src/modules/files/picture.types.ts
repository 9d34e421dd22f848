/** How a picture is fitted into its box. `contain` fills the rest with transparent edges. */
export type PictureLook = {
  readonly fit: 'cover' | 'contain' | 'inside';
  /** `email`: a JPEG stays one, anything else becomes a PNG, because Outlook shows no WebP. */
  readonly format: 'png' | 'webp' | 'email';
  readonly lossless?: boolean;
};
export type PictureBox = { readonly width: number; readonly height: number };
export type PictureTask = {
  readonly bytes: Uint8Array;
  readonly box: PictureBox;
  readonly look: PictureLook;
  /** Whether an SVG is accepted and rasterised. */
  readonly drawings: boolean;
  /** Whether a GIF is accepted; only its first image is kept. */
  readonly gifs?: boolean;
};
/** An encoded picture. `still`: the original was animated. */
export type EncodedPicture = {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly type: string;
  readonly still: boolean;
};
/** The encoded picture, or null if the bytes are not a picture of an allowed kind. */
export type PictureAnswer = EncodedPicture | null;
