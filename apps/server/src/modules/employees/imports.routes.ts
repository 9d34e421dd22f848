import { importsEndpoints } from '@sergak/contract/employees/imports.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { sampleFile } from './import-sample.service.ts';
import { listImports } from './imports.query.ts';
import * as imports from './imports.service.ts';

export const importsRoutes = bind(importsEndpoints, {
  'imports.read': imports.startReading,
  'imports.list': ({ tx }, input) => listImports(tx, input),
  'imports.sample': ({ viewer }, { format }) => sampleFile(viewer.language, format),
  'imports.get': imports.getImport,
  'imports.rows': imports.getRows,
  'imports.leavers': imports.getLeavers,
  'imports.map-columns': imports.mapColumns,
  'imports.apply': imports.confirmImport,
  'imports.rejected': imports.getRejected,
});
