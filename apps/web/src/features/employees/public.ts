export { dropSelection, keepSelection, type KeptSelection, keptSelection, selectionOf } from './selection.ts';
