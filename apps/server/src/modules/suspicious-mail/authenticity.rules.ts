import { linkHosts } from './link-hosts.ts';
import type { ReportMessage } from './report-message.ts';
import type { ReportedRecipient } from './reports.query.ts';

/** What a report is compared with. */
export type ExpectedSender = {
  /** Recipients whose tracking key or Message-ID the report contains. */
  readonly found: readonly ReportedRecipient[];
  /** Address of the report mailbox, in lower case. */
  readonly mailbox: string;
  /** Host name of the phishing origin. */
  readonly phishingHost: string;
  readonly isEmployee: (address: string) => boolean;
};

/**
 * Whether the reported email is the simulation whose marks it carries: they can be copied into an attack. Its sender has to be the
 * one of the simulation, and its links lead to the phishing origin or where the simulation itself leads. An email that was
 * forwarded inline without its sender cannot be told from the simulation.
 */
export const isTheSimulation = (report: ReportMessage, expected: ExpectedSender): boolean => {
  const { found, phishingHost } = expected;
  if (found.length === 0) return false;
  const senders = new Set(found.map((one) => one.sender_address));
  const hosts = new Set([phishingHost, ...found.flatMap((one) => linkHosts(one.html, ''))]);
  const isFrom = (address: string | null) => address !== null && senders.has(address);
  const leadsHome = (list: readonly string[]) => list.every((host) => hosts.has(host));
  const { layers, forwarded } = report;
  const isWhole = (from: number) => layers.slice(from).every((one) => isFrom(one.from) && leadsHome(one.hosts));
  if (isRedirected(report, expected)) return isWhole(0);
  const [outer] = layers;
  if (layers.length > 1) return isWhole(1) && (isOwn(outer?.from ?? null, expected) || leadsHome(outer!.hosts));
  return forwarded === null || (isFrom(forwarded.from) && leadsHome(forwarded.hosts));
};

/** Whether the message is the reported email itself, and not one in which a person forwards it. */
const isRedirected = ({ redirected, layers, addressees }: ReportMessage, expected: ExpectedSender): boolean => {
  const from = layers[0]?.from ?? null;
  const isReport = addressees.includes(expected.mailbox);
  const isSimulated = expected.found.some(
    ({ address }) => addressees.includes(address) && (address !== from || !isReport),
  );
  return redirected || isSimulated || (!isReport && !isOwn(from, expected));
};

const isOwn = (address: string | null, { mailbox, isEmployee, found }: ExpectedSender): boolean =>
  address !== null &&
  (isEmployee(address) ||
    address.endsWith(mailbox.slice(mailbox.lastIndexOf('@'))) ||
    found.some((one) => one.address === address));
