import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { instructions } from './build/instructions.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(here('../../package.json'), 'utf8')) as { version: string };
const api = process.env['SERGAK_API'] ?? 'http://127.0.0.1:4100';

/** Texts in development; otherwise the server serves them. */
const locales = (): Plugin => ({
  name: 'sergak-locales',
  configureServer: (server) => {
    server.middlewares.use('/lk/locales', (req, res, next) => {
      const name = /^\/([a-z]{2}(?:\/[a-z0-9_-]+)+\.json)(?:\?|$)/.exec(req.url ?? '')?.[1];
      const file = name === undefined ? '' : here(`../../locales/${name}`);
      if (file === '' || !existsSync(file)) return next();
      res.setHeader('content-type', 'application/json; charset=utf-8');
      createReadStream(file).pipe(res);
    });
  },
});

/** Tooltips load a positioning library, which sign-in and most screens of the learner do not need. */
const hints = /@floating-ui|\/Tooltip\/|\/action-button\.tsx/;
/** All icons but those of the public pages, whose first load is small: a file of 200 bytes each would cost a browser more than their transfer. */
const icons = /@tabler\/icons-react\/.*\/icons\/(?!Icon(?:DeviceDesktop|Language|LinkOff|MailCheck|Moon|Sun)\.)/;

export default defineConfig({
  root: here('.'),
  base: '/lk/',
  plugins: [react(), locales(), instructions()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/lk/api', '/lk/config.json', '/lk/events', '/lk/files', '/lk/logos', '/gateway', '/learning'].map((path) => [
        path,
        api,
      ]),
    ),
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // A feature's public.ts only re-exports names: a screen that imports one name loads only the code of that name.
      treeshake: { moduleSideEffects: [{ test: /\/features\/[^/]+\/public\.ts$/, sideEffects: false }] },
      output: {
        // The entry names every file that a screen loads, so short names keep it small; hashes cannot be compressed.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          // The code that most screens use is one file: many small files are larger in total, and each needs a request.
          groups: [
            { name: 'common', minShareCount: 67, test: (id: string) => !hints.test(id), priority: 1 },
            { name: 'hints', minShareCount: 67, test: hints },
            { name: 'icons', minShareCount: 3, test: icons },
          ],
        },
      },
    },
  },
});
