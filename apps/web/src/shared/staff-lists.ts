import type { CallInput } from './api.ts';
import { useRead } from './query.ts';

/** Document 1, section 9: a list of people or departments is asked for again after 30 seconds; what writes to it does not wait. */
const CACHE_MS = 30_000;

/** People as the staff pages list them. */
export const useEmployeeList = (input: CallInput<'employees.list'>) =>
  useRead('employees.list', input, { staleTime: CACHE_MS });

/** The departments below one, with their figures. */
export const useDepartmentList = (input: CallInput<'departments.stat'>) =>
  useRead('departments.stat', input, { staleTime: CACHE_MS });
