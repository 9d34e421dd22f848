import { walkJunk } from './junk.ts';

walkJunk('sample');
