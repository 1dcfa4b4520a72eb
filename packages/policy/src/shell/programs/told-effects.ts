import type { Trait } from '../part.ts'
import { commandsOf, type CommandList } from './known-commands.ts'

/** What a command does beyond what its table says. `~/` is the home. */
export type Told =
  | { readonly kind: 'trait'; readonly trait: Trait }
  | { readonly kind: 'writes'; readonly path: string }

/** Commands that print credentials: of keychains, clouds, registries and tools. */
const SECRETS: CommandList = {
  gh: 'auth token; auth status -t|--show-token; config get oauth_token',
  glab: 'auth status -t|--show-token; config get token',
  'npm pnpm yarn bun': 'config|c get *auth*|*oken*|*assword*; get *_auth*; token',
  'pip pip3': 'config list|get|debug',
  poetry: 'config *token*|*http-basic*',
  aws: 'configure get|export-credentials; sso get-role-credentials; sts get-session-token|assume-role*|get-federation-token; secretsmanager get-secret-value|batch-get-secret-value; ssm get-parameter* --with-decryption; ecr|ecr-public get-login-password; kms decrypt; iam create-access-key; rds generate-db-auth-token; codeartifact get-authorization-token; eks get-token',
  gcloud:
    'auth print-access-token|print-identity-token; print-access-token; secrets versions access; config config-helper; iam service-accounts keys create',
  az: 'account get-access-token; keyvault secret|key|certificate show|download; keys list; connection-string; acr login --expose-token; acr credential show; ad sp create-for-rbac; aks get-credentials',
  'kubectl oc k9s':
    'config view --raw; get secret|secrets|secret/*|secrets/*|*,secret|*,secrets|secret,*|secrets,*|*,secrets,*; create token; whoami -t|--show-token',
  'docker-credential-desktop docker-credential-osxkeychain docker-credential-secretservice docker-credential-pass docker-credential-wincred docker-credential-ecr-login docker-credential-gcloud':
    'get; list',
  git: 'credential fill; credential-* get; config *extraheader*|*.token|*password*',
  'git-credential-store git-credential-cache git-credential-osxkeychain git-credential-manager git-credential-libsecret':
    'get',
  security: 'find-generic-password; find-internet-password; dump-keychain; export',
  'pass gopass': 'show|ls|grep|cp|edit|find; *',
  lpass: 'show; export',
  op: 'read; item get; document get; inject; signin --raw; connect token',
  bw: 'get; list; export; unlock',
  rbw: 'get',
  vault: 'read; kv get; token; print; unwrap; login',
  doppler: 'secrets; configs tokens',
  infisical: 'secrets; export',
  chamber: 'read; export; env',
  heroku: 'config; config:get; auth:token; authorizations',
  'fly flyctl': 'auth token; tokens',
  vercel: 'env pull',
  netlify: 'env:list; env:get',
  firebase: 'login:ci; functions:secrets:access; functions:config:get',
  'secret-tool': 'lookup; search',
  keyring: 'get',
  keyctl: 'print; pipe; read',
  'kwallet-query keepassxc-cli': '-r; show',
  'gpg gpg2': '--export-secret*; -d; --decrypt; --decrypt-files',
  sops: '-d; --decrypt; decrypt; exec-env; exec-file; edit',
  'age rage': '-d; --decrypt',
  'ansible-vault': 'view; decrypt; edit',
  'terraform tofu': 'output -raw|-json; state pull',
  pulumi: '--show-secrets; config get; stack export',
  hvs: 'secrets',
  'docker podman': 'compose config; inspect *Env*',
  'docker-compose podman-compose': 'config',
  helm: 'get values|all',
  'systemctl loginctl': 'show-environment; show *Environment*',
  tmux: 'show-environment|showenv',
  launchctl: 'getenv|export',
  'rails bin/rails': 'credentials:show|credentials:edit',
  railway: 'variables',
  doctl: 'auth token',
  wg: 'showconf; show private-key|preshared-keys',
  nmcli: '-s|--show-secrets; show-password',
  netsh: 'key=clear',
  stripe: 'config --list',
  keytool: '-list; -exportcert; -importkeystore',
  'xdg-keyring dump_keychain chainbreaker mimikatz lazagne': '',
}

/** Our own commands that a person gives. */
const OF_A_PERSON: readonly string[] = [
  'approvals allow|deny|settle',
  'rules add|remove|import',
  'search set|remove|use',
  'hook install|uninstall',
  'capabilities',
  'run',
  'chat',
  'backup',
  'restore',
]

const OWN_RULES = '~/.config/countersign/rules'

