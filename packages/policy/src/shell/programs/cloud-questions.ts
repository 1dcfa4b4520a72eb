import { wordSet, type WordSet } from '../../word-set.ts'

/** `aws SERVICE VERB …`: verbs that only query, except secrets. */
export function isAwsQuestion([service = '', verb = '']: readonly string[]): boolean {
  if (!/^[a-z][a-z0-9-]*$/.test(service)) return false
  return /^(?:describe|list)-[a-z0-9-]+$/.test(verb) || AWS_VERBS.has(verb)
}

const AWS_VERBS =
  wordSet(`head-object head-bucket get-metric-data get-metric-statistics get-queue-attributes get-queue-url get-topic-attributes
  get-subscription-attributes get-function-configuration get-function-concurrency get-function-url-config get-policy-version
  get-role get-role-policy get-bucket-location get-bucket-policy get-bucket-versioning get-bucket-tagging
  get-bucket-encryption get-bucket-lifecycle-configuration get-bucket-notification-configuration get-bucket-cors
  get-bucket-logging get-public-access-block get-hosted-zone get-health-check get-health-check-status get-rest-apis
  get-apis get-stages get-routes get-deployments get-resources get-query-results get-log-events get-console-output
  get-cost-and-usage get-cost-forecast get-template-summary get-pipeline-state get-pipeline-execution
  batch-get-builds get-user get-group get-policy get-account-password-policy get-instance-profile
  get-access-key-last-used get-alias get-function get-layer-version get-bucket-acl get-bucket-website get-bucket-ownership-controls
  get-object-acl get-object-tagging get-object-attributes get-repository-policy get-lifecycle-policy get-stack-policy
  get-template validate-template estimate-template-cost lookup-events get-log-record get-item batch-get-item query scan
  get-shard-iterator get-records get-hosted-zone-count get-change get-geo-location get-checker-ip-ranges get-traffic-policy
  get-health-check-count get-health-check-last-failure-reason test-dns-answer get-resource-policy get-user-pool-mfa-config
  admin-get-user admin-list-groups-for-user get-sms-attributes get-endpoint-attributes get-platform-application-attributes
  get-access-key-info simulate-principal-policy get-account-summary get-account-settings get-service-quota get-dashboard get-trace-summaries`)

/** `gcloud GROUP … list`, `… describe NAME`, after known groups: an object may be called `list`. */
export function isGcloudQuestion(words: readonly string[]): boolean {
  return asksBehind(words, GCLOUD_GROUPS, /^(?:list|describe|list-tags|get-iam-policy)$/)
}

const GCLOUD_GROUPS =
  wordSet(`alpha beta app artifacts docker packages repositories versions tags builds triggers billing accounts compute
  instances disks images snapshots networks subnets firewall-rules addresses forwarding-rules backend-services url-maps
  health-checks instance-groups managed instance-templates routers routes target-pools ssl-certificates zones regions
  operations machine-types container clusters node-pools dataflow jobs dataproc dns managed-zones record-sets endpoints
  services eventarc functions folders organizations iam service-accounts roles keys kms keyrings logging logs sinks metrics
  memorystore monitoring dashboards policies projects pubsub topics subscriptions redis run revisions executions domain-mappings
  scheduler secrets spanner databases sql backups users storage buckets objects tasks queues workflows deployments releases
  targets deploy delivery-pipelines rollouts apigee apis environments quotas components configurations config asset assets
  certificate-manager certificates trust-configs network-security server-tls-policies gateway-security-policies iap web tcp tunnels`)

/** `az GROUP … list`, `… show`; not if it shows keys, settings or credentials. */
export function isAzureQuestion(words: readonly string[]): boolean {
  // The access rules of a hub contain its keys.
  return asksBehind(words, AZURE_GROUPS, AZURE_VERBS) && !words.join(' ').startsWith('iot hub policy ')
}

const AZURE_VERBS =
  /^(?:list|show|exists|list-(?:sizes|skus|locations|usages|offers|publishers|versions|runtimes|ip-addresses|editions|member)|show-(?:tags|usage|manifests)|get-(?:instance-view|versions|upgrades))$/

const AZURE_GROUPS =
  wordSet(`account acr repository aks nodepool appservice plan batch cdn profile endpoint containerapp revision replica cosmosdb
  deployment group operation disk dns zone record-set eventhubs namespace functionapp identity image iot hub lock ml
  monitor metrics activity-log alert log-analytics workspace mysql postgres flexible-server server network vnet subnet
  nsg rule public-ip nic lb policy assignment definition provider redis resource role search service servicebus queue
  topic snapshot sql db staticwebapp storage container tag vm vmss webapp blob table share keyvault boards iteration team devops project repos pipelines
  runs cognitiveservices model application-gateway private-dns ip-config elastic-pool failover-group firewall-rule advisor
  recommendation sshkey appconfig apim logicapp quantum bicep function`)

function asksBehind(words: readonly string[], groups: WordSet, verbs: RegExp): boolean {
  const at = words.findIndex((word) => !groups.has(word))
  return at > 0 && verbs.test(words[at] ?? '')
}
