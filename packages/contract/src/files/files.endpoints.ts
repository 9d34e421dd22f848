import { defineEndpoints } from '../endpoint.ts';
import { idParam } from '../paging.ts';

export const filesEndpoints = defineEndpoints({
  'files.get': {
    method: 'GET', path: '/lk/files/:id', permission: 'signed-in',
    about: 'A stored picture, sound or finished export of the caller’s organisation.',
    params: idParam, response: 'file', errors: ['file.not_found'],
  },
});
