import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * What the system lets us take from a program that reads documents of other people: `files`: it sees only programs, fonts and
 * its own folder, and no network; `network`: no network; `none`: nothing.
 */
export type Isolation = 'files' | 'network' | 'none';

const NETWORK = ['unshare', '--user', '--map-current-user', '--net'];
const FILES = ['unshare', '--user', '--map-root-user', '--mount', '--net', '/bin/sh', '-c'];

/**
 * Builds a root of its own in a new mount namespace and starts the program there. $0 is the folder that it may use, $1 the
 * folder of its installation. Of /proc it sees three files that LibreOffice looks
 * for, and none that tells the environment of the server.
 */
const SCRIPT = `
set -e
folder=$0 program=$1 root=$0/root
shift
mkdir -p "$root"
mount -t tmpfs -o mode=755 none "$root"
share() {
  [ -e "$1" ] || return 0
  if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root$(dirname "$1")"; : > "$root$1"; fi
  mount --rbind "$1" "$root$1"
}
share /usr
for name in /bin /sbin /lib /lib32 /lib64; do
  if [ -L "$name" ]; then cp -P "$name" "$root$name"; else share "$name"; fi
done
for name in /etc/fonts /etc/libreoffice /etc/alternatives /etc/ld.so.cache /etc/localtime /etc/nsswitch.conf /etc/passwd \
  /var/cache/fontconfig /dev/null /dev/zero /dev/random /dev/urandom /proc/version /proc/cpuinfo \\
  /proc/meminfo; do share "$name"; done
case "$program" in /usr/*) ;; *) share "$program" ;; esac
mkdir -p "$root/tmp" "$root$folder"
mount --bind "$folder" "$root$folder"
# Without /proc/self the loader does not know the folder of the program.
LD_LIBRARY_PATH=$program/program exec unshare --root="$root" --wd="$folder" "$@"
`;

/** The command that starts a program with this isolation; the arguments of the program follow. */
export const isolate = (isolation: Isolation, program: string, folder: string): readonly string[] => {
  if (isolation === 'none') return [program];
  if (isolation === 'network') return [...NETWORK, program];
  const real = realpathSync(program);
  return [...FILES, SCRIPT, folder, dirname(dirname(real)), real];
};

const TRY_MS = 30_000;
const works = (command: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(command[0]!, command.slice(1), { timeout: TRY_MS }, (error) => resolve(error === null));
  });

const found = new Map<string, Promise<Isolation>>();
/** Finds out with which isolation the program starts; containers often forbid new namespaces. Tried once in a process. */
export const findIsolation = (program: string): Promise<Isolation> => {
  const cachedIsolation = found.get(program) ?? tryIsolation(program);
  found.set(program, cachedIsolation);
  return cachedIsolation;
};

const tryIsolation = async (program: string): Promise<Isolation> => {
  if (process.platform !== 'linux') return 'none';
  const folder = await mkdtemp(join(tmpdir(), 'isolation-'));
  try {
    if (await works([...isolate('files', program, folder), '--version'])) return 'files';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return (await works([...NETWORK, 'true'])) ? 'network' : 'none';
};
