import { reportsEndpoints } from '@sergak/contract/reports/reports.endpoints.ts';
import { COMPLIANCE_DAYS } from '@sergak/contract/reports/reports.rules.ts';
import { PERIOD_DAYS } from '@sergak/contract/statistics/risk.rules.ts';
import { bind } from '../../platform/http/bind.ts';
import * as service from './reports.service.ts';

export const reportsRoutes = bind(reportsEndpoints, {
  'reports.list': service.listReports,
  'reports.list-pdf': service.listPdfReports,
  'reports.get': service.getReport,
  'reports.cancel': service.cancelReport,
  'reports.get-pdf': service.getPdfReport,
  'reports.make-overview': service.make('pdf'),
  'reports.make-phishing-campaign': service.make('phishing-campaign'),
  'reports.make-phishing': service.make('phishing'),
  'reports.make-progress': service.make('progress'),
  'reports.make-course': service.make('course'),
  'reports.make-courses': service.make('courses'),
  'reports.make-attempt': service.make('attempt'),
  'reports.make-scorm-attempt': service.make('attempt-scorm'),
  'reports.make-department': service.make('department', { days: PERIOD_DAYS }),
  'reports.make-compliance': service.make('compliance', { days: COMPLIANCE_DAYS }),
  'reports.make-certificate': service.make('certificate', { design: 'classic' }),
  'reports.make-modern-certificate': service.make('certificate', { design: 'modern' }),
  'reports.make-own-certificate': service.make('certificate', { own: true }),
  'reports.make-own-attempt': service.make('attempt', { own: true }),
  'reports.make-own-scorm-attempt': service.make('attempt-scorm', { own: true }),
  'reports.get-own': service.getOwnReport,
});
