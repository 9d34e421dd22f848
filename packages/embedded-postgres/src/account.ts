import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './failure.ts';

/** An unprivileged account of the machine. PostgreSQL refuses to run as root, and initdb needs an entry in passwd. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number };

const PREFERRED = ['sergak', 'postgres', 'nobody'];

/** The account that PostgreSQL runs as under root; null if it can run as the current user. */
export async function chooseAccount(clusterDirectory: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8'));
  const owner = await stat(clusterDirectory).then(
    (found) => found.uid,
    () => 0,
  );
  const chosen =
    accounts.find((account) => owner !== 0 && account.uid === owner) ??
    PREFERRED.map((name) => accounts.find((account) => account.name === name && account.uid > 0)).find(Boolean);
  if (chosen) return chosen;
  throw new EmbeddedPostgresError(
    'no_account',
    'PostgreSQL не работает от имени root, а обычного пользователя для него на машине нет. Создайте его: useradd --system sergak.',
    'PostgreSQL refuses to run as root, and the machine has no ordinary account for it. Create one: useradd --system sergak.',
  );
}

function parsePasswd(text: string): Account[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** Whether the account may enter every folder of the path. Checked by mode bits: as root, trying proves nothing. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(path);
  return parent === path || canReach(account, parent);
}

/** Changes the owner of a whole tree to the account, unless its top already belongs to it. */
export async function ownTree(account: Account, top: string): Promise<void> {
  if ((await stat(top)).uid === account.uid) return;
  for (const entry of await readdir(top, { recursive: true })) await lchown(join(top, entry), account.uid, account.gid);
  // The top comes last, so that the next start repeats an interrupted change of owner.
  await lchown(top, account.uid, account.gid);
}
