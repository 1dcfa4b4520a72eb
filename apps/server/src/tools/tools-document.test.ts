import { BUILTIN_TOOLS, type BuiltinTool, type ToolFacts } from '@countersign/policy'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { declaredTools } from '../testing/tools-document/declared-tools.ts'
import { toolsDocument } from './tools-document.ts'

let tools: Awaited<ReturnType<typeof declaredTools>>
beforeAll(async () => {
  tools = await declaredTools()
}, 60_000)

test('docs/tools.md is what the tools say; `npm run docs:tools` writes it', async () => {
  const written = await readFile(new URL('../../../../docs/tools.md', import.meta.url), 'utf8')
  expect(written).toBe(toolsDocument(tools))
})

test('policy knows every tool as it declares itself', () => {
  const facts = tools.map(({ name, category, destructive, editSafe, asks, specifier }) => ({
    name,
    category,
    // The policy does not look at the disk or the page: it knows the strictest that a call can be.
    destructive: destructive === true || destructive === 'by_inspection',
    editSafe,
    asks,
    kind: specifier.kind,
  }))
  expect(facts).toEqual(facts.map(({ name }) => strictest(BUILTIN_TOOLS.get(name))))
})

function strictest(known: BuiltinTool | undefined): ToolFacts | undefined {
  if (known === undefined) return undefined
  const { mayBeDestructive = false, ...facts } = known
  return { ...facts, destructive: facts.destructive || mayBeDestructive }
}
