import { wordSet, type WordSet } from '../word-set.ts'
import type { Patterns } from './patterns.ts'

/**
 * Additions of single programs to the table of verbs: whether they are clients of another system or local, their odd spellings, and words
 * that mean something local. A program that follows the table is not listed here.
 */

/** Clients of another system: whatever they remove, reset or disable is held there. */
export const CLIENT_NAMES =
  'aws gcloud gsutil bq az oci ibmcloud aliyun tccli doctl linode-cli hcloud scw exo vultr-cli openstack civo upctl yc ovhcloud ' +
  'kubectl oc k helm helmfile istioctl linkerd cilium argocd argo flux velero eksctl kops rancher crictl calicoctl ' +
  'terraform tofu terragrunt pulumi cdk cdktf sam copilot eb amplify serverless sls sst ' +
  'heroku fly flyctl vercel netlify ntl railway render firebase wrangler surge now cf dokku platform upsun scalingo clever eas ' +
  'gh glab hub tea bb circleci travis bk drone jenkins-cli ' +
  'vault bao consul nomad boundary waypoint doppler infisical op bw akeyless chamber conjur pass gopass gpg gpg2 security ' +
  'redis-cli valkey-cli keydb-cli etcdctl mongosh mongo influx nats rabbitmqctl rabbitmqadmin rpk pulsar-admin nodetool ' +
  'kafka-topics kafka-consumer-groups kafka-acls kafka-configs kafka-streams-application-reset zookeeper-shell zkCli ' +
  'mysqladmin mariadb-admin mongocli pscale neonctl neon turso supabase cockroach snow snowsql databricks ' +
  'rclone mc mcli s3cmd s5cmd azcopy b2 skopeo crane oras regctl cosign notation ' +
  'stripe twilio sentry-cli auth0 okta ngrok cloudflared flarectl fastly akamai pd ldcli launchdarkly unleash flagsmith split ' +
  'datadog-ci dog newrelic grafana-cli grafanactl tctl tsh tailscale zerotier-cli step opsgenie ' +
  'restic borg borgmatic kopia duplicity duplicacy barman pgbackrest wal-g tarsnap rdiff-backup timeshift snapper ' +
  'opensearch-cli curator algolia airflow dagster prefect temporal dvc mlflow wandb huggingface-cli hf ' +
  'salt-key knife puppet puppetserver kcadm zfs zpool btrfs nft ipset tmutil diskutil dscl cryptsetup virsh lxc incus multipass ' +
  'vagrant docker-machine lvm deck talosctl kubeadm splunk gitlab-runner certbot lpass fastlane wp drush crictl tkn'

export const CLIENTS = wordSet(CLIENT_NAMES)

/** Local programs: package managers, builds, containers. Whatever they remove can be regenerated or fetched again. */
export const LOCAL_NAMES =
  'npm pnpm yarn bun npx corepack pip pip2 pip3 pipx uv poetry pdm pipenv conda mamba micromamba hatch rye cargo rustup go gem ' +
  'bundle bundler composer pecl brew port apt apt-get aptitude dpkg dnf yum rpm zypper pacman yay apk snap flatpak nix nix-env ' +
  'choco winget scoop asdf mise rtx nvm fnm volta pyenv rbenv nodenv sdk jenv mvn mvnw gradle gradlew ant sbt lein make gmake ' +
  'cmake ninja meson bazel bazelisk buck pants nx turbo lerna rush just task dotnet nuget swift xcodebuild pod carthage flutter ' +
  'dart mix rebar3 stack cabal opam luarocks cpan cpanm julia zig nim tsc vite webpack jest vitest mocha pytest tox nox eslint ' +
  'prettier rimraf del-cli docker podman nerdctl buildah docker-compose podman-compose kind minikube k3d colima lima limactl tmux ' +
  'screen zellij code cursor vim nvim emacs systemctl launchctl service loginctl hostnamectl timedatectl adb xcrun simctl ollama ' +
  'pre-commit husky direnv chezmoi stow fzf zoxide ip ifconfig route iptables ip6tables firewall-cmd kustomize packer sops ' +
  'ansible-galaxy rails rake artisan console php tar zip unzip 7z jq yq abbr complete history alias unalias hash sed awk ' +
  'find fd rsync curl wget http https xh xhs ssh scp sftp ionic cordova storybook playwright cypress lefthook proto ng vue gulp ' +
  'grunt bower hugo jekyll mkdocs createdb createuser pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport kubectx kubens'

export const LOCALS = wordSet(LOCAL_NAMES)

/** Programs with their own history: `ODD` lists which of their commands lose data. */
export const KEEPS_HISTORY = wordSet('git hg jj sl svn sapling gt')

