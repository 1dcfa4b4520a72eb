import { defineConfig } from 'vite'

/**
 * The hook in one file: an agent waits for it in every call, and opening five files takes longer than asking the server. What it loads
 * when no server runs stays where the compiler wrote it. It is made of what the compiler wrote.
 */
export default defineConfig({
  build: {
    outDir: 'dist/hook',
    emptyOutDir: false,
    modulePreload: false,
    minify: false,
    sourcemap: false,
    target: 'node20',
    ssr: true,
    rolldownOptions: {
      input: 'dist/hook/main.js',
      external: [/^node:/, './alone.js'],
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'whole.js' },
    },
  },
  ssr: { noExternal: true },
})
