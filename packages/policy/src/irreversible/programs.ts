import { wordSet, type WordSet } from '../word-set.ts'
import type { Patterns } from './patterns.ts'

/**
 * What single programs add to the table of verbs: their odd spellings, and words that mean something local and restorable there.
 * A program that keeps to the table stands nowhere here.
 */

/** Clients of another system: what they remove, reset or disable is held there, whatever they call it. */
export const CLIENTS = wordSet(
  'aws gcloud gsutil bq az oci ibmcloud aliyun tccli doctl linode-cli hcloud scw exo vultr-cli openstack civo upctl yc ovhcloud ' +
    'kubectl oc k helm helmfile istioctl linkerd cilium argocd argo flux velero eksctl kops rancher crictl calicoctl ' +
    'terraform tofu terragrunt pulumi cdk cdktf sam copilot eb amplify serverless sls sst ' +
    'heroku fly flyctl vercel netlify ntl railway render firebase wrangler surge now cf dokku platform upsun scalingo clever ' +
    'gh glab hub tea bb circleci travis bk drone jenkins-cli buildkite-agent az-devops ' +
    'vault consul nomad boundary waypoint doppler infisical op bw akeyless chamber aws-vault conjur ' +
    'redis-cli valkey-cli keydb-cli etcdctl mongosh mongo influx nats rabbitmqctl rabbitmqadmin kcat rpk pulsar-admin ' +
    'mysqladmin mariadb-admin atlas mongocli pscale neonctl neon turso supabase planetscale cockroach snow snowsql databricks ' +
    'rclone mc s3cmd s5cmd azcopy b2 skopeo crane oras regctl cosign notation ' +
    'stripe twilio sentry-cli auth0 okta ngrok cloudflared flarectl fastly akamai pd ldcli launchdarkly unleash flagsmith split ' +
    'datadog-ci dog newrelic grafana-cli grafanactl tctl teleport tsh tailscale zerotier-cli cloudflare step datadog opsgenie ' +
    'restic borg kopia duplicity duplicacy barman pgbackrest wal-g tarsnap ' +
    'elasticdump opensearch-cli curator algolia meilisearch airflow dagster prefect temporal dvc mlflow wandb huggingface-cli ' +
    'salt knife ldapmodify keycloak kcadm zfs zpool btrfs nft ipset tmutil diskutil dscl virsh lxc incus multipass docker-machine',
)

/** Programs that keep what they remove on this machine, where it is made again or brought back. */
export const LOCALS = wordSet(
  'createdb createuser pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport npm pnpm yarn bun npx corepack pip pip2 pip3 pipx uv poetry pdm pipenv conda mamba micromamba hatch rye cargo rustup go gem ' +
    'bundle bundler composer pecl brew port apt apt-get aptitude dpkg dnf yum rpm zypper pacman yay apk snap flatpak nix nix-env ' +
    'choco winget scoop asdf mise rtx nvm fnm volta pyenv rbenv nodenv sdk jenv mvn mvnw gradle gradlew ant sbt lein make gmake ' +
    'cmake ninja meson bazel bazelisk buck pants nx turbo lerna rush just task dotnet nuget swift xcodebuild pod carthage flutter ' +
    'dart mix rebar3 stack cabal opam luarocks cpan cpanm R julia zig nim tsc vite webpack jest vitest mocha pytest tox nox ' +
    'eslint prettier rimraf del-cli git jj hg svn sapling sl gt docker podman nerdctl buildah docker-compose podman-compose kind ' +
    'minikube k3d colima lima limactl tmux screen zellij code cursor vim nvim emacs systemctl launchctl service loginctl ' +
    'hostnamectl timedatectl adb fastboot xcrun simctl ollama pre-commit husky direnv chezmoi stow fzf zoxide pass gopass ' +
    'ip ifconfig route iptables ip6tables ufw firewall-cmd kustomize packer sops ansible ansible-galaxy ansible-playbook rails rake ' +
    'php artisan python python3 node deno ruby perl tar zip unzip 7z jq yq fish_config abbr complete history alias unalias hash ' +
    'sed awk find fd rsync curl wget http https xh xhs ssh scp sftp expo eas ionic cordova cap react-native storybook ' +
    'chromatic playwright cypress lefthook volta proto ng vue rush-stack gulp grunt bower hugo jekyll mkdocs sphinx-build',
)

