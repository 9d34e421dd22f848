import type { CallInput } from './api.ts';
import { useRead } from './query.ts';

/** Document 1, section 9: a list of people or departments is requested again after 30 seconds; writes refresh it at once. */
const CACHE_MS = 30_000;

/** The employees of the staff pages. */
export const useEmployeeList = (input: CallInput<'employees.list'>) =>
  useRead('employees.list', input, { staleTime: CACHE_MS });

/** The child departments of a department, with their figures. */
export const useDepartmentList = (input: CallInput<'departments.stat'>) =>
  useRead('departments.stat', input, { staleTime: CACHE_MS });
