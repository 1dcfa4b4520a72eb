import type { LanguageSupport } from '@codemirror/language'

/** Languages are loaded when such a file opens. */
const LANGUAGES: readonly (readonly [ends: RegExp, name: string, load: () => Promise<LanguageSupport>])[] = [
  [
    /\.[cm]?tsx?$/,
    'TypeScript',
    async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true, jsx: true }),
  ],
  [
    /\.[cm]?jsx?$/,
    'JavaScript',
    async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true }),
  ],
  [/\.(?:json|jsonc|webmanifest)$/, 'JSON', async () => (await import('@codemirror/lang-json')).json()],
  [/\.(?:md|markdown)$/, 'Markdown', async () => (await import('@codemirror/lang-markdown')).markdown()],
  [/\.css$/, 'CSS', async () => (await import('@codemirror/lang-css')).css()],
  [/\.(?:html?|svg|xml)$/, 'HTML', async () => (await import('@codemirror/lang-html')).html()],
  [/\.pyi?$/, 'Python', async () => (await import('@codemirror/lang-python')).python()],
]

/** A file's language, by its name. */
export function languageOf(path: string): {
  readonly name: string
  readonly load: (() => Promise<LanguageSupport>) | null
} {
  const found = LANGUAGES.find(([ends]) => ends.test(path))
  return found === undefined ? { name: 'Text', load: null } : { name: found[1], load: found[2] }
}