/** Commands that lose something for good though the table of verbs does not say so: verbs that are options, and odd words. */
export const ODD: readonly (readonly [kind: 'held' | 'history', list: Patterns])[] = [
  [
    'history',
    {
      git:
        'stash drop|clear; branch -D|-df|-fd|-Df|-fD|-M; branch -d|--delete -f|--force; branch -f|--force -d|--delete; reflog expire|delete; ' +
        'gc; prune; push --prune; update-ref -d|--delete|--stdin; tag -d|--delete; filter-branch; filter-repo; worktree remove -f|--force|-ff; ' +
        'replace -d; notes prune; annex drop|dropunused|unused; lfs prune; svn reset; for-each-ref --shell',
      hg: 'strip; purge; rollback; shelve --delete|-d; shelve --cleanup; histedit --drop; debugstrip; prune; bookmark -d|--delete',
      'jj sl': 'abandon; bookmark|branch delete|forget; op|operation abandon; util gc; hide; tag delete; workspace forget',
      svn: 'delete|rm|remove|del *://*; propdel --revprop; cleanup --remove-unversioned|--remove-ignored',
      'git-filter-repo bfg git-lfs-prune': '',
      'p4 fossil bzr': 'obliterate; delete -c; purge; uncommit',
    },
  ],
  [
    'held',
    {
      'docker podman nerdctl':
        'volume rm|remove|prune; system prune --volumes; system reset; rm|container -v|-fv|-vf|-fsv|-sfv|--volumes; compose down -v|--volumes; ' +
        'compose rm -v|-fv|-sfv|-vf|-svf|-fsv|-vsf; stack|service|secret|config|node rm|remove|down; swarm leave; trust revoke; ' +
        'namespace rm|remove|prune; plugin rm|remove; manifest rm; pod rm; machine rm|reset',
      'docker-compose podman-compose': 'down -v|--volumes; rm -v|-fv|-sfv|-vf|-svf|-fsv',
      'terraform tofu terragrunt': 'apply -destroy|--destroy; state rm|replace-provider; run-all destroy; run destroy; state push -force',
      pulumi: 'up --replace; cancel; stack rm; state delete|unprotect',
      'kubectl oc k':
        'apply|replace --prune|--force; drain; adm prune --confirm; adm drain',
      'argocd argo': 'app sync --prune; app terminate-op',
      helm: 'un|uninstall|del|delete',
      'npm pnpm yarn':
        'unpublish; deprecate; owner rm|remove; token revoke|delete|rm|remove; team destroy|rm; org rm|remove; dist-tag rm|remove; hook rm; access revoke; ' +
        'npm unpublish|deprecate',
      bun: 'pm unpublish',
      cargo: 'yank; owner --remove|-r',
      gem: 'yank; owner -r|--remove',
      dotnet: 'nuget delete; ef database drop; ef migrations remove --force',
      nuget: 'delete',
      pod: 'trunk delete|deprecate|remove-owner',
      composer: 'global clear',
      conan: 'remove -r|--remote',
      poetry: 'publish --skip-delete',
      twine: 'yank',
      'gh hub': 'repo archive',
      glab: 'mr merge --remove-source-branch|-d; repo archive',
      aws: 's3 sync --delete; s3 mv s3://*; ec2 release-address|stop-instances|disassociate-*; s3api put-bucket-lifecycle*; * put-retention-policy; iam detach-*; organizations leave-organization|close-account; rds stop-*; * batch-write-item',
      'gsutil gcloud': 'rsync -d; rsync -rd|-dr; storage rsync --delete-unmatched-destination-objects; * remove-iam-policy-binding; mv gs://*',
      azcopy: 'sync --delete-destination=true|--delete-destination=prompt; remove|rm',
      az: 'deployment --mode Complete|complete; * deallocate; * --delete-*',
      'rclone': 'sync|move|moveto|bisync; delete|purge|deletefile|rmdir|rmdirs|cleanup|dedupe',
      'mc mcli': 'mirror --remove; rm|rb; * --remove',
      's3cmd s5cmd': 'sync --delete-removed|--delete; del|rm|rb; mv s3://*',
      b2: 'sync --delete|--replace-newer; rm; hide-file; cancel-*; file hide',
      lftp: '*mirror*--delete*; *rm -r*; *mrm *; *rm *',
      'kafka-topics kafka-consumer-groups kafka-acls kafka-configs kafka-delete-records kafka-streams-application-reset zookeeper-shell':
        '--delete; --remove; --delete-offsets; --reset-offsets --execute; --delete-config; --offset-json-file; deleteall|delete|rmr; --application-id',
      'zkcli zkCli': 'deleteall|delete|rmr',
      'rpk kcat': 'topic delete|trim-prefix; group delete|offset-delete; acl delete',
      'rabbitmqctl rabbitmq-queues':
        'purge_queue; delete_*; reset; force_reset; forget_cluster_node; clear_*; stop_app',
      'nodetool': 'decommission; removenode; clearsnapshot; truncatehints; assassinate; drain',
      'influx influxd': 'delete; v1 delete',
      'nats': 'stream rm|purge|del; consumer rm|del; kv del|purge|rm; object rm|del',
      'vault bao': 'kv destroy|delete|metadata; delete; secrets disable; auth disable; lease revoke; token revoke; operator seal|rekey|rotate|step-down|raft; audit disable; policy delete; namespace delete; plugin deregister; revoke',
      consul: 'kv delete; force-leave; leave; acl * delete; snapshot restore; operator raft remove-peer; services deregister',
      nomad: 'stop -purge; job stop; stop; system gc; node drain; node purge; var purge; alloc stop',
      'gpg gpg2': '--delete-keys|--delete-key|--delete-secret-keys|--delete-secret-key|--delete-secret-and-public-key|--delete-secret-and-public-keys|--gen-revoke',
      'ssh-keygen': '-R',
      'security': 'delete-*; lock-keychain',
      'keytool': '-delete',
      'certutil pk12util modutil': '-D; -F; -delete',
      'pass gopass': 'rm|remove|delete',
      'op': 'item delete; vault delete; document delete; user delete|suspend; group delete',
      'restic': 'forget; prune; key remove; unlock --remove-all; rewrite --forget; repair --forget; tag --remove',
      'borg borgmatic': 'delete; prune; compact; recreate; key change-passphrase; rdelete',
      kopia: 'snapshot delete|expire; maintenance run; repository disconnect; policy delete; content delete; blob delete',
      'duplicity duplicacy': 'remove-*; cleanup; prune; wipe',
      'pgbackrest wal-g barman': 'expire; stanza-delete; stop; delete; delete-backup',
      'tarsnap': '-d; --nuke; --recover',
      'rdiff-backup': '--remove-older-than; remove; --remove-increments-older-than',
      'timeshift snapper': '--delete; --delete-all; delete; remove',
      'zfs zpool': 'destroy; rollback; remove; detach; labelclear; clear',
      'lvremove vgremove pvremove lvreduce userdel deluser groupdel delgroup ldapdelete dropdb dropuser mkfs.ext4 zerofree srm kafka-delete-records heroku-destroy':
        '',
      lvm: 'lvremove; vgremove; pvremove; lvreduce',
      mdadm: '--zero-superblock; --remove; -r',
      cryptsetup: 'erase|luksErase|luksKillSlot|luksRemoveKey',
      'nvme hdparm sg_format': 'format; sanitize; --security-erase; --trim-sector-ranges',
      diskutil: 'erase*; secureErase; partitionDisk; apfs delete*; reformat; zeroDisk; randomDisk',
      dscl: '-delete; * delete',
      dseditgroup: '-o delete',
      sysadminctl: '-deleteUser',
      tmutil: 'delete*; disable; removedestination',
      'iptables ip6tables': '-F; --flush; -X; --delete-chain; -Z',
      ipset: 'destroy; flush; -X; -F',
      ufw: 'reset; disable; delete',
      'firewall-cmd': '--permanent --delete-*; --permanent --remove-*',
      systemctl: 'disable; mask; revert',
      launchctl: 'remove; bootout; disable; unload -w',
      'crontab': '-r',
      'atrm': '',
      'flyway liquibase': 'clean; undo; drop-all|dropAll; rollback|rollback-count|rollback-to-date|rollbackCount; rollback-one-*',
      'rails rake bin/rails':
        'db:drop*|db:reset|db:purge*|db:migrate:reset|db:truncate*|db:rollback|db:migrate:down|db:migrate:redo|db:schema:load|db:setup|db:seed:replant; ' +
        'runner|r *delete_all*|*destroy_all*|*.truncate*|*drop_table*',
      'artisan php': 'migrate:fresh|migrate:reset|migrate:refresh|migrate:rollback|db:wipe|queue:flush|queue:clear|model:prune|horizon:clear|tenants:migrate-fresh; doctrine:*:drop|doctrine:database:drop|doctrine:schema:drop|doctrine:mongodb:schema:drop',
      'console symfony drush wp': 'doctrine:*:drop|doctrine:database:drop|doctrine:schema:drop|sql:drop|sql-drop|site:delete|db:drop; db reset|drop|clean; site empty|delete; * delete; pm:uninstall|user:cancel',
      'manage.py django-admin python python3': 'flush; reset_db; sqlflush --execute; delete_*; clear_*; migrate zero; flush_*; manage.py flush; manage.py reset_db',
      'prisma': 'migrate reset; db push --force-reset|--accept-data-loss; db execute',
      'drizzle-kit': 'drop; push --force',
      'sequelize sequelize-cli': 'db:drop; db:migrate:undo*; db:seed:undo*',
      'knex typeorm': 'migrate:rollback|migrate:down; schema:drop; migration:revert; schema:sync; cache:clear',
      'typeorm-ts-node-commonjs typeorm-ts-node-esm mikro-orm': 'schema:drop|schema:fresh|migration:down|migration:fresh|migration:revert',
      'alembic flask': 'downgrade; db downgrade; db stamp; drop*',
      'migrate goose dbmate sqlx diesel refinery atlas sql-migrate': 'down|down-to|reset|drop|rollback; database drop|reset; migration revert|redo; schema clean; migrate revert; revert',
      'mix ecto': 'ecto.drop|ecto.reset|ecto.rollback; phx.drop',
      'supabase': 'db reset; projects delete; stop --no-backup; functions delete; secrets unset; branches delete|reset',
      'hasura': 'migrate apply --down; metadata clear|drop; migrate delete',
      'heroku': 'pg:reset; apps:destroy; apps:delete; addons:destroy; config:unset; *:destroy; *:remove; *:rotate; *:revoke; pg:copy; ps:scale *=0; maintenance:on',
      'fly flyctl': 'apps destroy; destroy; secrets unset; volumes destroy|delete; scale count 0; machine destroy|stop; postgres detach; ips release; certs remove',
      'railway': 'down; delete',
      firebase: '*:delete; *:disable; *:destroy; hosting:disable; functions:delete',
      wrangler: '* delete; delete; rollback; d1 * --command',
      'cdk': 'gc; destroy; rollback',
      'serverless sls': 'remove; rollback; deploy --force',
      amplify: 'delete; env remove; remove; push --force',
      'eb': 'terminate; deploy --force',
      'packer': 'build -force',
      'ansible': '*state=absent*; * state=absent*',
      'salt salt-call salt-key salt-run': '* *.absent|*.remove*|*.delete*|*.purge*; -d; -D; --delete*',
      'knife chef': '* delete; * destroy; * purge; bulk delete',
      'puppet puppetserver': 'node purge|clean|deactivate; cert clean|revoke; ca clean|revoke',
      'virsh': 'undefine; destroy; vol-delete; pool-delete; snapshot-delete; net-destroy; net-undefine; pool-undefine',
      'VBoxManage vboxmanage': 'unregistervm --delete; closemedium --delete; snapshot delete',
      'lxc incus': 'delete; storage volume delete; snapshot delete',
      'multipass vagrant limactl lima colima': 'destroy; purge; delete; snapshot delete',
      'tailscale': 'logout; lock disable; serve reset; funnel reset',
      'stripe': '* cancel; delete; * void_invoice; * detach',
      'sentry-cli': 'releases delete; releases archive; sourcemaps delete; files delete',
      'airflow': 'db reset|clean|drop-archived; dags delete; tasks clear; pools delete; variables delete; connections delete; users delete',
      'elasticsearch-reset-password elasticsearch-service-tokens curator_cli': '',
      'curator': '',
      dvc: 'gc; remove; destroy',
      'ollama huggingface-cli hf': 'repo delete; repo-files delete; delete-*',
      'jenkins-cli jenkins': 'delete-*; clear-queue; disable-job',
      'nft': 'flush; delete; destroy; reset',
      'wipe scrub nwipe': '',
      'sgdisk gdisk parted': '--zap-all; -Z; -z; -o; rm; mklabel',
      'cargo-yank npm-unpublish': '',
      'mail mailq postsuper exim': '-d; -Mrm',
      'atlas mongocli': '* delete; * terminate',
      'eas expo': 'build:delete; channel:delete; branch:delete; update:delete; webhook:delete; device:delete; env:delete; secret:delete',
      'az-pipelines': '',
      'mysqladmin mariadb-admin': 'drop; flush-*; kill; shutdown',
      'cockroach': 'node decommission|drain; sql --drop',
      'datadog-ci': 'lambda uninstrument; * uninstrument',
      'adb': 'uninstall; shell pm uninstall; shell pm clear; shell rm; shell recovery --wipe_data; shell wipe',
      'fastboot': 'erase; flashall -w; -w; format; flashing lock|unlock',
      'sqlite-utils': 'drop-*; delete*',
      'stash-cli': '',
    },
  ],
]

