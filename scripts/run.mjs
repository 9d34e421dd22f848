import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Runs a command to its end and passes its output through. Returns its exit code (a signal or a failed start counts
 * as 1).
 */
export function run(command, args, { cwd = root, env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs npm: the one that started this script, or the one in the PATH. */
export function npm(args, options) {
  const script = process.env.npm_execpath;
  if (script && /\.[cm]?js$/.test(script)) return run(process.execPath, [script, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

/**
 * Calls `leave` once the npm that started this script is gone: a kill of npm by its process id ends only its shell,
 * not us.
 */
export function whenNpmLeaves(leave) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    leave();
  }, 500);
  watching.unref();
}

/** The file's text, or an empty text if it is missing. */
export function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The content of a JSON file, or null if it is missing or invalid. */
export function readJson(path) {
  try {
    return JSON.parse(read(path));
  } catch {
    return null;
  }
}

const SKIPPED = new Set(['node_modules', 'dist', 'test-results', 'playwright-report', 'shots']);

/** One hash over the names and contents of files and folders, without build results and dependencies. */
export function hashOf(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!SKIPPED.has(name)) visit(join(path, name));
    } else if (found) {
      hash
        .update(`${path.slice(root.length)}\0`)
        .update(readFileSync(path))
        .update('\0');
    }
  };
  paths.forEach(visit);
  return hash.digest('hex');
}
