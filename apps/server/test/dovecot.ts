import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { makeTestCertificate } from '@sergak/mail/test-certificate.ts';
import { onFreePorts } from './free-ports.ts';

const whereIs = (name: string): string | null => {
  try {
    return execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${name}`], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
};
const binary = whereIs('dovecot');
/** Why tests with a real IMAP server are skipped; null if they run. */
export const whyNoDovecot =
  binary === null
    ? 'skipped, because Dovecot (Debian: dovecot-imapd) is not installed'
    : execFileSync(binary, ['--version'], { encoding: 'utf8' }).startsWith('2.3.')
      ? null
      : 'skipped, because the configuration is for Dovecot 2.3';

export type Dovecot = Awaited<ReturnType<typeof startDovecot>>;
export const PASSWORD = 'geheim-7';

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const account = () => {
  const own = userInfo();
  if (own.uid !== 0)
    return {
      uid: own.uid,
      gid: own.gid,
      services: `default_internal_user = ${own.username}\ndefault_login_user = ${own.username}`,
    };
  const nobody = execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).trim();
  const group = execFileSync('id', ['-g', 'nobody'], { encoding: 'utf8' }).trim();
  return { uid: Number(nobody), gid: Number(group), services: '' };
};

/** Starts Dovecot with these mailboxes, all with {@link PASSWORD}, on free ports of this machine. */
export const startDovecot = async (users: readonly { name: string; quotaBytes?: number }[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'sergak-dovecot-'));
  const { uid, gid, services } = account();
  const { key, cert } = makeTestCertificate();
  for (const name of ['run', 'state', 'mail']) await mkdir(join(folder, name), { mode: 0o755 });
  chmodSync(folder, 0o755);
  chownSync(join(folder, 'mail'), uid, gid);
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(
    join(folder, 'users'),
    users
      .map(
        ({ name, quotaBytes }) =>
          `${name}:{PLAIN}${PASSWORD}:${uid}:${gid}::${folder}/mail/${name}::${quotaBytes === undefined ? '' : `userdb_quota_rule=*:bytes=${quotaBytes}`}`,
      )
      .join('\n'),
  );
  const configOf = (plain: number, secure: number) => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
${services}
first_valid_uid = 1
first_valid_gid = 1
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${folder}/mail/%u
mail_max_userip_connections = 100
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = count:User quota
  quota_vsizes = yes
  quota_rule = *:bytes=0
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plain}
  }
  inet_listener imaps {
    port = ${secure}
    ssl = yes
  }
}
service anvil {
  chroot =
  # a wrong password must not delay the next sign-in of a test
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
`;
  const launch = async (plain: number, secure: number) => {
    await writeFile(join(folder, 'dovecot.conf'), configOf(plain, secure));
    const server = spawn(binary!, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'inherit' });
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    while (server.exitCode !== null || !(await answers(plain))) {
      if (server.exitCode !== null) throw new Error(`Dovecot did not start: see ${folder}/log`);
      await pause(50);
    }
    return { plain, secure, server, ended };
  };
  const { plain, secure, server, ended } = await onFreePorts(2, ([first, second]) => launch(first!, second!));
  const open = async (user: string) => {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: plain,
      secure: false,
      doSTARTTLS: false,
      logger: false,
      disableAutoIdle: true,
      auth: { user, pass: PASSWORD },
    });
    await client.connect();
    return client;
  };
  return {
    host: '127.0.0.1',
    port: plain,
    securePort: secure,
    /** The account whose files the mailboxes are. */
    owner: { uid, gid },
    ca: cert,
    folder,
    open,
    /** Puts messages into the inbox of a user. */
    async deliver(user: string, messages: readonly (string | Buffer)[], inbox = 'INBOX', at = new Date()) {
      const client = await open(user);
      for (const message of messages)
        await client.append(
          inbox,
          typeof message === 'string' ? Buffer.from(message.replace(/\r?\n/g, '\r\n')) : message,
          [],
          at,
        );
      await client.logout();
    },
    async flags(user: string): Promise<string[][]> {
      const client = await open(user);
      await client.mailboxOpen('INBOX');
      const found: string[][] = [];
      for await (const one of client.fetch('1:*', { flags: true })) found.push([...(one.flags ?? [])]);
      await client.logout();
      return found;
    },
    async stop() {
      if (server.exitCode === null) server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
