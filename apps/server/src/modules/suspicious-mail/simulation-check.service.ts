import { addressKey } from '@sergak/contract/email-address.rules.ts';
import type { SimulationCheck } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTenant, type SystemTx, type Tx } from '../../platform/db.ts';
import { isSimulationMac } from '../settings/public.ts';
import { findSigners, findSimulation, type SentSimulation } from './simulation-check.query.ts';
import { readSimulationHead } from './simulation-head.ts';

const nothing = {
  organization: null,
  campaign: null,
  sent_at: null,
  sender: null,
  sender_matches: null,
  recipient: null,
  recipient_matches: null,
};

const recipientOf = ({ anonymous, address, full_name }: SentSimulation) =>
  anonymous || address === '' ? null : { full_name, address };

/**
 * Says whether a pasted email is a simulation of one of the organisations that the transaction may read. The signature covers the
 * Message-ID alone and can be copied with it into another email, so the answer also contains the sender of the simulation.
 */
export const checkSimulation = async (tx: Tx | SystemTx, text: string): Promise<SimulationCheck> => {
  const { macs, messageIds, hasFrom, from, to } = readSimulationHead(text);
  const [mac, messageId] = [macs[0], messageIds[0]];
  if (mac === undefined || messageId === undefined) return { verdict: 'missing', ...nothing };
  // An email with several such fields is no simulation: nobody knows which one a mail program shows.
  if (macs.length > 1 || messageIds.length > 1) return { verdict: 'invalid', ...nothing };
  const signer = (await findSigners(tx)).find((one) => isSimulationMac(one.header_key, messageId, mac));
  if (!signer) return { verdict: 'invalid', ...nothing };
  const organization = { id: signer.id, title: signer.title };
  const found = await findSimulation(tx, signer.id, messageId);
  if (!found) return { verdict: 'genuine', ...nothing, organization };
  const recipient = recipientOf(found);
  return {
    verdict: 'genuine',
    organization,
    campaign: { id: found.campaign_id, name: found.campaign, email: found.email },
    sent_at: found.sent_at,
    sender: { name: found.sender_name, address: found.sender_address },
    sender_matches: hasFrom ? from === addressKey(found.sender_address) : null,
    recipient,
    recipient_matches: to === null || recipient === null ? null : to.includes(addressKey(recipient.address)),
  };
};

/** Checks a pasted email against the simulations of the organisation in which the caller acts and of its descendants. */
export const verifySimulation = ({ platform, viewer }: Ctx, { text }: { text: string }): Promise<SimulationCheck> =>
  inTenant(platform.db, viewer.scope, 'subtree', (tx) => checkSimulation(tx, text));
