import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A small project to try things on, created once and never overwritten. It is next to the data folder: everything inside belongs to the
 * gate itself, and no rule opens that.
 */
export async function sampleFolder(home: string): Promise<string> {
  const folder = `${home}-sample`
  await mkdir(join(folder, 'src'), { recursive: true })
  for (const [name, content] of Object.entries(FILES)) {
    await writeFile(join(folder, name), content, { flag: 'wx' }).catch((cause: unknown) => {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
    })
  }
  return folder
}

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Sample\n\nA folder to try Countersign on. Change it as you like.\n',
  'package.json': `${JSON.stringify({ name: 'sample', version: '1.0.0', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'src/greet.js': 'export function greet(name) {\n  return `Hello, ${name}`\n}\n',
  'src/greet.test.js':
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { greet } from './greet.js'\n\ntest('greets by name', () => {\n  assert.equal(greet('Ana'), 'Hello, Ana')\n})\n",
}
