import { defineConfig } from 'vite'

/** Our own files that every start loads. */
const DECLARATIONS =
  /\/(features|version|command|program|cli-command|option|argument|json-option|rule-options)\.js$/

/**
 * The parser and the declarations of all commands in one file: a quick command takes less time than opening thirty files. What a command
 * runs stays where the compiler wrote it, and is loaded when it is named.
 */
export default defineConfig({
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    modulePreload: false,
    minify: false,
    sourcemap: false,
    target: 'node20',
    ssr: true,
    rolldownOptions: {
      input: 'dist/main.js',
      external: (id, importer) =>
        id.startsWith('node:') ||
        (id.startsWith('.') && !importer?.includes('node_modules') && !DECLARATIONS.test(id)),
      output: { entryFileNames: 'program.js' },
    },
  },
  ssr: { noExternal: true },
})
