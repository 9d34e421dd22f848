import { spawn } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '../../../platform/errors.ts';
import { findIsolation, isolate } from './isolation.ts';

const LIMIT_MS = 120_000;
/** Address space of LibreOffice in kilobytes; a usual conversion takes a third of it. */
const MEMORY_KB = 4_000_000;

const setting = (path: string, name: string, value: string) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
/** No macros, no content from outside the file, and a proxy that does not exist. */
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${setting('Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true')}
${setting('Office.Common/Security/Scripting', 'MacroSecurityLevel', '3')}
${setting('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true')}
${setting('Office.Common/Security/Scripting', 'DisableActiveContent', 'true')}
${setting('Office.Writer/Content/Update', 'Link', '2')}
${setting('Office.Calc/Content/Update', 'Link', '2')}
${setting('Inet/Settings', 'ooInetProxyType', '2')}
${setting('Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1')}
${setting('Inet/Settings', 'ooInetHTTPProxyPort', '9')}
${setting('Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1')}
${setting('Inet/Settings', 'ooInetHTTPSProxyPort', '9')}
</oor:items>
`;

/** Runs a program until it ends, the time is over or the signal is aborted; then its whole process group is killed. */
const run = async (command: string, args: readonly string[], folder: string, signal: AbortSignal): Promise<void> => {
  const child = spawn(command, [...args], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: folder,
      TMPDIR: folder,
      LANG: 'C.UTF-8',
      SAL_USE_VCLPLUGIN: 'svp',
    },
  });
  const kill = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((done, fail) => {
      timer = setTimeout(() => fail(new AppError('presentation.too_complex')), LIMIT_MS);
      signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
      child.once('error', fail);
      child.once('exit', () => done());
    });
  } finally {
    clearTimeout(timer);
    kill();
  }
};

/** Limits that hold even if the server is killed. */
const LINUX_START = 'ulimit -v "$0" && ulimit -t 150 && exec "$@"';

/**
 * Converts a presentation to PDF with LibreOffice and returns the path of the PDF. Each run has a profile of its own, so
 * that runs do not disturb each other. The exit code is 0 even after a failure, so only the file counts.
 */
export const convertToPdf = async (
  soffice: string,
  source: { path: string; folder: string },
  signal: AbortSignal,
): Promise<string> => {
  signal.throwIfAborted();
  const profile = join(source.folder, 'profile');
  const output = join(source.folder, 'output');
  await mkdir(join(profile, 'user'), { recursive: true });
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), SETTINGS);
  const args = [
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    '--convert-to',
    'pdf:impress_pdf_Export',
    '--outdir',
    output,
    source.path,
  ];
  if (process.platform === 'linux') {
    const isolated = isolate(await findIsolation(soffice), soffice, source.folder);
    await run('/bin/sh', ['-c', LINUX_START, String(MEMORY_KB), ...isolated, ...args], source.folder, signal);
  } else await run(soffice, args, source.folder, signal);
  const pdf = join(output, 'deck.pdf');
  const pdfStat = await stat(pdf).catch(() => null);
  if (!pdfStat || pdfStat.size === 0) throw new AppError('presentation.broken');
  return pdf;
};
