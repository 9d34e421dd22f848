export { type DepartmentOption, optionsOf, useDepartmentOptions } from './department-options.ts';
export { nobody, PeoplePicker, usePeopleCount } from './people-picker.tsx';
