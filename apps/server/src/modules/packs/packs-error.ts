import type { PackRejection } from '@sergak/contract/packs/packs.rules.ts';
import type { ScormRejection } from '@sergak/contract/scorm/scorm.schema.ts';

const PLACES_MAX = 20;

/** A pack that is rejected, with the reason and what caused it. */
export class PackError extends Error {
  readonly code: PackRejection;
  readonly places: readonly string[];
  /** Why a package of SCORM was rejected; only with the code `package`. */
  readonly package: ScormRejection | undefined;
  constructor(code: PackRejection, places: readonly string[] = [], scorm?: ScormRejection) {
    super(`the pack was rejected: ${code}`);
    this.code = code;
    this.package = scorm;
    this.places = places.slice(0, PLACES_MAX).map((place) => place.slice(0, 300));
  }
}
