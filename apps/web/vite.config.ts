import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['countersign-source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // The page's content security policy allows nothing inline: no data addresses for fonts and icons.
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      output: {
        // How schemas are made must be set before the first one is, in whichever chunk that is.
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules\/zod\/|zod-config/ }] },
      },
    },
  },
})
