// Fails if a file names a path of the machine it was written on, or the address of a package registry, which would
// keep others from installing or reveal where we work.
import { homedir, hostname, userInfo } from 'node:os';
import { pathToFileURL } from 'node:url';
import { read, root, sourceFiles } from './source-files.ts';

const BINARY = /\.(png|jpe?g|webp|ico|woff2?|pdf|zip|xlsx|mp3|mp4|gz)$/;
/** Home folders and work folders of a machine. Paths of a container image and of the system itself are allowed. */
const PLACES = [
  /(?<![\w.$}/-])\/(?:home|Users)\/(?!node\b|user\b|sergak\b)[\w.-]+\//,
  /(?<![\w.$}/-])\/work\/\w/,
  /(?<![\w.$}/-])\/root\/\w/,
  /[A-Z]:\\Users\\/,
];
const REGISTRIES = [
  /registry\.[a-z]+\.(?:org|com|io)\b/,
  /\bhttps?:\/\/[\w.-]*(?:artifactory|nexus|verdaccio|npm-proxy)[\w.-]*/i,
  /\/\/[\w.:-]+\/:_authToken/,
];

/** Names of this machine: the folders of the repository and of the home, its host name, and the registry in use. */
export const ownNames = (): string[] => {
  const registry = process.env.npm_config_registry;
  const host = registry && URL.canParse(registry) ? new URL(registry).host : '';
  const name = hostname();
  const home = homedir();
  return [
    root.replace(/[/\\]$/, ''),
    pathToFileURL(root).href,
    home.length > 6 ? home : '',
    name.length > 6 ? name : '',
    host,
    userInfo().username.length > 6 ? userInfo().username : '',
  ].filter((text) => text.length > 4);
};

/** Matches in a text, as `line: the words`. */
export const tracesIn = (text: string, own: readonly string[] = []): string[] => {
  const found: string[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    for (const pattern of [...PLACES, ...REGISTRIES]) {
      const match = pattern.exec(line);
      if (match) found.push(`${at + 1}: ${match[0]}`);
    }
    for (const name of own) if (line.includes(name)) found.push(`${at + 1}: ${name}`);
  }
  return found;
};

if (import.meta.main) {
  const own = ownNames();
  const files = sourceFiles().filter((file) => !BINARY.test(file) && !/^scripts\/check-traces/.test(file));
  const faults = files.flatMap((file) => tracesIn(read(file), own).map((trace) => `${file}:${trace}`));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
  console.log(`Traces: ${files.length} files name no machine and no registry`);
}
