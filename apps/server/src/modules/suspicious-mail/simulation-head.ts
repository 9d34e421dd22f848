import { SIMULATION_TEXT_MAX } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { SIMULATION_HEADER } from '../../platform/simulation-header.ts';

/** What the headers of an email say about its being a simulation. All of it is the claim of its sender. */
export type SimulationHead = {
  readonly macs: readonly string[];
  readonly messageIds: readonly string[];
  /** Addresses of the field From, in lower case. */
  readonly from: readonly string[];
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
  return {
    macs: valuesOf(SIMULATION_HEADER),
    messageIds: valuesOf('Message-ID'),
    from: valuesOf('From')
      .flatMap((value) => value.split(/[\s<>"(),;:]+/))
      .filter((part) => part.includes('@'))
      .map((address) => address.toLowerCase()),
  };
};
