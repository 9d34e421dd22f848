import type { Tx } from '../../platform/db.ts';

export const findPackageFile = (tx: Tx, packageId: string, path: string) =>
  tx
    .selectFrom('scorm_package_files')
    .select(['size', 'storage_key'])
    .where('package_id', '=', packageId)
    .where('path', '=', path)
    .executeTakeFirst();
