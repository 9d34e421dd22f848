import { reportsEndpoints } from '@sergak/contract/reports/reports.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as service from './reports.service.ts';

export const reportsRoutes = bind(reportsEndpoints, {
  'reports.list': service.listReports,
  'reports.list-pdf': service.listPdfReports,
  'reports.get': service.getReport,
  'reports.cancel': service.cancelReport,
  'reports.get-pdf': service.getPdfReport,
  'reports.make-overview': service.makeOverview,
  'reports.make-phishing-campaign': service.makeCampaignReport,
  'reports.make-progress': service.makeProgressReport,
  'reports.make-course': service.makeCourseReport,
  'reports.make-courses': service.makeCoursesReport,
  'reports.make-attempt': service.makeAttemptReport,
  'reports.make-scorm-attempt': service.makeScormAttemptReport,
  'reports.make-department': service.makeDepartmentReport,
  'reports.make-compliance': service.makeComplianceReport,
  'reports.make-certificate': service.makeClassicCertificate,
  'reports.make-modern-certificate': service.makeModernCertificate,
  'reports.make-own-certificate': service.makeOwnCertificate,
  'reports.make-own-attempt': service.makeOwnAttempt,
  'reports.make-own-scorm-attempt': service.makeOwnScormAttempt,
  'reports.get-own': service.getOwnReport,
  'reports.make-phishing': service.makePhishingReport,
});
