import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/root.mjs'

/** An example of `docs/embedding.md`: its code and its output. */
export interface Example {
  readonly title: string
  readonly code: string
  readonly output: string
  readonly file: string
}

export const embeddingText = readFileSync(join(root, 'docs/embedding.md'), 'utf8')

export const examples: readonly Example[] = [
  ...embeddingText.matchAll(/^## ([^\n]+)\n(?:(?!^## ).)*?^```ts\n(.*?)^```\n+```text\n(.*?)^```$/gms),
].map(([, title = '', code = '', output = ''], index) => ({
  title,
  code,
  output,
  file: `example-${index}.ts`,
}))

/** Compiles as strictly as our own code, in any folder; `node` adds the types of `console`. */
export function examplesConfig(conditions: readonly string[], more: object = {}): object {
  const off = { composite: false, declaration: false, declarationMap: false, sourceMap: false }
  const types = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] }
  const compilerOptions = {
    ...off,
    ...types,
    customConditions: conditions,
    noEmit: true,
    rootDir: '/',
    ...more,
  }
  return { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] }
}
