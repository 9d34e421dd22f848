import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { mailServerAdmin } from '@sergak/contract/settings/settings.rules.ts';
import { useMe } from '../../shared/session.ts';

/** Whether the person may set, check and remove the mail server. The server enforces it. */
export const useMailAdmin = (): boolean => isAtLeast(useMe().role, mailServerAdmin);
