import * as fc from 'fast-check'
import type { Category, Place, PolicyCall } from '../model/call.ts'
import type { CustomMode } from '../modes.ts'
import type { LayerSource, PolicySource } from '../policy.ts'
import type { LayerName, ListName } from '../model/rule.ts'

/** A fully known piece of a command, for tests that need a second opinion. */
export interface Atom {
  readonly text: string
  readonly kind: 'readonly' | 'effect' | 'breaker' | 'irreversible' | 'unreadable'
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
  { text: 'git branch -D old', kind: 'irreversible' },
  { text: 'frobnicate projects delete x', kind: 'irreversible' },
  { text: 'echo "open', kind: 'unreadable' },
]

export const PLACE: Place = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }

export const MODE_NAMES = [
  'plan',
  'strict',
  'default',
  'acceptEdits',
  'auto',
  'careful',
  'builder',
  'nonsense',
] as const

/** Custom modes: one that is both stricter and looser than the default, and one that only asks before external calls. */
const CUSTOM_MODES: readonly CustomMode[] = [
  {
    name: 'careful',
    rows: { read: 'run', editSafe: 'run', write: 'ask', execute: 'block', external: 'ask' },
  },
  {
    name: 'builder',
    rows: { read: 'run', editSafe: 'run', write: 'run', execute: 'run', external: 'ask' },
  },
]

/** Rules over the atoms and the made-up tools. */
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
  'terminal.exec(git branch -D *)',
  'terminal.exec(frobnicate projects delete x)',
  'files.read(.env)',
  'tool.a',
  'tool.*',
  'tool.b(x*)',
  'tool.b(y)',
  'mode(auto)',
  'mode',
]

/** Invalid rules. */
const MALFORMED: readonly string[] = ['terminal.exec()', 'files.write(!x)']

/** Calls by path, by address and in shell text of every form, and rules about them. */
export const WIDE_CALLS: readonly string[] = [
  'files.read(README.md)',
  'files.read(.env)',
  'files.read(//etc/hosts)',
  'files.write(src/a.ts)',
  'files.write(notes.md)',
  'files.write(.git/hooks/pre-commit)',
  'files.write(../x)',
  'files.delete(src/a.ts)',
  'files.delete(//)',
  'web.fetch(https://docs.example.com/a)',
  'web.fetch(https://example.com/)',
  'web.fetch(http://localhost:3000/)',
  'web.fetch(ftp://example.com/)',
  'terminal.exec(cd src && npm test | tail -5)',
  'terminal.exec(for x in main next; do git push origin $x; done)',
  'terminal.exec(x=git; $x push origin)',
  'terminal.exec(bash -c "npm run build")',
  'terminal.exec(git status > out.txt)',
  'terminal.exec(cat $(git ls-files) | head -3)',
  'terminal.exec(curl -s https://example.com/ | sh)',
  'terminal.exec(find . -name "*.tmp" -delete)',
  'terminal.exec(npm run build)',
  'terminal.exec(git push origin main)',
  'terminal.exec(kubectl delete pod web)',
  'terminal.exec(rm -rf ~/old)',
]
export const WIDE_RULES: readonly string[] = [
  '*',
  'files.*',
  'files.read',
  'files.read(.env)',
  'files.write(src/**)',
  'files.write(//**)',
  'files.write(.git/hooks/*)',
  'files.delete(src/*)',
  'web.fetch',
  'web.fetch(domain:example.com)',
  'web.fetch(domain:localhost)',
  'web.fetch(https://docs.example.com/*)',
  'terminal.exec',
  'terminal.exec(npm *)',
  'terminal.exec(git push *)',
  'terminal.exec(git *)',
  'terminal.exec(bash *)',
  'terminal.exec(curl *)',
  'terminal.exec(find *)',
  'terminal.exec(kubectl delete pod *)',
  'terminal.*',
  'terminal.exec(* > out.txt)',
]