/** Programs that migrate schemas forward and back. */
export const MIGRATORS = wordSet(
  'alembic flask migrate goose dbmate sqlx diesel refinery sql-migrate atlas flyway liquibase prisma drizzle-kit sequelize ' +
    'sequelize-cli knex typeorm mikro-orm hasura',
)

/** Commands that lose something for good although the table of verbs does not say so: verbs that are options, and odd words. */
export const ODD: readonly (readonly [kind: 'held' | 'history', list: Patterns])[] = [
  [
    'history',
    {
      git:
        'stash drop|clear; branch -D; branch -d|--delete -f|--force; reflog expire|delete; gc --prune; prune; push --prune; ' +
        'update-ref -d|--delete; tag -d|--delete; filter-branch; filter-repo; worktree remove -f|--force; annex drop|dropunused',
      hg: 'strip; purge; rollback; shelve --delete|-d; prune; debugstrip',
      'jj sl': 'abandon; bookmark|branch|tag delete|forget; op|operation abandon; util gc',
      svn: 'delete|rm|remove|del *://*; cleanup --remove-unversioned|--remove-ignored',
      'git-filter-repo bfg': '',
    },
  ],
  [
    'held',
    {
      'docker podman nerdctl':
        'system prune --volumes; system reset; rm -v|--volumes; container rm -v|--volumes; compose down|rm -v|--volumes; swarm leave; config rm',
      'docker-compose podman-compose': 'down|rm -v|--volumes',
      'terraform tofu terragrunt': 'apply -destroy|--destroy; state push -force',
      'kubectl oc k': 'replace --force; adm prune --confirm',
      helm: 'un',
      pulumi: 'down',
      gh: 'pr close -d|--delete-branch',
      'nsupdate knsupdate': '',
      cargo: 'owner --remove|-r',
      gem: 'owner -r|--remove',
      conan: 'remove -r|--remote',
      'nuget dotnet': 'delete; nuget delete',
      aws: 'ec2 release-address; organizations close-account|leave-organization',
      gsutil: 'rsync -d',
      rclone: 'sync|move|moveto|bisync|dedupe',
      lftp: '*mirror*--delete*|*rm *',
      'kafka-consumer-groups': '--reset-offsets --execute',
      vault: 'operator seal',
      'consul serf': 'force-leave',
      nomad: 'system gc',
      'fly flyctl': 'ips release; postgres detach',
      stripe: '* cancel|void_invoice',
      cdk: 'gc',
      railway: 'down',
      dvc: 'gc',
      ansible: '* *state=absent*',
      'salt-key': '-d; -D',
      'hdfs hadoop': 'dfs|fs -rm|-rmr|-expunge',
      'mongorestore mongoimport': '--drop',
      pg_restore: '-c|--clean',
      symfony: 'console *:drop|*:reset',
      borg: 'compact; recreate',
      tarsnap: '-d; --nuke',
      'zfs zpool': 'rollback; labelclear',
      mdadm: '--zero-superblock; --remove',
      nvme: 'format; sanitize',
      'lvremove vgremove pvremove userdel groupdel deluser delgroup ldapdelete srm wipe nwipe': '',
      'iptables ip6tables': '-F; --flush; -X; --delete-chain',
      ufw: 'reset',
      systemctl: 'revert',
      dscl: '* delete',
      rsync: '* *:* --delete*|--del',
      prisma: 'db push --force-reset|--accept-data-loss',
      'manage.py django-admin': 'flush',
      supabase: 'stop --no-backup',
      wp: 'db reset|clean; site empty',
    },
  ],
]

/** Options that make a command harmless: it writes a script, sends nothing, only reports what it would do, or reverts it. */
export const REHEARSALS: Patterns = {
  'http https httpie xh xhs': '--offline',
  'cargo gem': 'yank --undo',
  alembic: '--sql',
  pg_restore: '-f|--file',
  zfs: 'destroy -n',
}

/** Commands of data stores that empty them. */
export const STORES: Patterns = {
  'redis-cli valkey-cli keydb-cli iredis':
    'flushall; flushdb; del|unlink|getdel|xdel|hdel|xtrim; acl deluser; script|function flush|kill|delete; ' +
    'cluster reset|forget|flushslots|delslots; xgroup destroy|delconsumer; ft.dropindex; ' +
    `eval|evalsha *flush*|*'del'*|*"del"*|*unlink*; replicaof|slaveof; shutdown; swapdb`,
  etcdctl: 'del|rm|rmdir; compact|compaction',
  'memcached-tool': '* flush_all',
  'memcflush memcrm': '',
}

/** Data stores that read commands line by line from standard input. */
export const LINE_SHELLS = wordSet('redis-cli valkey-cli keydb-cli iredis etcdctl')

/** Programs whose first words are nouns, followed by the verb. */
export const NOUN_FIRST = wordSet(
  'aws gcloud az oci ibmcloud aliyun tccli doctl linode-cli hcloud scw exo vultr-cli openstack civo gh glab databricks yc render pd',
)

