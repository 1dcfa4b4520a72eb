import { wordSet, type WordSet } from '../word-set.ts'

/**
 * The one table of verbs and kinds of objects that make a command irreversible (SPEC P20): for every program, for programs that no table
 * knows, for addresses and for mutations. `docs/policy-reference.md` shows it.
 */

/** Verbs that are always destructive, unless their object is local and can be regenerated. */
export const STRONG =
  'delete deletes deletion destroy purge wipe erase drop truncate unpublish yank revoke terminate deregister obliterate nuke ' +
  'decommission deprovision expunge flushall flushdb teardown forget undeploy undefine zap scrap dispose shred prune'

/** Verbs that are destructive for objects in another system; for local objects they are everyday words. */
export const WEAK =
  'remove rm del rb rmdir rmdirs reset disable clear clean cleanup flush expire uninstall unregister deactivate rotate unset ' +
  'deauthorize removal deprecate rebuild reinstall reimage drain evict uninstrument leave unsubscribe'

/** Verbs that revert a schema, together with the rows in it. */
export const BACK = 'rollback revert undo down downgrade fresh refresh redo'

/** Verbs about published packages: even a local package manager uses them for a registry. */
export const PUBLISHED = 'unpublish yank deprecate'

/** Verbs that settle a command as harmless: the words after them are names. */
export const OTHER =
  'get list ls show describe view info create new add update set put edit patch upsert insert copy cp mv move rename clone ' +
  'fetch pull push install upgrade enable restore recover undelete untrash unarchive publish open help login logout ' +
  'whoami init scaffold generate gen wait print cat head dump save load read write grep find count ping plan preview validate ' +
  'lint fmt format commit checkout merge annotate upload download attach simulate estimate explain verify ' +
  'inspect audit scan analyze analyse benchmark bench register subscribe grant allow approve accept invite send post submit notify ' +
  'can lpush rpush sadd hset zadd mkdir mb mk render serve resume unpause continue retry rerun restart reload renew extend tail trace profile debug join which make pub'

/** Words that are a verb in some programs and a noun in others (`gcloud run services`, `aws logs`, `gh run`). */
export const EITHER =
  'run runs exec start stop build builds test tests deploy deploys log logs search query watch check checks status config configure ' +
  'import export backup backups sync monitor batch events code release pipe migrate call invoke eval execute shell ssh console diff ' +
  'connect proxy event schedule stage compose task script label tag comment mount release sync mirror apply replace'

/** Nouns held by another system. Singular; plurals match too. */
export const HELD =
  'account acl addon address admin agent alarm alert api apikey app application archive artifact asset assignment ' +
  'autoscaler backend backup bigquery binding blob bookmark bot branch broker bucket budget campaign canary catalog cdn ' +
  'cert certificate channel charge chart cluster codespace collection comment connection connector consumer contact ' +
  'conversation coupon cred credential cron customer daemonset dag dashboard database dataset datasource db deployment ' +
  'detector device dictionary directory discount disk distribution dns document domain droplet dynamodb dyno emulator ' +
  'endpoint env environment eventbus experiment exporter federation feed fetcher filesystem firewall flag flow folder ' +
  'function gateway gist group guardrail hook hosting hostname identity incident index indice ingress instance integration ' +
  'invitation invoice ip issue item job kafka key keyring keyspace kv label lambda layer lb lease ledger library lifecycle ' +
  'listener loadbalancer lock lun machine mailbox mapping member membership message metric mfa milestone mirror model ' +
  'mongo monitor mysql namespace network node nodegroup nodepool ns oauth object offset org organisation organization ' +
  'origin outage owner parameter partition password payment payout peering permission pg pgbouncer pipeline playbook pod ' +
  'policy pool portal postgre postgres postgresql pr price principal product project promotion provider pubsub pv pvc ' +
  'qdrant queue quota rabbitmq realm record recording redis refund registration registry release remote replica replicaset ' +
  'replication repo repository reservation resource retention role route router rule runner runtime saml sandbox schedule ' +
  'scheduler schema scope secret segment sequence server service serviceaccount session shard share shop sink site sku ' +
  'slot snapshot snippet space spanner sqs sso stack stage stanza state statefulset storage store stream subnet subscriber ' +
  'subscription subvolume table tag target task team template tenant theme ticket token topic tpu tracker transaction ' +
  'trigger trust tunnel upload user username var variable vault version vhost vlan vm vnet volume vpc vpn waf wallet ' +
  'warehouse webapp webhook website worker workflow workgroup workload workspace zone'

