import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReportFormat } from '@sergak/contract/reports/reports.rules.ts';
import type { Report } from '@sergak/contract/reports/reports.schema.ts';
import type { CertificateDesign } from '@sergak/contract/certificates/certificates.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { call } from '../../shared/api.ts';
import { isApiError } from '../../shared/api-error.ts';
import { text } from '../../shared/i18n/use-t.ts';
import { startPolling } from '../../shared/polling.ts';
import { refresh } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';

export type ReportOrder =
  | { readonly kind: 'overview'; readonly organization_id?: string }
  | { readonly kind: 'campaign'; readonly campaign_id: string; readonly format: ReportFormat }
  | { readonly kind: 'progress'; readonly format: ReportFormat }
  | {
      readonly kind: 'compliance';
      readonly format: ReportFormat;
      readonly organization_id?: string;
      readonly from?: string;
      readonly to?: string;
    }
  | {
      readonly kind: 'course' | 'courses' | 'attempt' | 'scorm-attempt';
      readonly id: string;
      readonly format: ReportFormat;
    }
  | {
      readonly kind: 'department';
      readonly id: string;
      readonly format: ReportFormat;
      readonly from?: string;
      readonly to?: string;
    }
  | { readonly kind: 'own-attempt' | 'own-scorm-attempt'; readonly id: string }
  | {
      readonly kind: 'certificate' | 'own-certificate';
      readonly id: string;
      readonly design: CertificateDesign;
      readonly language: Language;
    };
export type ReportState =
  | { readonly step: 'idle' }
  | { readonly step: 'timeout' }
  /** `report` is known once the order has been accepted. */
  | { readonly step: 'generating'; readonly report: Report | null }
  | { readonly step: 'done'; readonly report: Report }
  | { readonly step: 'error'; readonly reason: Report['error'] };

const start = (order: ReportOrder): Promise<Report> => {
  switch (order.kind) {
    case 'overview':
      return call(
        'reports.make-overview',
        order.organization_id === undefined ? {} : { organization_id: order.organization_id },
      );
    case 'campaign':
      return call('reports.make-phishing-campaign', { campaign_id: order.campaign_id, format: order.format });
    case 'progress':
      return call('reports.make-progress', { format: order.format });
    case 'compliance': {
      const { kind: _, ...query } = order;
      return call('reports.make-compliance', query);
    }
    case 'department': {
      const { kind: _, ...query } = order;
      return call('reports.make-department', query);
    }
    case 'own-attempt':
    case 'own-scorm-attempt':
      return call(`reports.make-${order.kind}`, { id: order.id });
    case 'course':
    case 'courses':
    case 'attempt':
    case 'scorm-attempt':
      return call(`reports.make-${order.kind}`, { id: order.id, format: order.format });
    case 'own-certificate':
      return call('reports.make-own-certificate', { id: order.id, design: order.design, language: order.language });
    case 'certificate':
      return call(order.design === 'modern' ? 'reports.make-modern-certificate' : 'reports.make-certificate', {
        id: order.id,
        language: order.language,
      });
  }
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });

/** Orders a report and polls for it. */
const make = async (
  order: ReportOrder,
  signal: AbortSignal,
  onAccepted: (report: Report) => void,
): Promise<ReportState> => {
  let report = await start(order);
  if (!signal.aborted) onAccepted(report);
  await refresh('reports');
  for (const polling = startPolling(); report.status === 'in_progress'; polling.count()) {
    if (polling.isOver()) return { step: 'timeout' };
    await pause(polling.delay(), signal);
    // A network failure says nothing about the report: polling continues.
    const poll = order.kind.startsWith('own-') ? 'reports.get-own' : 'reports.get';
    report = await call(poll, { id: report.id }, { signal }).catch((error: unknown) => {
      if (isApiError(error) && (error.status === 0 || error.status === 503)) return report;
      throw error;
    });
  }
  return report.status === 'complete' && report.url !== null
    ? { step: 'done', report }
    : { step: 'error', reason: report.error };
};

/**
 * Orders reports one at a time and returns the state of the last one. Leaving the page stops the polling, not the
 * report.
 */
export const useReport = () => {
  const [state, setState] = useState<ReportState>({ step: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const order = useCallback(async (wanted: ReportOrder): Promise<void> => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setState({ step: 'generating', report: null });
    const accepted = (report: Report): void => setState({ step: 'generating', report });
    const end = await make(wanted, control.signal, accepted).catch((): ReportState => ({
      step: 'error',
      reason: null,
    }));
    if (control.signal.aborted) return;
    setState(end);
    // The dialog of a certificate shows the file itself.
    if (end.step === 'done' && !wanted.kind.endsWith('certificate'))
      showToast({ kind: 'success', text: text('tips:report.success') });
    await refresh('reports');
  }, []);
  const reset = useCallback(() => {
    running.current?.abort();
    setState({ step: 'idle' });
  }, []);
  return { state, order, reset };
};
