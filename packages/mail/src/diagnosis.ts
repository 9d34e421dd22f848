import { checkAddress } from './address.ts';
import { hideSecrets } from './auth.ts';
import { ServerFault, type ServerFaultCode, type SessionStep } from './outcome.ts';
import { openSession, timeoutsOf, type ServerConfig, type Session } from './session.ts';
import { replyText, WireFault, type Reply } from './wire.ts';

export type DiagnosisCode =
  | 'ok'
  | ServerFaultCode
  | 'address_invalid'
  | 'auth_required'
  | 'sender_rejected'
  | 'sender_deferred'
  | 'recipient_rejected'
  | 'recipient_deferred';

export type DiagnosisStep = {
  step: SessionStep | 'sender' | 'recipient';
  ok: boolean;
  code: DiagnosisCode;
  /** The answer of the server or the system, for an administrator: not translated, without the password. */
  detail: string;
};

export type Diagnosis = { ok: boolean; steps: DiagnosisStep[] };

/**
 * Tries every step up to the email itself and reports the step that failed, with the reason. The last step is the
 * failed one; `sender` and `recipient` are tried if their addresses are given. No email is sent.
 */
export const diagnose = async (
  config: ServerConfig,
  addresses: { sender?: string; recipient?: string } = {},
): Promise<Diagnosis> => {
  const steps: DiagnosisStep[] = [];
  const note = (step: DiagnosisStep['step'], code: DiagnosisCode, detail: string) => {
    const clean = config.auth ? hideSecrets(detail, config.auth) : detail;
    steps.push({ step, ok: code === 'ok', code, detail: clean });
  };
  try {
    const session = await openSession(config, (step, detail) => note(step, 'ok', detail));
    try {
      await tryAddresses(config, session, addresses, note);
    } finally {
      session.wire.destroy();
    }
  } catch (error) {
    if (!(error instanceof ServerFault)) throw error;
    note(error.step, error.code, error.detail);
  }
  return { ok: steps.every(({ ok }) => ok), steps };
};

type Note = (step: DiagnosisStep['step'], code: DiagnosisCode, detail: string) => void;

const tryAddresses = async (
  config: ServerConfig,
  session: Session,
  { sender, recipient }: { sender?: string; recipient?: string },
  note: Note,
): Promise<void> => {
  const { wire } = session;
  const { commandMs } = timeoutsOf(config);
  const ask = (line: string): Promise<Reply> => {
    wire.write(`${line}\r\n`, 1);
    return wire.reply(commandMs);
  };
  if (sender !== undefined) {
    if (!(await tryAddress('sender', sender, (address) => ask(`MAIL FROM:<${address}>`), note))) return;
    if (
      recipient !== undefined &&
      !(await tryAddress('recipient', recipient, (address) => ask(`RCPT TO:<${address}>`), note))
    )
      return;
  }
  await ask('QUIT').catch(() => {});
};

const tryAddress = async (
  step: 'sender' | 'recipient',
  text: string,
  ask: (address: string) => Promise<Reply>,
  note: Note,
): Promise<boolean> => {
  let address: string;
  try {
    address = checkAddress(text);
  } catch {
    note(step, 'address_invalid', 'not a usable e-mail address');
    return false;
  }
  try {
    const reply = await ask(address);
    const code = addressCode(step, reply);
    note(step, code, replyText(reply));
    return code === 'ok';
  } catch (error) {
    if (!(error instanceof WireFault)) throw error;
    note(
      step,
      error.code === 'timeout' ? 'timeout' : error.code === 'protocol' ? 'not_smtp' : 'connection_closed',
      error.message,
    );
    return false;
  }
};

const addressCode = (step: 'sender' | 'recipient', reply: Reply): DiagnosisCode => {
  if (reply.code < 300) return 'ok';
  // Many relays require a password or TLS only here.
  if (reply.code === 530) return /tls/i.test(reply.lines.join(' ')) ? 'tls_required' : 'auth_required';
  return reply.code < 500 ? `${step}_deferred` : `${step}_rejected`;
};
