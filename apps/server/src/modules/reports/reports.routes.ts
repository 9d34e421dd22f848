import { reportsEndpoints } from '@sergak/contract/reports/reports.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as service from './reports.service.ts';

export const reportsRoutes = bind(reportsEndpoints, {
  'reports.list': service.listReports,
  'reports.list-pdf': service.listPdfReports,
  'reports.get': service.getReport,
  'reports.get-pdf': service.getPdfReport,
  'reports.make-overview': service.makeOverview,
  'reports.make-phishing-campaign': service.makeCampaignReport,
  'reports.make-certificate': service.makeClassicCertificate,
  'reports.make-certificate-v2': service.makeModernCertificate,
  'reports.make-phishing': service.makePhishingReport,
});