/** Commands that write files which run later by themselves, by the file: settings of package managers, hooks, jobs. */
const PLANTS: readonly (readonly [string, CommandList])[] = [
  // Who answers, who keeps rules and who starts agents with rules of their own is a person, not what is being asked about.
  [
    OWN_RULES,
    {
      'countersign countersign.mjs': OF_A_PERSON.join(';'),
      'node nodejs bun deno tsx': [
        ...OF_A_PERSON.map((words) => `*countersign.mjs ${words}`),
        // Not the program that is started, but loaded by one.
        '--import|--require|-r|--loader|--experimental-loader *countersign*',
        '-e|--eval|-p|--print|-pe|eval *countersign.mjs*',
      ].join(';'),
    },
  ],
  ['~/.npmrc', { 'npm pnpm bun': 'config|c set|delete|rm|edit|fix; set *=*|* *' }],
  ['~/.yarnrc.yml', { 'yarn yarnpkg': 'config set|delete|unset; set version' }],
  ['~/.config/pip/pip.conf', { 'pip pip3': 'config set|unset|edit' }],
  ['~/.condarc', { 'conda mamba': 'config --add|--set|--append|--prepend|--remove' }],
  ['~/.config/go/env', { go: 'env -w; env -u' }],
  ['~/.config/gh/config.yml', { gh: 'config set; alias set|import; extension install' }],
  ['~/.config/glab-cli/config.yml', { glab: 'config set; alias set' }],
  ['~/.vscode/extensions', { 'code cursor codium code-insiders': '--install-extension' }],
  [
    '.git/hooks',
    {
      'pre-commit prek': 'install; install-hooks; init-templatedir',
      husky: '',
      lefthook: 'install; add',
      'simple-git-hooks yorkie ghooks': '',
      overcommit: '--install|-i; --sign|-s',
      'git-lfs': 'install',
      git: 'lfs install; init --template; clone --template; clone -c|--config *hooks*|*alias*|*Path*|*filter*|*command*|*Command*|*editor*|*pager*|*helper*; maintenance start',
    },
  ],
  ['.git/config', { git: 'config -e|--edit; config edit; config --rename-section; config rename-section' }],
  ['~/.local/share/direnv/allow', { direnv: 'allow|permit|grant|edit' }],
  ['/etc/systemd/system', { systemctl: 'enable|link|edit|reenable|preset; set-default', 'systemd-run': '' }],
  ['/etc/sudoers', { visudo: '' }],
  ['~/Library/LaunchAgents', { launchctl: 'load|bootstrap|enable|submit' }],
]

/** Commands that get something from the network, beside those whose tables say so. */
const FETCHES: CommandList = {
  'ssh autossh': '',
  'scp rsync': '*:*',
  'dig host nslookup drill kdig': '',
  openssl: 's_client',
  gh: 'api; gist view|clone; release download; repo clone; run download',
  glab: 'api; snippet; release download; repo clone',
  aws: 's3 cp|sync|mv s3://*; s3api get-object',
  gsutil: 'cat|cp|rsync gs://*',
  gcloud: 'storage cat|cp',
  az: 'storage blob download*',
  'rclone s3cmd s5cmd mc': 'cat|copy|copyto|sync|get|cp',
  git: 'clone; archive --remote',
  'degit tiged giget': '',
  'svn hg fossil': 'checkout|co|clone|export|cat',
}

/** Commands that print what a service, a container or a registry answers. */
const SERVES: CommandList = {
  'psql pgcli mysql mariadb mycli redis-cli mongosh mongo clickhouse-client sqlcmd sqlplus etcdctl consul':
    '',
  'kubectl oc': 'get|exec|logs|run|cp',
  'docker podman nerdctl': 'run|exec|logs|compose',
  'docker-compose': 'run|exec|logs',
  'npm pnpm yarn': 'view|info|show|v',
  'gh glab': '',
  'aws gcloud az': '',
  mosquitto_sub: '',
  git: 'show|cat-file origin/*|upstream/*|FETCH_HEAD*',
}

/** Commands that run or take in what an address names. */
const FROM_ADDRESS: CommandList = {
  'bun deno': '*://*; eval|-e|--eval *://*',
  node: '--import *://*; --experimental-network-imports; --experimental-loader *://*',
  go: 'run *@*',
  'nix nix-shell nix-env nix-build': '*://*; *github:*|*gitlab:*',
  'jbang javaws mshta Rscript julia cookiecutter copier conda mamba composer guix': '*://*',
  java: '-jar *://*',
  mvn: '-f *://*',
  'ansible-pull': '-U|--url',
  'ansible-galaxy': 'install *://*|git+*',
  'terraform tofu': 'init -from-module',
  pulumi: 'new *://*',
  'docker podman': 'compose -f|--file *://*; import|load *://*',
  'docker-compose': '-f|--file *://*',
  'dpkg rpm': '-i|-U|--install *://*',
  'code cursor codium': '--install-extension *://*',
  'helm kustomize': '*://*.tgz; build *://*|*.com/*',
  vagrant: 'box add *://*',
  'gem bundle': '*://*',
}

