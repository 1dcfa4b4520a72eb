import type {
  Category,
  PathSubject,
  Place,
  PolicyCall,
  Specifier,
  SpecifierKind,
  ToolFacts,
} from './model/call.ts'
import type { LayerSource, PolicySource } from './policy.ts'
import { assertNever, err, ok, type Result } from './result.ts'
import type { LayerName, ListName } from './model/rule.ts'
import { BUILTIN_TOOLS, toolFacts } from './tools.ts'

/** A case of the corpus, or from standard input: a call, and the policy to decide it with. */
export interface Case {
  readonly id: string
  readonly call: PolicyCall
  readonly policy: PolicySource
  /** The right answer, and acceptable alternatives if the case lists any. */
  readonly expect?: string
  readonly alternatives: readonly string[]
  readonly group?: string
}

export interface CaseError {
  readonly id: string | null
  readonly message: string
}

/** The default place of a case (corpus README). */
export const CORPUS_PLACE: Place = {
  workspace: '/home/dev/project',
  cwd: '/home/dev/project',
  home: '/home/dev',
}

/** Reads a case from untrusted JSON. Total. */
export function readCase(json: unknown): Result<Case, CaseError> {
  if (!isRecord(json))
    return err({ id: null, message: 'a case is a JSON object: `{"id": "1", "command": "ls"}`' })
  const given = json['id']
  const id = typeof given === 'string' ? given : typeof given === 'number' ? String(given) : null
  const wrong = wrongField(json)
  if (wrong !== undefined) return err({ id, message: wrong })
  const call = readCall(json)
  if (!call.ok) return err({ id, message: call.error })
  const policy = readPolicy(json)
  if (!policy.ok) return err({ id, message: policy.error })
  const expect = text(json['expect'])
  const group = text(json['class'])
  return ok({
    id: id ?? '',
    call: call.value,
    policy: policy.value,
    ...(expect === undefined ? {} : { expect }),
    ...(group === undefined ? {} : { group }),
    alternatives: texts(json['alt']) ?? [],
  })
}

type Json = Readonly<Record<string, unknown>>

const TEXT_FIELDS: readonly string[] = ['specifier2', 'resolved', 'resolved2', 'resolvedAddress']
const FLAG_FIELDS: readonly string[] = ['shipped', 'trusted']
/** A case's facts about a tool that is not built in; for a built-in tool these words have no meaning. */
const FACT_FLAGS: readonly string[] = ['destructive', 'editSafe']

/**
 * Finds a field with an invalid value. Ignoring it would decide another case: one without the link, the second end or the shipped rules.
 * Unknown fields are ignored.
 */
function wrongField(json: Json): string | undefined {
  for (const name of TEXT_FIELDS)
    if (isGiven(json[name]) && text(json[name]) === undefined) return `\`${name}\` is a text`
  const flag = wrongFlag(json, FLAG_FIELDS)
  if (flag !== undefined) return flag
  const { specifier, command } = json
  if (isGiven(specifier) && isGiven(command) && specifier !== command)
    return '`specifier` and `command` are two names of one thing, and differ here: give one'
  return undefined
}

function wrongFlag(json: Json, names: readonly string[]): string | undefined {
  const wrong = names.find((name) => isGiven(json[name]) && typeof json[name] !== 'boolean')
  return wrong === undefined ? undefined : `\`${wrong}\` is true or false`
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function either(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`
}

function readCall(json: Json): Result<PolicyCall, string> {
  const name = json['tool'] ?? 'terminal.exec'
  if (typeof name !== 'string' || name === '') return err('`tool` is a name')
  const facts = readFacts(toolFacts(name), json)
  if (!facts.ok) return facts
  const tool = facts.value
  const specifier = readSpecifier(tool, json)
  if (!specifier.ok) return specifier
  const place = readPlace(json)
  return place.ok ? ok({ tool, specifier: specifier.value, place: place.value }) : place
}

const CATEGORIES: readonly Category[] = ['read', 'write', 'execute', 'external']
const KINDS: readonly SpecifierKind[] = ['shell', 'path', 'url', 'text']

/** Reads a case's facts about a tool that is not built in. */
function readFacts(facts: ToolFacts, json: Json): Result<ToolFacts, string> {
  if (BUILTIN_TOOLS.has(facts.name)) return ok(facts)
  const flag = wrongFlag(json, FACT_FLAGS)
  if (flag !== undefined) return err(flag)
  if (isGiven(json['asks']) && json['asks'] !== 'always') return err('`asks` is always, or absent')
  const category = CATEGORIES.find((name) => name === json['category'])
  if (isGiven(json['category']) && category === undefined) return err(`\`category\` is ${either(CATEGORIES)}`)
  const kind = KINDS.find((name) => name === json['kind'])
  if (isGiven(json['kind']) && kind === undefined) return err(`\`kind\` is ${either(KINDS)}`)
  return ok({
    ...facts,
    ...(category === undefined ? {} : { category }),
    ...(kind === undefined ? {} : { kind }),
    ...(typeof json['destructive'] === 'boolean' ? { destructive: json['destructive'] } : {}),
    ...(json['asks'] === 'always' ? { asks: 'always' as const } : {}),
    ...(typeof json['editSafe'] === 'boolean' ? { editSafe: json['editSafe'] } : {}),
  })
}