/** Nouns that an otherwise local program holds for others, or holds the only copy of: volumes, owners, databases. */
export const SHARED =
  'volume secret stack service namespace trust swarm owner token team org dist access hook trunk db database schema migration ' +
  'migrate ecto queue table collaborator'

/** Nouns whose first word looks like a verb. */
const COMPOUND =
  'load-balancer load-balancers read-replica read-replicas restore-point restore-points patch-baseline'

/** Nouns that contain rows: reverting their schema loses them. */
export const DATA = 'db database schema migration migrate ecto table seed'

/** Local nouns that can be regenerated or fetched again: no loss. */
export const LOCAL =
  'cache plugin extension completion profile toolchain venv virtualenv dependency dep module kubeconfig telemetry tmp temp ' +
  'history lockfile component formula cask orphan cookie worktree configuration'

const SETS = {
  strong: wordSet(STRONG),
  weak: wordSet(WEAK),
  other: wordSet(OTHER),
  either: wordSet(EITHER),
  back: wordSet(BACK),
  published: wordSet(PUBLISHED),
  held: wordSet(HELD),
  shared: wordSet(SHARED),
  data: wordSet(DATA),
  local: wordSet(LOCAL),
  compound: wordSet(COMPOUND),
} as const

export type VerbKind = 'strong' | 'weak' | 'back' | 'other' | 'either'

/** The parts of a word in every spelling: `delete-bucket`, `deleteMany`, `db:drop`, `force_delete`. */
export function wordParts(word: string): readonly string[] {
  return word
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}

/** The kind of verb that a word is; undefined for a name. The first verb in it decides: `describe-delete-jobs` describes. */
export function verbKind(word: string): VerbKind | undefined {
  if (SETS.compound.has(word)) return undefined
  const colon = word.includes(':')
  // `env:set`, `apps:destroy`: the verb follows the colon.
  const said = colon ? (word.split(':').findLast((part) => part !== '') ?? '') : word
  const parts = wordParts(said)
  const [first = ''] = parts
  if (SETS.other.has(first) || first === 'cancel' || (parts.length > 1 && parts.at(-1) === 'sql'))
    return 'other'
  if (SETS.either.has(first) && parts.length === 1 && !colon) return 'either'
  // A name with underscores may end in anything; a subcommand in that spelling begins with its verb.
  const counted = said.includes('_') && !LEADS.has(first) ? parts.slice(0, 1) : parts
  const all = colon ? [...counted, ...wordParts(word)] : counted
  if (all.some((part) => SETS.strong.has(part) || isJoined(part))) return 'strong'
  if (all.some((part) => SETS.weak.has(part))) return 'weak'
  return all.some((part) => SETS.back.has(part)) ? 'back' : undefined
}

/** True for a word that begins with a harmless verb: `create-app`, `listSnapshots`. */
export function isOther(word: string): boolean {
  const [first = '', second] = wordParts(word)
  return second !== undefined && SETS.other.has(first)
}

/** True for a verb about published packages. */
export function isPublished(parts: readonly string[]): boolean {
  return parts.some((part) => SETS.published.has(part))
}

/** `deletefile`, `removenode`, `dropdb`: verb and noun in one. */
export function isJoined(part: string): boolean {
  const thing = /^(?:delete|destroy|remove|purge|drop|erase|clear|truncate|wipe)([a-z]{2,})$/.exec(part)?.[1]
  return (
    thing !== undefined &&
    (thing === 'all' || isOne(SETS.held, thing) || /^(?:file|local|inprogress|hints|dest)/.test(thing))
  )
}

/** Words that may precede a verb. */
const LEADS = wordSet('force batch bulk admin schedule do multi mass hard soft async')

/** The kind of the nouns in these words: held by another system, local, or unknown. */
export function objectKind(parts: readonly string[]): 'held' | 'local' | undefined {
  if (parts.some((part) => isOne(SETS.held, part))) return 'held'
  return parts.some((part) => isOne(SETS.local, part)) ? 'local' : undefined
}

/** True if they name something that a local program holds for others. */
export function isShared(parts: readonly string[]): boolean {
  return parts.some((part) => isOne(SETS.shared, part))
}

/** True if they name something that contains rows. */
export function holdsRows(parts: readonly string[]): boolean {
  return parts.some((part) => isOne(SETS.data, part))
}

/** Singular or plural. */
function isOne(set: WordSet, word: string): boolean {
  return (
    set.has(word) ||
    (word.endsWith('s') && set.has(word.slice(0, -1))) ||
    (word.endsWith('es') && set.has(word.slice(0, -2))) ||
    (word.endsWith('ies') && set.has(`${word.slice(0, -3)}y`))
  )
}
