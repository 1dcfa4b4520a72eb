import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** A small repository with a bug: five amounts are parsed, one of them wrongly, and one of its five tests fails. */
export const PROJECT: Readonly<Record<string, string>> = {
  'README.md': '# Invoicer\n\nAdds up invoices. Amounts are cents, so that nothing is lost to rounding.\n',
  'package.json': `${JSON.stringify({ name: 'invoicer', version: '1.2.0', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  '.gitignore': 'dist/\ntmp/\n',
  'src/money.js': `/** Cents in a text such as "1,234.56". */
export function parseAmount(text) {
  const plain = text.replaceAll(',', '')
  return Math.floor(Number(plain) * 100)
}

/** "1,234.56" of 123456 cents. */
export function formatAmount(cents) {
  return (cents / 100).toFixed(2).replace(/\\B(?=(\\d{3})+(?!\\d))/g, ',')
}
`,
  'src/cart.js': `import { parseAmount } from './money.js'

export function total(lines) {
  return lines.reduce((sum, line) => sum + parseAmount(line.price) * line.count, 0)
}
`,
  'src/invoice.js': `import { formatAmount } from './money.js'

export const invoice = (name, cents) => \`\${name}: \${formatAmount(cents)}\`
`,
  'src/refund.js': `import { formatAmount } from './money.js'

export const refund = (name, cents) => \`\${name}: -\${formatAmount(cents)}\`
`,
  'src/receipt.js': `import { formatAmount } from './money.js'

export const receipt = (cents) => \`Paid \${formatAmount(cents)}\`
`,
  'src/report.js': `import { formatAmount } from './money.js'

export const report = (all) => all.map((cents) => formatAmount(cents)).join('\\n')
`,
  'test/money.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/cart.js'
import { formatAmount, parseAmount } from '../src/money.js'

test('parses whole amounts', () => assert.equal(parseAmount('12'), 1200))
test('parses thousands', () => assert.equal(parseAmount('1,234.50'), 123450))
test('keeps every cent', () => assert.equal(parseAmount('19.99'), 1999))
test('formats', () => assert.equal(formatAmount(123456), '1,234.56'))
test('adds up', () => assert.equal(total([{ price: '2.50', count: 4 }]), 1000))
`,
  'tmp/old.txt': 'left over\n',
  'dist/invoicer.js': '// built\n',
}

const run = promisify(execFile)

/** Writes the project's files into a folder. */
export async function writeProject(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(PROJECT)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

/** Makes the folder a repository with one commit, and sets a name for commits. */
export async function commitProject(folder: string): Promise<void> {
  const git = (...args: readonly string[]) => run('git', ['-C', folder, ...args])
  await git('init', '--quiet', '--initial-branch=main')
  await git('config', 'user.name', 'Robin Doe')
  await git('config', 'user.email', 'robin@example.com')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Add up invoices')
}
