import type { ScormRejection } from '@sergak/contract/scorm/scorm.schema.ts';

const PLACES_MAX = 20;

/** A package that is rejected, with the reason and the paths that caused it. */
export class ScormPackageError extends Error {
  readonly code: ScormRejection;
  readonly places: readonly string[];
  constructor(code: ScormRejection, places: readonly string[] = []) {
    super(`the package was rejected: ${code}`);
    this.code = code;
    this.places = places.slice(0, PLACES_MAX).map((place) => place.slice(0, 300));
  }
}
