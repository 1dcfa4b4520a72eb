import { defineConfig } from 'vite'

/**
 * Bundles the package into one file: a process that decides once (a hook, `explain`) would spend most of its time opening 150 files. The
 * compiler writes the types next to it; no source is called `whole`, so neither overwrites the other.
 */
export default defineConfig({
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    // A single large file is intended.
    chunkSizeWarningLimit: 2_000,
    modulePreload: false,
    sourcemap: true,
    target: 'es2024',
    rolldownOptions: {
      input: 'src/index.ts',
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'whole.js' },
    },
  },
})
