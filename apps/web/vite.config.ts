import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

/** Modules that every page needs in addition to the shell and the features. */
const FIRST = new RegExp(
  [
    'node_modules/(?:react|react-dom|scheduler|wouter|zustand|regexparam|use-sync-external-store)/',
    // Lists that are fetched page by page, and several queries at once, come with the pages that have them.
    'node_modules/@tanstack/[^/]+/build/modern/(?!infinite|useInfinite|useQueries|queriesObserver)',
    'lucide-react/dist/esm/(?:createLucideIcon|Icon|defaultAttributes|shared/|context)',
    // Small drawings that cards, chats and bars share: as a separate chunk each would cost twice its size.
    'lucide-react/dist/esm/icons/(?:arrow-down|check|chevron-(?:down|right|up)|copy|folder|layers|pencil|square|x)\\.',
    'packages/protocol/src/(?:views|settings|budgets|ids|events|visible-text|contract|client/(?!mentions|model-facts|view/(?:todo|spent|changed-files|diff|call-words|quiet-reads|part-words|part-names)))',
    'apps/web/src/data/(?!api-|recorded)',
    'apps/web/src/platform/(?:(?!call-name|check-features|folder-changes|previews|review|files-slice|use-local-now)[^/]+$|modes/modes|modes/mode-texts|modes/ModeRail|keys/)',
    'apps/web/src/ui/(?:Visible|times|Page|Button|cx|Mark|sentence|Kbd|WholeWords|use-narrow|language-of)\\b',
  ].join('|'),
)

/** The parts of every card, on a desktop and on a phone. Rules, diffs and settled calls are loaded when they are needed. */
const CARD = new RegExp(
  [
    'platform/cards/(?:AnswerBar|ApprovalCard|CallBodyView|Card|CommandBody|ConfirmBar|Countdown|GivenBars)',
    'platform/cards/(?:KeepWaiting|LazyBodies|MoreBar|NoteField|PartRows|PendingBar|ReadToEnd|RestBar|RulePanel|TypeName|WaitingBody)',
    'platform/cards/(?:arming|card-|command-segments|covers|found-files|lines-seen|masked-values|shortened|texts|use-arming|use-card)',
    'platform/batches/(?:kinds|group-title|texts)',
    'platform/focus/|ui/(?:jump-to|scroll-to-see|exact-copy|keys-down)',
  ].join('|'),
)

/** The top bar and the side bar, which a phone does not have. */
const DESKTOP = new RegExp(
  [
    'apps/web/src/app/(?:TopBar|ConnectionDot)|ui/DropMenu',
    'features/threads/(?:ThreadBar|ThreadSwitcher)|threads/list/(?:SideBar\\.|ThreadList|ThreadMenu|ThreadRowView|folded|texts|thread-groups|use-threads)',
  ].join('|'),
)

/** Pages and panes that are opened from another page. */
const LATER =
  /\/(?:screens|card-views|(?!Workbench|Waiting|Thread|FirstRun|Settings)\w+(?:Page|Pane))-[^/]*\.js$/

/** The page reads by schemas and never describes them as JSON Schema: the parts of zod that do are 7 kB that nobody runs here. */
const NO_JSON_SCHEMA: Plugin = {
  name: 'no-json-schema',
  enforce: 'pre',
  load(id) {
    if (!/\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/.test(id)) return null
    // Every name that the module exports, as a function that is never called.
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
      ([, name]) => name,
    )
    const aliases = id.endsWith('to-json-schema.js') ? [...names, 'process'] : names
    const none = `const none = () => () => { throw new Error('the page describes no schemas') }`
    return `${none}\nexport { ${aliases.map((name) => `none as ${name}`).join(', ')} }`
  },
}

/**
 * The page's security policy forbids making code from text, and JSON has no cycles: what zod has for both is 4 kB that never runs here.
 */
const NO_COMPILED_SCHEMAS: Plugin = {
  name: 'no-compiled-schemas',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/zod/v4/core/memoizer.js')) return null
    return `export class $ZodCyclicError extends Error {}
export const memoizer = () => undefined
export const isRecursiveSchema = () => false
export const isBackEdge = () => false`
  },
  transform(code, id) {
    if (!id.endsWith('/zod/v4/core/schemas.js')) return null
    const compiled = /const generateFastpass = \(shape\) => \{[\s\S]*?return doc\.compile\(\);\n {4}\};/
    if (!compiled.test(code)) throw new Error('zod makes code in another way: look at `no-compiled-schemas`')
    return code.replace(compiled, 'const generateFastpass = () => undefined;')
  },
}

/** The server reads commands by their schemas and the reference says what contracts are about: the page needs neither. */
const NO_SERVER_CONTRACTS: Plugin = {
  name: 'no-server-contracts',
  enforce: 'pre',
  transform(code, id) {
    if (!/packages\/protocol\/src\/features\/[^/]+\.ts$/.test(id)) return null
    return code
      .replaceAll(/^export const (\w+Commands) = \{\n[\s\S]*?^\}/gm, 'export const $1 = {}')
      .replaceAll(/\babout:\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`),/g, "about: '',")
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), NO_JSON_SCHEMA, NO_COMPILED_SCHEMAS, NO_SERVER_CONTRACTS],
  resolve: { conditions: ['countersign-source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // The page's content security policy allows nothing inline: no data addresses for fonts and icons.
    assetsInlineLimit: 0,
    sourcemap: false,
    // Every browser that can run the code also preloads modules.
    modulePreload: {
      polyfill: false,
      // The names of everything that a page imports stand in the first script. Pages that nobody opens first leave theirs out: they find their
      // modules one step later. Styles are always named, because nothing else loads them.
      resolveDependencies: (file, dependencies) =>
        LATER.test(file) ? dependencies.filter((name) => name.endsWith('.css')) : dependencies,
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // How schemas are made must be set before the first one is, in whichever chunk that is.
            { name: 'zod', test: /node_modules\/zod\/|zod-config/, priority: 3 },
            // What every first page needs, as one chunk: thirty small chunks compress 7 kB worse.
            { name: 'first', test: FIRST, priority: 2 },
            // The rest of what the entry imports: without it, a group below would take modules that every page needs.
            { name: 'entry', tags: ['$initial'], priority: 1 },
            { name: 'card', test: CARD },
            { name: 'desktop', test: DESKTOP },
          ],
        },
      },
    },
  },
})
