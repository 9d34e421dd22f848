import { modulesEndpoints } from '@sergak/contract/library/modules.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { uploadMedia } from './media.service.ts';
import * as modules from './modules.service.ts';

export const modulesRoutes = bind(modulesEndpoints, {
  'library.modules': modules.listModules,
  'library.module': modules.readModule,
  'library.create-module': modules.createModule,
  'library.update-module': modules.updateModule,
  'library.delete-module': modules.deleteModule,
  'library.duplicate-module': modules.duplicateModule,
  'library.upload-media': uploadMedia,
});
