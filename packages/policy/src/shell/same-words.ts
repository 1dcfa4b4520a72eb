import { lazy } from '../lazy.ts'
import { baseName } from '../text/base-name.ts'
import { literal, textField, type Field } from '../model/field.ts'

type Vector = readonly Field[]

/**
 * Different words with which the same program means the same command: a person who denies `npm install *` also means `npm i`. A line is
 * `program: word, word, …`, and a word may be several. Scripts and other programs do not belong here: a rule for `npm run *` is not one for
 * `npm test`, and one for `npm exec *` not one for `npx`.
 */
const SAME = (): readonly string[] => [
  'npm: install, i, in, ins, inst, insta, instal, isnt, isnta, isntal, isntall, add',
  'npm: ci, clean-install, ic, install-clean, isntall-clean',
  'npm: run, run-script, rum, urn',
  'npm: test, t, tst',
  'npm: install-test, it',
  'npm: uninstall, unlink, remove, rm, r, un',
  'npm: update, up, upgrade, udpate',
  'npm: exec, x',
  'npm: publish, publ, publi, publis, pub',
  'yarn: npm publish, publish',
  'npm: init, create, innit',
  'npm: link, ln',
  'npm: login, adduser, add-user',
  'npm: rebuild, rb',
  'npm: dedupe, ddp',
  'npm: config, c',
  'npm: view, info, show, v',
  'pnpm: install, i',
  'pnpm: remove, rm, uninstall, un',
  'pnpm: update, up, upgrade',
  'pnpm: run, run-script',
  'pnpm: test, t, tst',
  'pnpm: link, ln',
  'pnpm: rebuild, rb',
  'pnpm: config, c',
  'bun: install, i',
  'bun: add, a',
  'bun: remove, rm',
  'cargo: build, b',
  'cargo: check, c',
  'cargo: test, t',
  'cargo: run, r',
  'cargo: doc, d',
  'cargo: remove, rm',
  ...['docker', 'podman', 'nerdctl'].flatMap((engine) => [
    ...'run exec create rm kill stop start restart cp rename update commit export pause unpause attach wait logs top'
      .split(' ')
      .map((word) => `${engine}: ${word}, container ${word}`),
    ...'push pull tag save load import'.split(' ').map((word) => `${engine}: ${word}, image ${word}`),
    `${engine}: ps, container ls, container list, container ps`,
    `${engine}: images, image ls, image list`,
    `${engine}: rmi, image rm, image remove`,
    `${engine}: build, image build, buildx build, builder build`,
    `${engine}: volume rm, volume remove`,
    `${engine}: network rm, network remove`,
    `${engine}: context rm, context remove`,
  ]),
  'helm: uninstall, un, del, delete',
  'helm: list, ls',
  'helm: pull, fetch',
  'helm: repo remove, repo rm',
  'terraform: destroy, apply -destroy, apply --destroy',
  'tofu: destroy, apply -destroy, apply --destroy',
  'gh: pr create, pr new',
  'gh: issue create, issue new',
  'gh: release create, release new',
  'gh: repo create, repo new',
  'git: add, stage',
  'git: remote remove, remote rm',
  'brew: uninstall, remove, rm',
  'composer: install, i',
  'composer: update, u, upgrade',
  'composer: require, r, req',
  'composer: remove, rm, uninstall',
  'composer: run, run-script',
  'bundle: install, i',
  'bundle: exec, e',
  'conda: remove, uninstall',
  'conda: update, upgrade',
  'dnf: remove, erase',
  'rustup: toolchain uninstall, toolchain remove',
  'svn: commit, ci',
  'svn: checkout, co',
  'svn: delete, del, remove, rm',
  'svn: update, up',
  'hg: commit, ci',
  'hg: update, up, checkout, co',
]

/** Names of one kind of cluster resource. */
const KINDS = (): readonly string[] => [
  'pod pods po',
  'service services svc',
  'deployment deployments deploy',
  'namespace namespaces ns',
  'node nodes no',
  'configmap configmaps cm',
  'secret secrets',
  'daemonset daemonsets ds',
  'statefulset statefulsets sts',
  'replicaset replicasets rs',
  'ingress ingresses ing',
  'persistentvolume persistentvolumes pv',
  'persistentvolumeclaim persistentvolumeclaims pvc',
  'serviceaccount serviceaccounts sa',
  'horizontalpodautoscaler horizontalpodautoscalers hpa',
  'cronjob cronjobs cj',
  'job jobs',
  'event events ev',
  'role roles',
  'clusterrole clusterroles',
  'customresourcedefinition customresourcedefinitions crd crds',
]

interface Spelling {
  readonly words: readonly string[]
  readonly others: readonly (readonly string[])[]
}

/** Lines of the table by program; a line is split when its program is first needed. */
const LINES = lazy(() => Map.groupBy(SAME(), (line) => line.slice(0, line.indexOf(':'))))
const SPELLINGS = new Map<string, readonly Spelling[]>()

function spellingsOf(program: string): readonly Spelling[] | undefined {
  const known = SPELLINGS.get(program)
  if (known !== undefined) return known
  const lines = LINES().get(program)
  if (lines === undefined) return undefined
  const made = lines.flatMap((line) => {
    const all = line
      .slice(program.length + 2)
      .split(', ')
      .map((words) => words.split(' '))
    return all.map((words) => ({ words, others: all.filter((other) => other !== words) }))
  })
  SPELLINGS.set(program, made)
  return made
}

const BY_KIND = lazy(
  () =>
    new Map<string, readonly string[]>(
      KINDS()
        .map((line) => line.split(' '))
        .flatMap((names) => names.map((name) => [name, names.filter((other) => other !== name)])),
    ),
)

/** The other spellings of a command, for deny and ask; allow needs the words as written. */
export function sameWords(vector: Vector): readonly Vector[] {
  const [program] = vector
  const name = literal(program)
  if (program === undefined || name === undefined || vector.length < 2) return []
  const base = baseName(name)
  if (base === 'kubectl' || base === 'oc') return sameKind(program, vector.slice(1))
  const known = spellingsOf(base)
  if (known === undefined) return []
  const rest = vector.slice(1)
  return known.flatMap(({ words, others }) => {
    if (!words.every((word, index) => isWord(rest[index], word))) return []
    return others.map((other) => [
      program,
      ...other.map((word) => textField(word, program.range)),
      ...rest.slice(words.length),
    ])
  })
}

function isWord(field: Field | undefined, word: string): boolean {
  return field !== undefined && literal(field) === word
}

/** `kubectl delete ns x` is `kubectl delete namespace x` and `kubectl delete namespace/x`. */
function sameKind(program: Field, [verb, thing, ...rest]: Vector): readonly Vector[] {
  const text = literal(thing)
  if (verb === undefined || thing === undefined || text === undefined) return []
  const [kind = '', ...name] = text.split('/')
  const others = BY_KIND().get(kind.replace(/\.(?:apps|v1).*$/, '')) ?? []
  const names = name.length === 1 ? [kind, ...others] : others
  const tail = name.length === 1 ? [textField(name[0] ?? '', thing.range), ...rest] : rest
  return names.map((other) => [program, verb, textField(other, thing.range), ...tail])
}
