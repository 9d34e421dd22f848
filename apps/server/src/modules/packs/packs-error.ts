import type { PackRejection } from '@sergak/contract/packs/packs.rules.ts';

const PLACES_MAX = 20;

/** A pack that is rejected, with the reason and what caused it. */
export class PackError extends Error {
  readonly code: PackRejection;
  readonly places: readonly string[];
  constructor(code: PackRejection, places: readonly string[] = []) {
    super(`the pack was rejected: ${code}`);
    this.code = code;
    this.places = places.slice(0, PLACES_MAX).map((place) => place.slice(0, 300));
  }
}
