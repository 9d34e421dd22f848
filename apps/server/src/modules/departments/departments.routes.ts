import { departmentsEndpoints } from '@sergak/contract/departments/departments.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listDepartments } from './departments.query.ts';
import { mergeDepartments } from './merge.service.ts';
import { listTwins } from './twins.query.ts';
import * as departments from './departments.service.ts';

export const departmentsRoutes = bind(departmentsEndpoints, {
  'departments.list': async ({ tx }) => ({ data: await listDepartments(tx) }),
  'departments.create': departments.createDepartment,
  'departments.update': departments.changeDepartment,
  'departments.remove': departments.removeDepartments,
  'departments.twins': async ({ tx }) => ({ data: await listTwins(tx) }),
  'departments.merge': mergeDepartments,
  'departments.stat': departments.listDepartmentFigures,
  'departments.users': departments.listDepartmentUsers,
  'departments.nodes': departments.listNodes,
  'departments.tree': departments.getTree,
  'departments.users-count': departments.countUsers,
});