/** Nouns that are local for a program: `kubectl config delete-context`, `helm repo remove`. */
export const THINGS: Readonly<Record<string, string>> = {
  'kubectl k': 'config plugin krew',
  oc: 'config plugin adm',
  helm: 'repo plugin dependency registry',
  gcloud: 'config components auth emulators',
  aws: 'configure',
  az: 'config cache extension cloud',
  gh: 'alias extension ext extensions cache config auth',
  glab: 'alias config auth',
  mc: 'alias',
  'doctl fly flyctl argocd turso': 'auth context settings',
  rclone: 'config',
  pulumi: 'plugin',
  dvc: 'remote config cache',
  firebase: 'emulators target',
  restic: 'cache',
}

export const LOCAL_THINGS: ReadonlyMap<string, WordSet> = new Map(
  Object.entries(THINGS).flatMap(([programs, things]) =>
    programs.split(' ').map((program) => [program, wordSet(things)] as const),
  ),
)

/** Clients that read SQL from a word, an option or standard input. */
export const SQL_CLIENTS = wordSet(
  'psql pgcli usql cockroach mysql mariadb mycli mysqlsh sqlite3 sqlite duckdb litecli sqlcmd sqlplus sql bteq snowsql trino presto ' +
    'hive beeline impala-shell spark-sql clickhouse-client clickhouse clickhouse-local cqlsh ysqlsh isql tsql db2 influx cypher-shell ' +
    'vsql mclient rqlite ksql crash exaplus nzsql gsql surreal',
)

/** Shells of data stores whose statements are calls. */
export const STORE_SHELLS = wordSet('mongosh mongo')

/** Languages: their code is in their words, on standard input, or in a script whose arguments follow it. */
export const LANGUAGES = wordSet(
  'python python2 python3 node nodejs deno bun tsx ts-node ruby irb perl php lua elixir iex osascript pry java',
)

/** Programs that also accept code of their language. */
export const RUNNERS_OF_CODE = wordSet('rails rake artisan mix manage.py')

/** Programs that change a path's name, permissions or timestamps, and leave its content. */
export const KEEP_CONTENT = wordSet(
  'mkdir touch chmod chown chgrp chattr setfacl xattr mkfifo mknod install-info git hg svn jj mount umount stow chezmoi ' +
    'code open xdg-open rsync npm pnpm yarn pip pip3 uv poetry brew apt apt-get docker podman gpg ssh-keygen ssh-copy-id ssh-add',
)

/** Programs that lose nothing: they archive next to the original, use the trash, or remove empty folders. */
export const KEEP_ALL = wordSet(
  'rmdir gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 lzma compress uncompress pigz trash trash-put gio',
)

/** Programs that run a command on another machine or in a container that persists. */
export const ELSEWHERE =
  /^(?:ssh|mosh|autossh|docker|podman|nerdctl|kubectl|oc|docker-compose|podman-compose|lxc|incus|multipass|vagrant|heroku|fly|flyctl|gcloud|aws|az|adb|crictl|nsenter|machinectl|chroot)$/

/** Options with which an unpacking program overwrites existing files. */
export const OVERWRITES: Readonly<Record<string, RegExp>> = {
  unzip: /^-[A-Za-z]*o/,
  tar: /^--(?:overwrite|unlink-first|recursive-unlink)/,
  bsdtar: /^(?:--unlink-first|-[A-Za-z]*U)/,
}

/** Programs that take texts as data and execute none of them. */
export const NO_STATEMENTS =
  /^(?:echo|printf|e?grep|fgrep|rg|ag|ack|cat|bat|less|say|notify-send|osascript|bash|sh|zsh|dash|fish|eval|ssh|sudo|su|xargs|watch|timeout|env|script|tmux)$/

/** Options whose value is a statement. */
export const STATEMENT_OPTION =
  /^(?:-c|-e|-q|-Q|-s|--command|--execute|--query|--sql|--statement|--statements|--query-string|--eval|--inline|-cmd)$/

/** Options without a value, so that the next word may be the subcommand. */
export const FLAG_OPTIONS =
  /^(?:-[yfvqdj]|--(?:force|yes|debug|verbose|quiet|json|no-\w+|insecure|silent|auto-approve|non-interactive|confirm|recursive))$/

/** Options that take a value in nearly every program. */
export const TAKES_VALUE =
  /^(?:-[A-Za-z]|--(?:profile|context|namespace|project|region|zone|name|config|env|environment|output|format|type|url|host|topic|group|app|org|team|cluster|filter|tag|label|message|title|body|key|id|file|path|stage|resource|resources|text|query|search|reason|description|user-name|role|service))$/

/** Verbs that are also nouns when a verb follows them: `velero restore delete`, `vault audit disable`. */
export const THINGS_TOO =
  /^(?:audit|restore|view|upload|download|plan|dump|trace|copy|update|grant|scan|post|invite|patch|format)$/

