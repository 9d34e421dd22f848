import { walkJunk } from './junk.ts';

walkJunk('everything');
