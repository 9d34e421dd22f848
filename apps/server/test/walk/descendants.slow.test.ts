import { walkDescendants } from './descendants.ts';

walkDescendants('everything');
