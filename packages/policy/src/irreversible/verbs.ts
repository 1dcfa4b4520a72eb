import { wordSet } from '../word-set.ts'

/**
 * The one table of verbs and of kinds of objects by which a command is irreversible (SPEC P20): for every program, for programs
 * that no table knows, for addresses and for mutations. `docs/policy-reference.md` shows it.
 */

/** Verbs that say it whatever they are about, unless that is local and made again. */
export const STRONG =
  'delete deletes deletion destroy purge wipe erase drop truncate unpublish yank revoke terminate deregister obliterate nuke ' +
  'decommission deprovision expunge flushall flushdb teardown forget dropall deleteall destroyall deletelocalsnapshots ' +
  'deleteinprogress undeploy zap annihilate scrap dispose trash shred prune'

/** Verbs that say it about what another system holds; of what is local they are everyday words. */
export const WEAK =
  'remove rm del rb rmdir rmdirs reset disable clear clean cleanup flush expire uninstall unregister deactivate rotate ' +
  'unset deauthorize removal deprecate rebuild reinstall reimage drain evict uninstrument release-address'

/** Verbs that settle a command as something else: words behind them are names. */
export const OTHER =
  'get list ls show describe view info create new add update set put edit patch upsert insert copy cp mv move rename clone ' +
  'fetch pull push install upgrade enable restore recover undelete untrash undo unarchive publish open help login logout ' +
  'whoami init scaffold generate gen wait print cat head dump save load read write grep find count ping plan preview validate ' +
  'lint fmt format commit checkout merge annotate upload download attach simulate estimate explain verify ' +
  'inspect audit scan analyze analyse benchmark bench register subscribe grant allow approve accept invite send post submit notify ' +
  'can lpush rpush sadd hset zadd mkdir mb mk render serve resume unpause continue retry rerun restart reload refresh renew extend tail trace profile debug join which'

/** Words that are a verb in some programs and a thing in others (`gcloud run services`, `aws logs`, `gh run`). */
export const EITHER =
  'run runs exec start stop build builds test tests deploy deploys log logs search query watch check checks status config configure ' +
  'import export backup backups sync monitor batch events code release pipe migrate call invoke eval execute shell ssh console diff ' +
  'connect proxy event schedule stage compose task script label tag comment mount release sync mirror apply replace'

/** Things that another system holds. Singular; plurals count. */
export const HELD =
  'account action addon agent alarm alert alias-target alert-rule api apikey app application archive artifact asset assignment ' +
  'autoscaler backend backup balance bigquery binding blob branch bucket budget build-trigger campaign canary card catalog cdn ' +
  'cert certificate channel charge checkout chart cluster codespace collection column comment conversation connection connector ' +
  'consumer container-registry contact coupon cred credential cron customer dag dashboard data database dataset datasource db ' +
  'deployment desktop device directory discount disk distribution dns document domain droplet dynamodb dyno endpoint entry env ' +
  'environment event-hub experiment exporter factory federation feature feed fetcher field file-share filesystem firewall flag ' +
  'fleet flow folder function gateway gist group guardrail health-check hook hosting hostname identity incident index indices ' +
  'indexes ingress instance integration invitation invoice ip issue item job kafka key keyring keyspace kv lambda layer lb lease ' +
  'listener load-balancer loadbalancer lock lun machine mailbox mapping member membership message metric milestone mirror model ' +
  'mongo monitor mysql namespace network node nodegroup nodepool note ns oauth object offset org organisation organization origin ' +
  'outage owner page parameter partition password payment payout peering permission pg pgbouncer pipeline plan-subscription ' +
  'playbook pod policy pool postgre postgresql postgres pr price principal private-endpoint product program project promotion ' +
  'provider pubsub pull-request pvc pv qdrant queue quota rabbitmq record recording redis refund registration registry release ' +
  'remote replica replicaset repo repository reservation resource retention review role route router row rule runner runtime saml ' +
  'sandbox scan schedule scheduler schema scope script-tag secret security-group segment sequence server service service-account ' +
  'serviceaccount session set shard share shop site slot snapshot space spaces spanner sqs stack stage stanza state statefulset ' +
  'storage store stream subnet subscription subscriber subvolume table tag target task team template tenant test-suite theme ticket ' +
  'token topic tpu trail transaction transit trigger tunnel unit upload user username vault vhost vm vnet volume vpc vpn wallet ' +
  'warehouse web-acl webapp webhook website workflow worker workgroup workload workspace zone acl acls admin bot breakpoint ' +
  'daemonset deploy-key edge emulator eventbus gpg-key ssh-key sshkey image-version ledger lifecycle log-group log-stream namespace-role ' +
  'pages playlist post realm replication report sink sku sso tracker trust variable variables var version versions vlan waf'

/** Things on this machine that are made again or come back: no loss. */
export const LOCAL =
  'cache plugin extension completion profile toolchain venv virtualenv dependency dep module kubeconfig telemetry tmp temp ' +
  'history lockfile component formula cask orphan cookie worktree configuration'

const SETS = {
  strong: wordSet(STRONG),
  weak: wordSet(WEAK),
  other: wordSet(OTHER),
  either: wordSet(EITHER),
  held: wordSet(HELD),
  local: wordSet(LOCAL),
} as const

export type VerbKind = 'strong' | 'weak' | 'other' | 'either'

/** The parts of a word in every spelling: `delete-bucket`, `deleteMany`, `db:drop`, `force_delete`. */
export function wordParts(word: string): readonly string[] {
  return word
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}

/** What a word says as a verb; undefined for a name. The verb that comes first settles it: `describe-delete-jobs` describes. */
export function verbKind(word: string): VerbKind | undefined {
  // `env:set`, `apps:destroy`: what is done stands behind the colon.
  const said = word.includes(':') ? (word.split(':').findLast((part) => part !== '') ?? '') : word
  const parts = wordParts(said)
  const [first = ''] = parts
  if (SETS.other.has(first) || first === 'cancel') return 'other'
  if (SETS.either.has(first) && parts.length === 1 && said === word) return 'either'
  // A name with underscores ends in anything; a subcommand written so begins with its verb.
  const counted = said.includes('_') && !LEADS.has(first) ? parts.slice(0, 1) : parts
  const all = said === word ? counted : [...counted, ...wordParts(word)]
  if (all.some((part) => SETS.strong.has(part))) return 'strong'
  return all.some((part) => SETS.weak.has(part)) ? 'weak' : undefined
}

/** Words before a verb that leave it one. */
const LEADS = wordSet('force batch bulk admin schedule do multi mass hard soft async')

/** What the thing is that the words name: held by another system, local, or not known. */
export function objectKind(parts: readonly string[]): 'held' | 'local' | undefined {
  if (parts.some((part) => isOne(SETS.held, part))) return 'held'
  return parts.some((part) => isOne(SETS.local, part)) ? 'local' : undefined
}

/** Singular or plural. */
function isOne(set: { has(word: string): boolean }, word: string): boolean {
  return (
    set.has(word) ||
    (word.endsWith('s') && set.has(word.slice(0, -1))) ||
    (word.endsWith('es') && set.has(word.slice(0, -2))) ||
    (word.endsWith('ies') && set.has(`${word.slice(0, -3)}y`))
  )
}
