import { employeesEndpoints } from '@sergak/contract/employees/employees.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { reinviteSelected, removeSelected } from './bulk.service.ts';
import { listForModal } from './employees.query.ts';
import * as employees from './employees.service.ts';
import { exportSelected } from './export.service.ts';

export const employeesRoutes = bind(employeesEndpoints, {
  'employees.list': employees.listEmployees,
  'employees.modal': ({ tx }, input) => listForModal(tx, input),
  'employees.get': employees.getEmployee,
  'employees.add': employees.addEmployee,
  'employees.update': employees.changeEmployee,
  'employees.save': employees.savePerson,
  'employees.remove': employees.removeEmployee,
  'employees.remove-many': removeSelected,
  'employees.reinvite': reinviteSelected,
  'employees.report': exportSelected,
  'employees.note': employees.readNote,
  'employees.set-note': employees.writeNote,
});
