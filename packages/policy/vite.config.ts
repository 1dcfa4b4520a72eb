import { defineConfig } from 'vite'

/**
 * The package in one file: a process that decides once (a hook, `explain`) would spend most of its time on opening 150 of them. Types
 * come from the compiler, which writes them beside it; no source is called `whole`, so neither overwrites the other.
 */
export default defineConfig({
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    // One file, however long, is what is wanted.
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
