import { notificationsEndpoints } from '@sergak/contract/notifications/notifications.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import type { WaitingSource } from '../../platform/waiting.ts';
import * as service from './notifications.service.ts';

export const notificationsRoutes = (sources: readonly WaitingSource[]) =>
  bind(notificationsEndpoints, {
    'notifications.waiting': service.listWaiting(sources),
    'notifications.list': service.listNotifications,
    'notifications.read': service.readNotifications,
    'notifications.choices': service.listChoices,
    'notifications.choose': service.choose,
    'notifications.quiet-hours': (ctx) => service.getQuietHours(ctx.tx),
    'notifications.set-quiet-hours': service.setQuietHours,
  });