/** Commands of stores that empty them. */
export const STORES: Patterns = {
  'redis-cli valkey-cli keydb-cli iredis':
    'flushall; flushdb; del|unlink|getdel|xdel|hdel|xtrim; acl deluser; script|function flush|kill|delete; ' +
    'cluster reset|forget|flushslots|delslots; xgroup destroy|delconsumer; ft.dropindex; ' +
    "eval|evalsha *flush*|*'del'*|*\"del\"*|*unlink*; replicaof|slaveof; shutdown; swapdb",
  etcdctl: 'del|rm|rmdir; compact|compaction',
  'memcached-tool': '* flush_all',
  'memcflush memcrm': '',
}

/** Stores that read commands line by line from their standard input. */
export const LINE_SHELLS = wordSet('redis-cli valkey-cli keydb-cli iredis etcdctl')

/** Programs whose first words name things, with the verb behind them. */
export const NOUN_FIRST = wordSet(
  'aws gcloud az oci ibmcloud aliyun tccli doctl linode-cli hcloud scw exo vultr-cli openstack civo gh glab heroku databricks yc render pd',
)

/** Things that are local for a program: `kubectl config delete-context`, `helm repo remove`. */
const THINGS: Readonly<Record<string, string>> = {
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

/** Clients that take SQL in a word, in an option or on the way in. */
export const SQL_CLIENTS = wordSet(
  'psql pgcli usql cockroach mysql mariadb mycli mysqlsh sqlite3 sqlite duckdb litecli sqlcmd sqlplus sql bteq snowsql trino presto ' +
    'hive beeline impala-shell spark-sql clickhouse-client clickhouse clickhouse-local cqlsh ysqlsh osqueryi isql tsql fbsql db2 ' +
    'influx cypher-shell vsql mclient monetdb rqlite ksql timescaledb-psql crash exaplus nzsql gsql surreal',
)

/** Shells of stores whose statements are calls. */
export const STORE_SHELLS = wordSet('mongosh mongo')

/** Programs that run code of another language which is there in their words or on the way in. */
export const RUNS_CODE = wordSet(
  'python python2 python3 python3.11 python3.12 node nodejs deno bun tsx ts-node ruby irb perl php rails bin/rails rake artisan pry lua iex elixir osascript',
)
