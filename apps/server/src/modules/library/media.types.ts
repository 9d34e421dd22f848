/** A file whose name must not have an ending, so that only its bytes are judged. */
export type MediaTask = { readonly path: string };
export type MediaFacts = {
  readonly container: string;
  readonly codec: string;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
};
