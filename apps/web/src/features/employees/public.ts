export { dropSelection, keepSelection, type KeptSelection, keptSelection } from './selection.ts';