/** Commands that carry files away, or open this machine to others. */
const SENDS: CommandList = {
  'croc wormhole magic-wormhole': 'send',
  'ffsend transfer': 'upload; *',
  'ngrok bore localtunnel lt tailscale': 'http|tcp|local|funnel|start|--port',
  cloudflared: 'tunnel',
  'pastebinit pastebin ix sprunge termbin telegram-send ncftpput tuir': '',
  's-nail mpack neomutt': '',
  smbclient: 'put|mput; *put*',
  b2: 'upload-file|file|sync',
  ipfs: 'add',
  azcopy: 'copy|cp|sync|c',
  's5cmd mc minio-client s4cmd': 'cp|put|mv|sync|mirror|pipe',
  gcloud: 'compute scp; functions deploy; builds submit; app deploy; run deploy',
  az: 'storage blob upload|upload-batch|sync; storage file upload*; webapp up',
  aws: 's3api put-object; lambda update-function-code; *file://*; *fileb://*',
  rclone: 'rcat',
  glab: 'snippet create',
  curl: '-K|--config; --variable *@*; --url-query *@*',
  curlie: '-d *@*',
  dig: '-f',
  scp: '-3',
  logger: '-n -f',
  'kcat kafkacat': '-P',
  'sentry-cli codecov': 'upload*|-f; releases files',
  'rsync-ssl lsyncd': '',
}

/** Commands that put something out for others, and that take away what others use. */
const PUBLISHES: CommandList = {
  npm: 'owner add|rm; access grant|revoke|set; team create|destroy|add|rm; stage publish',
  cargo: 'release --execute|-x',
  gem: 'owner -a|--add|-r|--remove',
  maturin: 'publish|upload',
  'python python3': 'setup.py upload',
  anaconda: 'upload|remove',
  'nuget buildah': 'push',
  'docker podman nerdctl': 'build|buildx|bake --push; manifest push; imagetools create',
  helm: 'uninstall|delete|un|del',
  gh: 'release delete|delete-asset|edit; repo delete|archive|rename; repo edit --visibility; api -X|--method DELETE',
  glab: 'release create|delete|upload; repo create|delete|archive|transfer; mr merge',
  'terraform tofu terragrunt': 'apply|destroy',
  pulumi: 'up|update|destroy',
  'kubectl oc': 'delete ns|namespace|namespaces|crd|pv|pvc|node|nodes; delete --all|-A|--all-namespaces',
  argocd: 'app delete|sync',
  eksctl: 'delete',
  'aws awslocal': 's3 rb; s3 rm --recursive; delete-*|terminate-*|deregister-*',
  gsutil: 'rb; rm -r|-R',
  'gcloud az doctl hcloud linode-cli scw': 'delete',
  'vercel now': 'deploy; --prod; remove|rm',
  netlify: 'deploy; sites:delete',
  firebase: 'deploy; *:delete',
  surge: '',
  'fly flyctl': 'deploy; destroy',
  heroku: 'container:push; container:release; apps:destroy; pg:reset; addons:destroy',
  'wrangler cf': 'deploy|publish|push; r2 object put; pages deploy',
  supabase: 'db push; functions deploy',
  'serverless sls sst cdk sam': 'deploy|destroy|remove|delete',
  eb: 'deploy',
  'skopeo crane oras regctl': 'push|copy|cp|delete',
  pub: 'publish',
  'hg fossil': 'push *://*',
  svn: 'import',
  'gh-pages': '',
  'railway render': 'up|deploy',
}

const trait = (name: Trait): Told => ({ kind: 'trait', trait: name })

/** Gets something from the network. */
export const fetches = commandsOf<true>([[true, FETCHES]])

/** Prints what a service answers. */
export const serves = commandsOf<true>([[true, SERVES]])

/** What is told of a command by its words alone. */
export const toldOf = commandsOf<Told>([
  [trait('shows-secrets'), SECRETS],
  [trait('install-from-address'), FROM_ADDRESS],
  [trait('send-files'), SENDS],
  [trait('publish'), PUBLISHES],
  ...PLANTS.map(([path, list]) =>
    path === OWN_RULES
      ? ([{ kind: 'writes', path }, list, 'open'] as const)
      : ([{ kind: 'writes', path }, list] as const),
  ),
])
