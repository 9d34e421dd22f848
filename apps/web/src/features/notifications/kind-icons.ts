import {
  IconAlertTriangle,
  IconCertificate,
  IconClockExclamation,
  IconFileCheck,
  IconFileImport,
  IconLicense,
  IconMailExclamation,
  IconMailQuestion,
  IconServerOff,
  IconUserCheck,
} from '@tabler/icons-react';
import type { NotificationKind } from '@sergak/contract/notifications/notifications.rules.ts';
import type { Icon } from '../../shared/ui/states.tsx';

/** The icon of each kind of notification. */
export const kindIcons: Readonly<Record<NotificationKind, Icon>> = {
  mail_server: IconServerOff,
  licence: IconLicense,
  approval: IconUserCheck,
  reported_mail: IconMailQuestion,
  directory: IconAlertTriangle,
  failed_emails: IconMailExclamation,
  import_ready: IconFileImport,
  overdue: IconClockExclamation,
  certificates: IconCertificate,
  import_done: IconFileCheck,
};