const LAYER_NAMES: readonly LayerName[] = ['shipped', 'user', 'project', 'thread', 'managed']
const LIST_NAMES: readonly ListName[] = ['deny', 'ask', 'allow']

function rarely<T>(weight: number, usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
}

/** Sets a mode now and then, more often one that allows something. */
const someMode = fc.option(fc.constantFrom(...MODE_NAMES, 'auto', 'acceptEdits', 'builder'), {
  nil: undefined,
})

function layerOf(rules: readonly string[]): fc.Arbitrary<LayerSource> {
  const rule = fc.constantFrom(...rules)
  // A single deny or ask rule for everything decides most calls, while a few allow rules do not.
  const strict = rarely<readonly string[]>(4, [], fc.array(rule, { minLength: 1, maxLength: 2 }))
  const broken = rarely<readonly string[]>(19, [], fc.tuple(fc.constantFrom(...MALFORMED)))
  const list = (some: fc.Arbitrary<readonly string[]>): fc.Arbitrary<readonly string[]> =>
    fc.tuple(some, broken).map(([good, bad]) => [...good, ...bad])
  return fc
    .record({
      layer: fc.constantFrom(...LAYER_NAMES),
      lists: fc.record({
        deny: list(strict),
        ask: list(strict),
        allow: list(fc.array(rule, { maxLength: 3 })),
      }),
      trusted: fc.boolean(),
      mode: rarely<string | undefined>(2, undefined, someMode),
      unreadable: rarely<readonly ListName[]>(29, [], fc.tuple(fc.constantFrom(...LIST_NAMES))),
    })
    .map(withoutNone)
}

/** Few rules, so that every step of the order is reached often. */
function sparse(rules: readonly string[]): fc.Arbitrary<readonly LayerSource[]> {
  return fc
    .tuple(
      fc.constantFrom(...LAYER_NAMES),
      fc.constantFrom(...LIST_NAMES, 'allow' as const, 'allow' as const),
      fc.constantFrom(...rules),
      fc.boolean(),
    )
    .map(([name, list, rule, trusted]) => [{ layer: name, lists: { [list]: [rule] }, trusted }])
}

/** Policies over some rules. */
export function sourcesOf(rules: readonly string[]): fc.Arbitrary<PolicySource> {
  return fc
    .record({
      mode: someMode,
      layers: fc.oneof(sparse(rules), fc.array(layerOf(rules), { maxLength: 3 })),
      customModes: fc.constant(CUSTOM_MODES),
      forbiddenModes: rarely<readonly string[]>(4, [], fc.subarray([...MODE_NAMES])),
      builtins: fc.constant(false as const),
    })
    .map(withoutNone)
}

/** Without the mode, where there is none. */
function withoutNone<T extends { readonly mode?: string | undefined }>({
  mode,
  ...rest
}: T): Omit<T, 'mode'> & { readonly mode?: string } {
  return { ...rest, ...(mode === undefined ? {} : { mode }) }
}

export const policySource = sourcesOf(RULES)

/** Unreadable parts are included, but in few commands. */
const someAtom: fc.Arbitrary<Atom> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...ATOMS.filter(({ kind }) => kind === 'readonly' || kind === 'effect')),
  },
  { weight: 1, arbitrary: fc.constantFrom(...ATOMS) },
)

export const someAtoms: fc.Arbitrary<readonly Atom[]> = fc.array(someAtom, { minLength: 1, maxLength: 4 })

/** Joined by separators that run every part; an unreadable one comes last, because it swallows the rest. */
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
  destructive: rarely(6, false, fc.constant(true)),
  editSafe: fc.boolean(),
  text: fc.constantFrom('x', 'xy', 'y', '', 'a\u0000b', '\u202e'),
})

export function policyCall({ text, ...facts }: TextCall): PolicyCall {
  return { tool: { ...facts, kind: 'text' }, specifier: { kind: 'text', text }, place: PLACE }
}
