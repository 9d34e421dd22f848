import { z } from 'zod';
import { CA_MAX } from './directory-sync/directory-sync.rules.ts';

/** PEM certificates of own authorities that a connection trusts in addition to those of the installation; empty: none. */
export const ownAuthorities = z.string().trim().max(CA_MAX).default('');
