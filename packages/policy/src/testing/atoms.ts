import * as fc from 'fast-check'
import type { Category, Place, PolicyCall } from '../call.ts'
import type { CustomMode } from '../modes.ts'
import type { LayerSource, PolicySource } from '../policy.ts'
import type { LayerName, ListName } from '../rules/rule.ts'

/** A piece of a command of which everything is known beforehand, for tests that need a second opinion. */
export interface Atom {
  readonly text: string
  readonly kind: 'readonly' | 'effect' | 'breaker' | 'unreadable'
}

export const ATOMS: readonly Atom[] = [
  { text: 'ls -la', kind: 'readonly' },
  { text: 'cat README.md', kind: 'readonly' },
  { text: 'git status', kind: 'readonly' },
  { text: 'git push origin', kind: 'effect' },
  { text: 'npm test', kind: 'effect' },
  { text: 'npm run build', kind: 'effect' },
  { text: 'touch src/a', kind: 'effect' },
  { text: 'frobnicate now', kind: 'effect' },
  { text: 'rm -rf /', kind: 'breaker' },
  { text: 'git push --force', kind: 'breaker' },
  { text: 'mkfs.ext4 /dev/sda', kind: 'breaker' },
  { text: 'echo "open', kind: 'unreadable' },
]

export const PLACE: Place = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }

export const MODE_NAMES = ['plan', 'strict', 'default', 'acceptEdits', 'auto', 'careful', 'nonsense'] as const

export const CAREFUL: CustomMode = {
  name: 'careful',
  rows: { read: 'run', editSafe: 'run', write: 'ask', execute: 'block', external: 'ask' },
}

/** Rules over the atoms and the made-up tools, some of them malformed. */
export const RULES: readonly string[] = [
  'terminal.exec',
  'terminal.exec(*)',
  'terminal.*',
  '*',
  'terminal.exec(git push *)',
  'terminal.exec(git *)',
  'terminal.exec(npm test)',
  'terminal.exec(npm run *)',
  'terminal.exec(ls *)',
  'terminal.exec(rm *)',
  'terminal.exec(touch src/a)',
  'terminal.exec(frobnicate*)',
  'files.read(.env)',
  'tool.a',
  'tool.*',
  'tool.b(x*)',
  'tool.b(y)',
  'terminal.exec()',
  'files.write(!x)',
]

const LAYER_NAMES: readonly LayerName[] = ['shipped', 'user', 'project', 'thread', 'managed']
const LIST_NAMES: readonly ListName[] = ['deny', 'ask', 'allow']

const someRules = fc.array(fc.constantFrom(...RULES), { maxLength: 3 })

const layer: fc.Arbitrary<LayerSource> = fc.record({
  layer: fc.constantFrom(...LAYER_NAMES),
  lists: fc.record({ deny: someRules, ask: someRules, allow: someRules }),
  trusted: fc.boolean(),
  unreadable: fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...LIST_NAMES), { maxLength: 1 }) },
  ),
})

/** Few rules, so that every step of the order is reached often. */
const sparse: fc.Arbitrary<readonly LayerSource[]> = fc
  .tuple(
    fc.constantFrom(...LAYER_NAMES),
    fc.constantFrom(...LIST_NAMES),
    fc.constantFrom(...RULES.slice(0, -2)),
    fc.boolean(),
  )
  .map(([name, list, rule, trusted]) => [{ layer: name, lists: { [list]: [rule] }, trusted }])

export const policySource: fc.Arbitrary<PolicySource> = fc.record({
  mode: fc.constantFrom(...MODE_NAMES),
  layers: fc.oneof(sparse, fc.array(layer, { maxLength: 3 })),
  customModes: fc.constant([CAREFUL]),
  forbiddenModes: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray(['plan', 'strict', 'default', 'auto']) },
  ),
  builtins: fc.constant(false as const),
})

export const someAtoms: fc.Arbitrary<readonly Atom[]> = fc.array(fc.constantFrom(...ATOMS), {
  minLength: 1,
  maxLength: 4,
})

/** Joined by separators that run every part; an unreadable one comes last, for it swallows what follows. */
export function commandOf(atoms: readonly Atom[]): string {
  const last = atoms.filter((atom) => atom.kind === 'unreadable').slice(0, 1)
  return [...atoms.filter((atom) => atom.kind !== 'unreadable'), ...last].map((atom) => atom.text).join('\n')
}

export function shellCall(command: string): PolicyCall {
  const tool = {
    name: 'terminal.exec',
    category: 'execute',
    destructive: false,
    editSafe: false,
    kind: 'shell',
  } as const
  return { tool, specifier: { kind: 'shell', command }, place: PLACE }
}

/** A call of a tool whose specifier is any text. */
export interface TextCall {
  readonly name: string
  readonly category: Category
  readonly destructive: boolean
  readonly editSafe: boolean
  readonly text: string
}

export const textCall: fc.Arbitrary<TextCall> = fc.record({
  name: fc.constantFrom('tool.a', 'tool.b', 'other', '__proto__', 'toString'),
  category: fc.constantFrom<Category>('read', 'write', 'execute', 'external'),
  destructive: fc.boolean(),
  editSafe: fc.boolean(),
  text: fc.constantFrom('x', 'xy', 'y', '', 'a\u0000b', '\u202e'),
})

export function policyCall({ text, ...facts }: TextCall): PolicyCall {
  return { tool: { ...facts, kind: 'text' }, specifier: { kind: 'text', text }, place: PLACE }
}
