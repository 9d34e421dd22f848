export { type DepartmentOption, optionsOf, useDepartmentOptions } from './department-options.ts';
