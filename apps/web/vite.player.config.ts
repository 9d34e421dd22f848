import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The SCORM player: one script for each standard, served by the content origin under /player/. */
export default defineConfig({
  root: here('.'),
  base: '/player/',
  publicDir: false,
  build: {
    outDir: 'dist/player',
    target: 'es2023',
    manifest: true,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { input: [here('src/player/player-12.ts'), here('src/player/player-2004.ts')] },
  },
});