/** The words after these are a command to run, or a text to search for. */
export const RUNS_WHAT_FOLLOWS = /^(?:search|run|exec|shell|ssh|console|call|invoke|eval|execute|start)$/

/** Words that look like file names and therefore not like subcommands. */
export const FILE_NAME =
  /\.(?:[cm]?[jt]sx?|py|rb|sh|md|json|ya?ml|txt|csv|html?|css|sql|go|rs|c|h|cpp|java|log|toml|xml|env|lock|zip|t?gz|tar|tf|hcl|pdf|png|jpe?g|php|ini|cfg|conf|bak)$/i

/** Options with which a command only reports what it would do, or explains itself. */
export const REHEARSES =
  /^--?(?:dry[-_]?run(?:=(?!none|false|0$).*)?|what[-_]?if(?:=(?!false).*)?|no-?op|simulate|just-print|help|generate-cli-skeleton(?:=.*)?|preview-only|no-act|no-execute|recon)$/i

/** For these `-n` means a dry run; for others it is a namespace or a number. */
export const REHEARSES_WITH_N =
  /^(?:restic|rclone|borg|s3cmd|rsync|git|gsutil|make|duplicacy|lftp|chezmoi|stow|apt|apt-get)$/

/** Clients whose words describe an HTTP request. */
export const HTTP_CLIENTS =
  /^(?:curl|wget|https?|httpie|xhs?|curlie|hurl|awscurl|grpcurl|wuzz|ain|http-prompt|ht|rest)$/

/** Options whose value is the body of a request. */
export const BODY_OPTION =
  /^(?:-d|--data(?:-raw|-binary|-urlencode|-ascii)?|--json|-F|--form|--post-data|--body-data|--body|-f|--field|--raw-field|--raw)$/

/** The same with the body attached to the option. */
export const BODY_JOINED =
  /^(?:--data(?:-raw|-binary|-urlencode|-ascii)?|--json|--form|--post-data|--body-data|--body|--field|--raw-field|--raw)=(.*)$/s

/** Calls of a database shell that lose data for good: whole collections, whole databases, rows without a condition. */
export const STORE_CALLS =
  /\.(dropDatabase|drop(?:Index(?:es)?|User|AllUsers|Role|AllRoles|AllRolesFromDatabase|Collection)?|remove(?=\(\s*(?:\{\s*\})?\s*\))|deleteMany(?=\(\s*(?:\{\s*\})?\s*[,)])|updateMany(?=\(\s*\{\s*\})|shutdownServer)\s*\(/

/** The same as a command in an object: `db.runCommand({dropDatabase: 1})`. */
export const STORE_COMMANDS =
  /\b(?:runCommand|adminCommand)\(\s*(?:\{\s*)?["']?(drop\w*|shutdown|delete(?=.*\bq["']?\s*:\s*\{\s*\}))\b/

/** Calls of client libraries whose names say what they delete: `delete_bucket`, `terminateInstances`, `requests.delete`. */
export const LIBRARY_CALLS =
  /\b(?:requests|httpx|axios|client|session|http|s3|ec2|dynamodb|iam|lambda_?|sqs|sns|kms|rds|stripe|twilio|octokit|github|gitlab|cloudflare|openai)(?:\.\w+(?:\([^()]*\))?){0,4}\.(del|delete(?:_[a-z]\w*|[A-Z]\w*)?|terminate(?:_\w+|[A-Z]\w*)|purge(?:_\w+|[A-Z]\w*)|destroy(?:_\w+|[A-Z]\w*))\s*\(/

/** Calls of libraries for stores. */
export const STORE_LIBRARY_CALLS =
  /\b(delete_all|destroy_all|drop_all|drop_table|drop_database|dropDatabase|dropTable|drop_collection|dropCollection|flushall|flushAll|flushdb|flushDb|truncate_tables|deleteMany|delete_bucket|delete_table|delete_stack|terminate_instances|deleteBucket|deleteTable|terminateInstances|DeleteBucketCommand|DeleteTableCommand|TerminateInstancesCommand)\s*(?:\(|$|['"\s;])/

/** Folders whose content its tools can regenerate. */
export const MADE_AGAIN = wordSet(
  'node_modules bower_components __pycache__ .cache .caches Caches Cache .venv .tox .nox .mypy_cache .pytest_cache ' +
    '.ruff_cache .next .nuxt .svelte-kit .turbo .parcel-cache .angular .gradle .nyc_output _cacache .npm .yarn-cache ' +
    'DerivedData .terraform .eggs .ipynb_checkpoints',
)

/** Folders that a workspace can regenerate; elsewhere the same word may name anything. */
export const MADE_AGAIN_HERE = wordSet('dist build target coverage cache caches venv')
