import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackPackage } from '@sergak/contract/packs/packs.schema.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { assertPackageQuota, keepPackage, ScormPackageError, unpackNew, type Unpacked } from '../scorm/public.ts';
import { PackError } from './packs-error.ts';
import type { OpenPack } from './packs-read.ts';

/** The packages of a pack by their id; null if the organisation has the package already. */
export type UnpackedPackages = ReadonlyMap<
  string,
  { readonly packed: PackPackage; readonly unpacked: Unpacked | null }
>;

type Into = {
  readonly taskId: string;
  /** A folder of the scratch folder for the archive that is being read. */
  readonly folder: string;
  /** Takes the keys of stored files, for the case that the import fails. */
  readonly keys: string[];
  /** Takes the number of packages that are done. */
  readonly progress: (done: number) => Promise<void>;
};

/**
 * Checks each package of a pack as if it had been uploaded, and stores its files, one package after the other. Throws
 * {@link PackError} for the first one that is rejected.
 */
export const unpackPackages = async (ctx: JobCtx, pack: OpenPack, into: Into): Promise<UnpackedPackages> => {
  const found = new Map<string, { packed: PackPackage; unpacked: Unpacked | null }>();
  let planned = 0;
  for (const [index, packed] of pack.manifest.packages.entries()) {
    const path = join(into.folder, packed.id);
    const importId = `${into.taskId}-${index}`;
    try {
      if ((await pack.copy(packed, path)) !== packed.sha256) throw new PackError('damaged', [packed.name]);
      const unpacked = await unpackNew(ctx, path, packed.sha256, {
        importId,
        stores: (key) => into.keys.push(key),
        planned: ({ bytes }) => {
          planned += bytes;
          return ctx.run('read', (tx) => assertPackageQuota(tx, planned));
        },
        progress: () => into.progress(index),
      });
      found.set(packed.id, { packed, unpacked });
      await into.progress(index + 1);
    } catch (error) {
      throw error instanceof ScormPackageError ? new PackError('package', [packed.name], error.code) : error;
    } finally {
      await rm(path, { force: true });
    }
  }
  return found;
};

/** Adds the unpacked packages to the organisation; returns the ids that they get, by their ids in the pack. */
export const keepPackages = async (
  tx: Tx,
  packages: UnpackedPackages,
  createdBy: string,
): Promise<Map<string, string>> => {
  const kept = new Map<string, string>();
  // In one order everywhere, so that two imports that wait for each other's packages cannot deadlock.
  const sorted = [...packages].sort(([, one], [, two]) => (one.packed.sha256 < two.packed.sha256 ? -1 : 1));
  for (const [id, { packed, unpacked }] of sorted) {
    const file = { fileName: packed.name, sha256: packed.sha256, createdBy };
    kept.set(id, (await keepPackage(tx, file, unpacked)).id);
  }
  return kept;
};