function readSpecifier({ kind, name }: ToolFacts, json: Json): Result<Specifier, string> {
  const given = json['specifier'] ?? json['command'] ?? (kind === 'text' ? '' : undefined)
  if (given === undefined)
    return err('`specifier` (or `command`) is missing: the command, path or address to decide')
  if (typeof given !== 'string') return err('`specifier` (or `command`) is a text')
  switch (kind) {
    case 'shell':
      return ok({ kind, command: given })
    case 'text':
      return ok({ kind, text: given })
    case 'url': {
      const resolvedAddress = text(json['resolvedAddress'])
      return ok({ kind, url: given, ...(resolvedAddress === undefined ? {} : { resolvedAddress }) })
    }
    case 'path': {
      // A rename without a second path has an unknown destination, which cannot be read.
      const second = text(json['specifier2']) ?? (name === 'files.rename' ? '' : undefined)
      const paths = [pathSubject(given, json['resolved'])]
      return ok({
        kind,
        paths: second === undefined ? paths : [...paths, pathSubject(second, json['resolved2'])],
      })
    }
    default:
      return assertNever(kind)
  }
}

function pathSubject(asked: string, resolved: unknown): PathSubject {
  return typeof resolved === 'string' ? { asked, resolved } : { asked }
}

function readPlace(json: Json): Result<Place, string> {
  const workspace = json['workspace'] ?? CORPUS_PLACE.workspace
  const cwd = json['cwd'] ?? workspace
  const home = json['home'] ?? CORPUS_PLACE.home
  if (isAbsolute(workspace) && isAbsolute(cwd) && isAbsolute(home)) return ok({ workspace, cwd, home })
  return err('`workspace`, `cwd` and `home` are absolute paths')
}

function isAbsolute(path: unknown): path is string {
  return typeof path === 'string' && path.startsWith('/')
}

function readPolicy(json: Json): Result<PolicySource, string> {
  const mode = json['mode'] ?? 'default'
  if (typeof mode !== 'string') return err('`mode` is a name')
  const layers = readLayers(json)
  if (!layers.ok) return layers
  return ok({ mode, layers: layers.value, ...(json['shipped'] === true ? {} : { builtins: false as const }) })
}

const LAYERS: readonly LayerName[] = ['shipped', 'user', 'project', 'thread', 'workflow', 'managed']

function readLayers(json: Json): Result<readonly LayerSource[], string> {
  const layers = json['layers']
  if (layers === undefined || layers === null) {
    const { rules } = json
    if (!isLists(rules)) return err('`rules` is an object of lists: `{"allow": ["terminal.exec(npm test)"]}`')
    const wrong = wrongList(rules)
    return wrong === undefined ? ok([readLayer('user', rules)]) : err(`\`rules\` ${wrong}`)
  }
  if (!isRecord(layers)) return err('`layers` is an object of layers')
  const unknown = Object.keys(layers).find((name) => !LAYERS.some((layer) => layer === name))
  if (unknown !== undefined) return err(`there is no layer \`${unknown}\`: they are ${LAYERS.join(', ')}`)
  const trusted = json['trusted'] === true
  const sources: LayerSource[] = []
  for (const layer of LAYERS) {
    if (!Object.hasOwn(layers, layer)) continue
    const lists = layers[layer]
    if (!isLists(lists)) return err(`\`layers.${layer}\` is an object of lists`)
    const wrong = wrongList(lists)
    if (wrong !== undefined) return err(`\`layers.${layer}\` ${wrong}`)
    sources.push({ ...readLayer(layer, lists), trusted })
  }
  return ok(sources)
}

const LISTS: readonly ListName[] = ['deny', 'ask', 'allow']

/** An unknown list may be a misspelt deny list: ignoring it would let through what it names. */
function wrongList(lists: Json | undefined | null): string | undefined {
  const unknown = Object.keys(lists ?? {}).find((name) => !LISTS.some((list) => list === name))
  return unknown === undefined ? undefined : `has a list \`${unknown}\`: they are allow, ask and deny`
}

/** A list that is not a list of texts cannot be loaded, so it fails closed. */
function readLayer(layer: LayerName, lists: Json | undefined | null): LayerSource {
  const found: { [List in ListName]?: readonly string[] } = {}
  const unreadable: ListName[] = []
  for (const list of LISTS) {
    const given = lists?.[list]
    if (given === undefined || given === null) continue
    const rules = texts(given)
    if (rules === undefined) unreadable.push(list)
    else found[list] = rules
  }
  return { layer, lists: found, unreadable }
}

function isLists(value: unknown): value is Json | undefined | null {
  return value === undefined || value === null || isRecord(value)
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function texts(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const found = value.filter((item): item is string => typeof item === 'string')
  return found.length === value.length ? found : undefined
}
