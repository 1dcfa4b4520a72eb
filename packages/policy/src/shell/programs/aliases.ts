import { literal, textField, type Field } from '../field.ts'
import type { FactsPatch, ParsedArgs, ProgramFacts, ProgramSpec } from './spec.ts'

/**
 * Words that mean the same: whoever denies `npm install *` means `npm i` too. For deny and ask alone; an allow rule has to
 * be written as the command is.
 */
const SAME: readonly string[] = [
  'npm install, npm i, npm in, npm ins, npm inst, npm insta, npm instal, npm isnt, npm isntall, npm add',
  'npm ci, npm clean-install, npm ic, npm install-clean',
  'npm run, npm run-script, npm rum, npm urn',
  'npm test, npm t, npm tst, npm run test, npm run-script test',
  'npm start, npm run start',
  'npm stop, npm run stop',
  'npm uninstall, npm un, npm unlink, npm remove, npm rm, npm r',
  'npm update, npm up, npm upgrade, npm udpate',
  'npm exec, npm x, npx',
  'npm publish, npm publ, npm pub',
  'npm init, npm create, npm innit',
  'npm login, npm adduser, npm add-user',
  'pnpm install, pnpm i',
  'pnpm remove, pnpm rm, pnpm uninstall, pnpm un',
  'pnpm update, pnpm up, pnpm upgrade',
  'pnpm run, pnpm run-script',
  'pnpm test, pnpm t, pnpm tst, pnpm run test',
  'pnpm dlx, pnpx',
  'yarn upgrade, yarn up',
  'yarn test, yarn run test',
  'bun install, bun i',
  'bun add, bun a',
  'bun remove, bun rm',
  'bun x, bunx',
  'uv tool run, uvx',
  'pip install, pip3 install',
  'pip uninstall, pip3 uninstall',
  'pip download, pip3 download',
  'node, nodejs',
  'cargo build, cargo b',
  'cargo check, cargo c',
  'cargo test, cargo t',
  'cargo run, cargo r',
  'cargo doc, cargo d',
  'cargo remove, cargo rm',
  'docker compose, docker-compose',
  'podman compose, podman-compose',
  ...['docker', 'podman'].flatMap((engine) => [
    ...'run exec create rm kill stop start restart cp rename update commit export pause'
      .split(' ')
      .map((word) => `${engine} ${word}, ${engine} container ${word}`),
    ...'push pull build tag save load import'
      .split(' ')
      .map((word) => `${engine} ${word}, ${engine} image ${word}`),
    `${engine} rmi, ${engine} image rm, ${engine} image remove`,
    `${engine} build, ${engine} buildx build, ${engine} builder build`,
  ]),
  'helm uninstall, helm un, helm del, helm delete',
  'helm list, helm ls',
  'composer run, composer run-script',
  'composer require, composer req',
  'conda remove, conda uninstall',
  'terraform destroy, terraform apply -destroy, terraform apply --destroy',
  'tofu destroy, tofu apply -destroy, tofu apply --destroy',
  'kubectl delete, kubectl del',
  'brew uninstall, brew remove, brew rm',
  'apt remove, apt-get remove',
]

/** Programs that take a word which is no command of their own for a script: `yarn deploy` is `yarn run deploy`. */
const RUNNERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'yarn run add install remove up upgrade upgrade-interactive link unlink init create exec dlx publish pack list why outdated audit info config set cache dedupe import node npm workspace workspaces plugin constraints version versions bin global help login logout tag team owner access licenses patch patch-commit autoclean check policies unplug rebuild stage explain search',
    'pnpm run run-script add install i remove rm uninstall un update up upgrade link unlink ln init create exec dlx x publish pack list ls ll la why outdated audit config c set get cache store import dedupe prune rebuild rb bin root help login logout whoami licenses patch patch-commit patch-remove deploy fetch env setup self-update server completion approve-builds doctor catalog',
    'bun run add a install i remove rm update link unlink init create c x pm build test repl upgrade outdated publish patch audit info why completions exec',
  ].map((line) => {
    const [program = '', ...own] = line.split(' ')
    return [program, new Set(own)]
  }),
)

const CLASSES = SAME.map((line) => line.split(', ').map((words) => words.split(' ')))
const BY_PROGRAM = Map.groupBy(
  CLASSES.flatMap((members) => members.map((words) => ({ words, members }))),
  ({ words }) => words[0] ?? '',
)

/** Lets deny and ask see a program's words in all their spellings. */
export function withAliases(spec: ProgramSpec): ProgramSpec {
  const concerned = spec.names.some((name) => BY_PROGRAM.has(name) || RUNNERS.has(name) || DROPPED.has(name))
  if (!concerned) return spec
  const { around } = spec
  return {
    ...spec,
    around: (args, facts) => {
      const first = around?.(args, facts) ?? {}
      return { ...first, ...spellAlike(args, first.spellings ?? facts.spellings) }
    },
  }
}

function spellAlike({ argv, program }: ParsedArgs, spellings: ProgramFacts['spellings']): FactsPatch {
  const plain = [argv, ...spellings].map((vector) => withoutDropped(vector, program))
  const more = plain.flatMap((vector) => [...alike(vector, program), ...asScript(vector, program)])
  const dropped = plain.filter((vector, index) => vector.length !== [argv, ...spellings][index]?.length)
  return more.length + dropped.length === 0 ? {} : { spellings: [...spellings, ...dropped, ...more] }
}

/** Words behind the program that only choose its version: `cargo +nightly test`, `bundle _2.1_ exec`. */
const DROPPED: ReadonlyMap<string, RegExp> = new Map([
  ['cargo', /^\+/],
  ['rustc', /^\+/],
  ['bundle', /^_.*_$/],
])

function withoutDropped(vector: readonly Field[], program: string): readonly Field[] {
  const [first, second, ...rest] = vector
  const pattern = DROPPED.get(program)
  const text = second === undefined ? undefined : literal(second)
  if (first === undefined || pattern === undefined || text === undefined || !pattern.test(text)) return vector
  return [first, ...rest]
}

function alike(vector: readonly Field[], program: string): readonly (readonly Field[])[] {
  const [first] = vector
  if (first === undefined) return []
  return (BY_PROGRAM.get(program) ?? []).flatMap(({ words, members }) => {
    const begins = words.slice(1).every((word, index) => literal(vector[index + 1] ?? first) === word)
    if (!begins || vector.length < words.length) return []
    const others = members.filter((member) => member !== words)
    return others.map((member) => [
      ...member.map((word) => textField(word, first.range)),
      ...vector.slice(words.length),
    ])
  })
}

function asScript(vector: readonly Field[], program: string): readonly (readonly Field[])[] {
  const [first, second, ...rest] = vector
  const name = second === undefined ? undefined : literal(second)
  const own = RUNNERS.get(program)
  if (first === undefined || second === undefined || name === undefined || own === undefined) return []
  if (own.has(name) || name.startsWith('-')) return []
  return [[first, textField('run', second.range), second, ...rest]]
}
