/** How a picture is drawn into its box. A transparent edge fills what `contain` leaves free. */
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
  /** Whether a drawing (SVG) may be turned into pixels. */
  readonly drawings: boolean;
};
/** The encoded picture, or null where the bytes are no picture of an allowed kind. */
export type PictureAnswer = Uint8Array | null;
