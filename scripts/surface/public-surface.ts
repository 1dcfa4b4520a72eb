import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, type ExportNamedDeclaration, type Statement } from 'oxc-parser'

/** The packages whose public surface is a committed report. */
export const REPORTED = ['policy', 'agent'] as const

/**
 * The API of a built package: every exported declaration, without comments, sorted by name. Read from the emitted declarations, so inferred
 * types are included.
 */
export function publicSurface(packageFolder: string): string {
  const declarations = exportsOf(join(packageFolder, 'dist/index.d.ts'))
  const sorted = [...declarations].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${sorted.map(([, text]) => text).join('\n\n')}\n`
}

function exportsOf(file: string): Map<string, string> {
  const source = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, source, { lang: 'dts' })
  const plain = blank(source, comments)
  const found = new Map<string, string>()
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    for (const [name, text] of entriesOf(statement, plain, file)) found.set(name, text)
  }
  return found
}

function entriesOf(statement: ExportNamedDeclaration, plain: string, file: string): [string, string][] {
  if (statement.declaration) {
    const text = tidy(plain.slice(statement.start, statement.end))
    return declaredNames(statement.declaration).map((name) => [name, text])
  }
  if (!statement.source) return []
  const there = exportsOf(declarationFile(file, statement.source.value))
  return statement.specifiers.map(({ local, exported }) => {
    const from = nameOf(local)
    const text = there.get(from)
    if (text === undefined)
      throw new Error(`${file} exports \`${from}\`, which ${statement.source?.value} has not`)
    return [nameOf(exported), from === nameOf(exported) ? text : `${text} // as ${nameOf(exported)}`]
  })
}

function declaredNames(
  declaration: Statement | NonNullable<ExportNamedDeclaration['declaration']>,
): string[] {
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  }
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
}

function nameOf(node: { type: string; name?: string; value?: string }): string {
  return node.name ?? node.value ?? ''
}

function declarationFile(from: string, specifier: string): string {
  const path = join(dirname(from), specifier.replace(/\.[jt]s$/, '.d.ts'))
  if (!existsSync(path))
    throw new Error(`${from} exports from \`${specifier}\`, which is not part of the package`)
  return path
}

// Comments become spaces, so that positions stay the same.
function blank(source: string, comments: readonly { start: number; end: number }[]): string {
  return comments.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    source,
  )
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines
    .filter((line) => line !== '')
    .map((line) => line.replace(/^( {4})+/, (indent) => '  '.repeat(indent.length / 4)))
    .join('\n')
    .replace(/^export (declare )?/, '')
}
