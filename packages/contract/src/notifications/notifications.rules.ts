import type { Permission } from '../access/permissions.ts';
import type { ScreenId } from '../access/screens.ts';

/** How a person hears about a kind of notification; all but `off` show it in the portal. */
export const notificationWays = ['portal', 'email', 'digest', 'off'] as const;
export type NotificationWay = (typeof notificationWays)[number];

type Kind = {
  /** Who hears about it. */
  readonly permission: Permission;
  /** The page where it is done; its entry in the menu counts it. */
  readonly screen: ScreenId;
  /** Somebody has to do something; the others only report what has happened. */
  readonly waits: boolean;
  /** The way of a person who has not chosen. */
  readonly usual: Exclude<NotificationWay, 'off'>;
  /** The domain writes an email of its own at once, to the people who want one. */
  readonly ownEmail?: true;
};

/** Everything that the product calls people for, the most urgent first. */
export const notificationKinds = {
  mail_server: { permission: 'admin.settings.adfs', screen: 'settings.emails', waits: true, usual: 'portal' },
  licence: {
    permission: 'admin.settings.license',
    screen: 'settings.license',
    waits: true,
    usual: 'email',
    ownEmail: true,
  },
  approval: {
    permission: 'admin.phishing.campaigns',
    screen: 'phishing.campaigns',
    waits: true,
    usual: 'email',
    ownEmail: true,
  },
  reported_mail: {
    permission: 'admin.phishing.campaigns',
    screen: 'phishing.suspicious',
    waits: true,
    usual: 'portal',
  },
  directory: { permission: 'admin.settings.adfs', screen: 'settings.adfs', waits: true, usual: 'email' },
  failed_emails: { permission: 'admin.phishing.campaigns', screen: 'phishing.campaigns', waits: true, usual: 'portal' },
  import_ready: { permission: 'admin.staff.employees', screen: 'staff.employees', waits: true, usual: 'portal' },
  overdue: { permission: 'admin.learning.assigned', screen: 'learning.assigned', waits: true, usual: 'digest' },
  certificates: {
    permission: 'admin.learning.assigned',
    screen: 'learning.certificates',
    waits: true,
    usual: 'digest',
  },
  import_done: { permission: 'admin.staff.employees', screen: 'staff.employees', waits: false, usual: 'portal' },
} as const satisfies Record<string, Kind>;
export type NotificationKind = keyof typeof notificationKinds;
export const kindNames = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];

/** The kinds that people with these permissions hear about. */
export const kindsFor = (permissions: ReadonlySet<string>): NotificationKind[] =>
  kindNames.filter((kind) => permissions.has(notificationKinds[kind].permission));

/** The address where a notification of this kind is dealt with; for one thing its own page. */
export const placeOf = (kind: NotificationKind, thing: string | null): string => {
  const admin = '/lk/admin';
  switch (kind) {
    case 'approval':
      return thing === null ? `${admin}/phishing/campaigns?statuses=planned` : `${admin}/phishing/campaigns/${thing}`;
    case 'failed_emails':
      return thing === null
        ? `${admin}/phishing/campaigns?statuses=active`
        : `${admin}/phishing/campaigns/${thing}/statistics`;
    case 'reported_mail':
      return `${admin}/phishing/suspicious?stage=new`;
    case 'overdue':
      return `${admin}/learning/assigned${thing === null ? '' : `/${thing}`}`;
    case 'certificates':
      return `${admin}/learning/certificates?state=expiring`;
    case 'licence':
      return `${admin}/settings/license`;
    case 'directory':
      return `${admin}/settings/adfs?type=active_directory`;
    case 'mail_server':
      return `${admin}/settings/emails`;
    case 'import_ready':
    case 'import_done':
      return `${admin}/staff/employees${thing === null ? '' : `?import=${thing}`}`;
  }
};

/** When nothing is mailed: from and to as minutes of the day (over midnight if `from` is later), and whole days off. */
export type QuietHours = { readonly from: number | null; readonly to: number | null; readonly days_off: boolean };
/** A moment in the organisation's time zone. */
export type LocalMoment = { readonly minute: number; readonly day_off: boolean };

/** Whether emails wait at this moment. */
export const isQuiet = ({ from, to, days_off }: QuietHours, { minute, day_off }: LocalMoment): boolean => {
  if (days_off && day_off) return true;
  if (from === null || to === null || from === to) return false;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
};

/** Minute of the day after which the digest is sent, outside the quiet hours. */
export const DIGEST_MINUTE = 9 * 60;
/** Ended notifications are kept for this many days. */
export const ENDED_DAYS = 90;
/** A licence that ends within this many days waits for somebody. */
export const LICENCE_DAYS = 30;
