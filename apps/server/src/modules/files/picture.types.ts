/** How a picture is fitted into its box. `contain` fills the rest with transparent edges. */
export type PictureLook = {
  readonly fit: 'cover' | 'contain' | 'inside';
  readonly format: 'png' | 'webp';
  readonly lossless?: boolean;
};
export type PictureBox = { readonly width: number; readonly height: number };
export type PictureTask = {
  readonly bytes: Uint8Array;
  readonly box: PictureBox;
  readonly look: PictureLook;
  /** Whether an SVG is accepted and rasterised. */
  readonly drawings: boolean;
};
/** The encoded picture, or null if the bytes are not a picture of an allowed kind. */
export type PictureAnswer = Uint8Array | null;
