import { walkDescendants } from './descendants.ts';

walkDescendants('sample');
