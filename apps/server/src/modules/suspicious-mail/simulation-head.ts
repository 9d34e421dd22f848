import { SIMULATION_TEXT_MAX } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { SIMULATION_HEADER } from '../settings/public.ts';
import { addresseesOf, senderAddress } from './address-fields.ts';

/** What the headers of an email say about its being a simulation. All of it is the claim of its sender. */
export type SimulationHead = {
  readonly macs: readonly string[];
  readonly messageIds: readonly string[];
  /** Whether there is any field From. */
  readonly hasFrom: boolean;
  /** The address of the one field From; null if there is not exactly one. */
  readonly from: string | null;
  /** Addresses of the field To, in lower case; null without this field. */
  readonly to: readonly string[] | null;
};

const field = /^([!-9;-~]+)[ \t]*:(.*)$/;

/** The fields of the first header block of a pasted email, each on one line. Takes time proportional to the length of the text. */
const fieldsOf = (text: string): [name: string, value: string][] => {
  const fields: [name: string, value: string[]][] = [];
  for (const line of text.slice(0, SIMULATION_TEXT_MAX).split(/\r\n|\r|\n/)) {
    if (line.trim() === '') {
      if (fields.length > 0) break; // the body begins
    } else if (/^[ \t]/.test(line)) fields.at(-1)?.[1].push(line.trim());
    else {
      const [, name, value] = field.exec(line) ?? [];
      if (name !== undefined) fields.push([name.toLowerCase(), [value!.trim()]]);
    }
  }
  return fields.map(([name, parts]) => [name, parts.join(' ').trim()]);
};

/** Reads a pasted header block or whole email. Emails attached to it are ignored: their signature is not the one of this email. */
export const readSimulationHead = (text: string): SimulationHead => {
  const fields = fieldsOf(text);
  const valuesOf = (name: string) => fields.filter(([key]) => key === name.toLowerCase()).map(([, value]) => value);
  const [from, to] = [valuesOf('From'), valuesOf('To')];
  return {
    macs: valuesOf(SIMULATION_HEADER),
    messageIds: valuesOf('Message-ID'),
    hasFrom: from.length > 0,
    from: senderAddress(from),
    to: to.length === 0 ? null : addresseesOf(to),
  };
};
