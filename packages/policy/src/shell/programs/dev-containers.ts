import { knownPrefix, literal, textField, type Field } from '../field.ts'
import type { Hazard, Inner } from '../part.ts'
import { isAddress, isRemotePath } from './addresses.ts'
import { carrierCommand, joinWords, shellText } from './carrier.ts'
import { inWorkspace, relief, relieve, writesElsewhere } from './hazard-relief.ts'
import { throughMounts } from './mounts.ts'
import {
  GNU,
  MODERN,
  SINGLE_DASH,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
  type Touch,
} from './spec.ts'

const STOPPING = { ...MODERN, permute: false }
/** Options of `docker run` and `create` that take a value, besides those below. */
const RUN_OPTIONS =
  '-d,--detach -i,--interactive -t,--tty --rm --init --read-only -P,--publish-all -q,--quiet --sig-proxy[=] --no-healthcheck --disable-content-trust[=] --oom-kill-disable -a,--attach= --add-host= --annotation= --blkio-weight= -c,--cpu-shares= --cpu-period= --cpu-quota= --cpus= --cpuset-cpus= --cpuset-mems= --detach-keys= --dns= --dns-option= --dns-search= --domainname= -e,--env= --expose= --group-add= --health-cmd= --health-interval= --health-retries= --health-timeout= --health-start-period= -h,--hostname= --ip= --ip6= --isolation= --kernel-memory= -l,--label= --link= --log-driver= --log-opt= --mac-address= -m,--memory= --memory-reservation= --memory-swap= --memory-swappiness= --name= --network-alias= --oom-score-adj= --pids-limit= --platform= -p,--publish= --pull= --restart= --runtime= --shm-size= --stop-signal= --stop-timeout= --storage-opt= --sysctl= --tmpfs= --ulimit= -u,--user= -w,--workdir= --gpus= --label-file= --entrypoint= --network,--net= --cgroup-parent='
const RUN: CommandSpec = runOrExec({
  options: RUN_OPTIONS,
  configures:
    '--privileged --cap-add= --device= --device-cgroup-rule= --security-opt= --pid= --ipc= --userns= --uts= --cgroupns= -v,--volume= --mount= --volumes-from= --volume-driver=',
  writes: '--cidfile=',
})
const EXEC: CommandSpec = runOrExec({
  options: '-d,--detach -i,--interactive -t,--tty -e,--env= -u,--user= -w,--workdir= --detach-keys=',
  configures: '--privileged',
})
const COMPOSE: CommandSpec = {
  style: MODERN,
  inherited: true,
  options:
    '-p,--project-name= --profile= --ansi= --progress= --parallel= --compatibility --dry-run --verbose -d,--detach --build --force-recreate --no-deps -T,--no-TTY --remove-orphans',
  loads: '-f,--file=',
  configures: '--project-directory= --env-file= -H,--host= -c,--context=',
  subcommands: {
    ...each(
      'up down start stop restart build pull ps logs images ls top port kill rm create pause unpause events version watch stats cp wait attach',
      {
        style: MODERN,
        arity: 3,
        read: composeFiles,
      },
    ),
    config: { style: MODERN, arity: 3, writes: '-o,--output=', read: composeFiles },
    exec: runOrExec({
      options:
        '-d,--detach -T,--no-TTY -i,--interactive -t,--tty -e,--env= -u,--user= -w,--workdir= --index=',
      configures: '--privileged',
    }),
    run: runOrExec({
      options:
        '-d,--detach -T,--no-TTY -i,--interactive --rm --build --no-deps --service-ports -P --use-aliases -e,--env= -l,--label= --name= -p,--publish= -u,--user= -w,--workdir= --entrypoint= --quiet-pull --remove-orphans --pull=',
      configures: '-v,--volume= --cap-add= --privileged',
    }),
    push: { arity: 0, traits: ['publish'] },
  },
  fallback: { style: MODERN, arity: 3, read: composeFiles },
}
const BUILD: CommandSpec = {
  style: MODERN,
  arity: 2,
  options:
    '-t,--tag= --target= --build-arg= --no-cache --pull -q,--quiet --platform= --progress= --label= --load --network= --ssh= --secret= --cache-from= --rm --compress -m= --shm-size= --build-context=',
  loads: '-f,--file=',
  configures: '--allow= --builder= --add-host= --security-opt=',
  writes: '-o,--output= --iidfile= --metadata-file= --cache-to=',
  read: readBuild,
}
const PUBLISH: CommandSpec = { arity: 0, traits: ['publish'] }

/** Containers, clusters and clouds. They talk to a daemon or a server: none of their queries counts as reading. */
export const DEV_CONTAINERS: Table = () => [
  {
    names: ['docker', 'podman', 'nerdctl'],
    queries: '--version -v --help -h',
    style: MODERN,
    inherited: true,
    options: '-D,--debug -l,--log-level=',
    configures:
      '--config= -c,--context= -H,--host= --tls --tlscacert= --tlscert= --tlskey= --tlsverify --url= --connection= --root= --runroot= --identity= --module= --hooks-dir= --conmon= --runtime=',
    subcommands: {
      run: RUN,
      create: RUN,
      exec: EXEC,
      build: BUILD,
      compose: COMPOSE,
      push: PUBLISH,
      cp: { style: MODERN, arity: 2, read: copies },
      save: { style: MODERN, arity: 2, writes: '-o,--output=' },
      export: { style: MODERN, arity: 2, writes: '-o,--output=' },
      ...each('image buildx', {
        style: MODERN,
        subcommands: {
          build: { ...BUILD, arity: 3 },
          push: PUBLISH,
          bake: {
            style: MODERN,
            arity: 3,
            loads: '-f,--file=',
            configures: '--set= --allow=',
            read: relieve({ '-f,--file': inWorkspace }),
          },
        },
        fallback: { style: MODERN, arity: 3 },
      }),
      unshare: carrierCommand({ options: '--rootless-netns' }),
      container: {
        style: MODERN,
        subcommands: { run: RUN, create: RUN, exec: EXEC, cp: { style: MODERN, arity: 3, read: copies } },
        fallback: { style: MODERN, arity: 3 },
      },
      ...each(
        'network volume system context plugin manifest secret config service stack swarm node trust pod machine',
        { style: MODERN, arity: 3 },
      ),
    },
    fallback: { style: MODERN, arity: 2 },
  },
  {
    names: ['docker-compose', 'podman-compose'],
    queries: '--version -v --help -h version',
    ...COMPOSE,
    subcommands: shorter(COMPOSE),
    fallback: { style: MODERN, arity: 2, read: composeFiles },
  },
  {
    names: ['kubectl', 'oc', 'k', 'microk8s', 'k3s'],
    queries: '--version --help -h',
    style: MODERN,
    inherited: true,
    options:
      '-n,--namespace= --context= --cluster= -v,--v= --request-timeout= --as= --as-group= -o,--output= -l,--selector= -A,--all-namespaces -w,--watch --field-selector= --show-labels --sort-by= -f,--filename= -k,--kustomize= --dry-run[=] --since= --tail= -c,--container= --previous -p --timeout= --all-containers --follow',
    configures:
      '--kubeconfig= -s,--server= --token= --user= --username= --password= --certificate-authority= --client-certificate= --client-key= --insecure-skip-tls-verify[=] --tls-server-name= --cache-dir=',
    subcommands: {
      ...each(
        'exec debug',
        carrierCommand({
          remote: true,
          skip: 1,
          style: STOPPING,
          options:
            '-i,--stdin -t,--tty -c,--container= -q,--quiet --pod-running-timeout= -n,--namespace= --context= --image= --target= --profile=',
          configures: '--kubeconfig=',
        }),
      ),
      run: carrierCommand({ remote: true, anywhere: true }),
      ...each('apply create replace', {
        style: MODERN,
        arity: 2,
        loads: '--openapi-patch=',
        read: readManifest,
      }),
      cp: { style: MODERN, arity: 2, read: copies },
      config: { style: MODERN, starts: '--exec-command= --exec-arg= --exec-env=', arity: 3 },
      plugin: { subcommands: { list: {} }, fallback: { hazard: 'starts' }, arity: 2 },
      krew: { hazard: 'loads', arity: 2 },
      kustomize: {
        style: MODERN,
        starts: '--enable-exec --enable-alpha-plugins',
        loads: '--enable-helm',
        arity: 2,
      },
      ...each('rollout top auth set certificate', { style: MODERN, arity: 3 }),
    },
    fallback: { style: MODERN, arity: 2 },
  },
  {
    names: [
      'helm',
      'helmfile',
      'kustomize',
      'skaffold',
      'flux',
      'argocd',
      'istioctl',
      'linkerd',
      'k9s',
      'kind',
      'minikube',
      'k3d',
      'eksctl',
      'velero',
      'stern',
      'kubectx',
      'kubens',
    ],
    queries: '--version -v --help -h version help',
    style: MODERN,
    inherited: true,
    options:
      '-n,--namespace= --kube-context= --debug -f,--values= --set= --set-string= --version= --wait --timeout= --dry-run[=]',
    configures:
      '--kubeconfig= --kube-apiserver= --kube-token= --kube-ca-file= --registry-config= --repository-config= --repository-cache= --repo= --server=',
    starts: '--post-renderer= --post-renderer-args= --enable-exec --enable-alpha-plugins',
    loads: '--enable-helm --load-restrictor=',
    subcommands: {
      ...each('install upgrade template', { style: MODERN, arity: 2, read: readChart }),
      push: PUBLISH,
      plugin: {
        subcommands: { install: { arity: 0, traits: ['install-from-address'] } },
        fallback: { arity: 3 },
      },
      ...each('repo registry dependency get show status list history', { style: MODERN, arity: 2 }),
    },
    fallback: { style: MODERN, arity: 2 },
  },
  {
    names: ['terraform', 'tofu', 'terragrunt', 'packer', 'pulumi', 'cdktf'],
    queries: '--version -version -v --help -help -h version',
    style: SINGLE_DASH,
    inherited: true,
    options:
      '-var= -target= -out= -no-color -json -input= -lock= -lock-timeout= -parallelism= -refresh= -auto-approve -compact-warnings -detailed-exitcode -check -recursive -diff -write= -list= -upgrade -reconfigure -migrate-state -backend= -replace= -destroy -generate-config-out= -test-directory= -filter= -verbose',
    reads: '-var-file=',
    loads: '-plugin-dir= -from-module=',
    configures:
      '-chdir= -backend-config= -state= -state-out= -backup= --terragrunt-config= --terragrunt-tfpath= --terragrunt-working-dir= --config=',
    starts: '--terragrunt-iam-role=',
    subcommands: {
      ...each('state workspace providers', {
        style: SINGLE_DASH,
        arity: 3,
        read: relieve({ '-chdir': inWorkspace }),
      }),
      ...each(
        'plan apply destroy init validate fmt output show import refresh test graph get console taint untaint force-unlock login logout metadata version',
        {
          style: SINGLE_DASH,
          arity: 2,
          read: relieve({ '-chdir,-backend-config,-state': inWorkspace }),
        },
      ),
    },
    fallback: { style: SINGLE_DASH, arity: 2 },
  },

  // Clouds.
  {
    names: ['aws', 'awslocal'],
    queries: '--version --help help',
    style: GNU,
    inherited: true,
    options:
      '--profile= --region= --output= --query= --no-cli-pager --debug --no-paginate --color= --no-sign-request --cli-read-timeout= --cli-connect-timeout=',
    configures: '--endpoint-url= --ca-bundle= --no-verify-ssl --cli-binary-format=',
    subcommands: {
      s3: {
        subcommands: each('cp sync mv', { style: GNU, arity: 0, read: readUpload }),
        fallback: { arity: 3 },
      },
      ...each('ssm', { arity: 0 }),
    },
    fallback: { style: GNU, arity: 3 },
  },
  {
    names: ['gsutil'],
    style: GNU,
    subcommands: each('cp mv rsync', { style: GNU, arity: 0, read: readUpload }),
    fallback: { arity: 2 },
  },
  {
    names: [
      'gcloud',
      'az',
      'doctl',
      'linode-cli',
      'oci',
      'ibmcloud',
      'hcloud',
      'scw',
      'exo',
      'civo',
      'openstack',
      'bq',
      's3cmd',
      'mc',
      'cdk',
      'sam',
      'serverless',
      'sls',
      'copilot',
      'eb',
    ],
    queries: '--version -v --help -h version',
    style: GNU,
    options:
      '--project= --region= --zone= --format= -q,--quiet --profile= -o,--output= -g,--resource-group= --subscription=',
    configures:
      '--configuration= --impersonate-service-account= --access-token-file= -c,--config= --endpoint= --context= --api-url=',
    loads: '-a,--app= --plugin= --template-file=',
    arity: 3,
    read: (args, facts) => ({
      ...relief(args, facts, { '--template-file,-a,--app': inWorkspace }),
      ...uploadWords(args, facts),
    }),
  },

  // Machines.
  {
    names: ['vagrant', 'multipass', 'limactl', 'lima', 'colima', 'orb', 'tart'],
    queries: '--version -v --help -h version',
    style: { ...GNU, permute: false },
    subcommands: {
      ssh: { style: GNU, arity: -1, read: readVagrant, options: '-c,--command= -p,--plain' },
      ...each('exec shell', carrierCommand({ remote: true, skip: 1 })),
    },
    fallback: { arity: 2 },
  },
  {
    names: ['ansible'],
    queries: '--version --help -h',
    style: GNU,
    options:
      '-i,--inventory= -u,--user= -b,--become --become-user= -k -K -f,--forks= -l,--limit= -v -vv -vvv -C,--check -D,--diff -o,--one-line -t,--tree= -e,--extra-vars= -m,--module-name= -a,--args= -T,--timeout= --private-key,--key-file= -B= -P=',
    loads: '-M,--module-path= --playbook-dir=',
    starts:
      '--vault-password-file,--vault-pass-file= --become-method= -c,--connection= --ssh-common-args= --ssh-extra-args= --scp-extra-args= --sftp-extra-args=',
    arity: -1,
    read: readAnsible,
  },
  {
    names: [
      'ansible-playbook',
      'ansible-galaxy',
      'ansible-vault',
      'ansible-lint',
      'ansible-inventory',
      'ansible-pull',
      'molecule',
      'salt',
      'salt-call',
      'puppet',
      'chef-client',
      'knife',
    ],
    queries: '--version --help -h',
    style: GNU,
    loads: '-M,--module-path= --roles-path= --modulepath= -U,--url=',
    starts:
      '--vault-password-file,--vault-pass-file= -c,--connection= --ssh-common-args= --ssh-extra-args= --become-method=',
    arity: 1,
  },
]

function each(names: string, spec: CommandSpec): Readonly<Record<string, CommandSpec>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, spec]))
}

/** `docker-compose up` has a word less than `docker compose up`. */
function shorter({ subcommands = {} }: CommandSpec): Readonly<Record<string, CommandSpec>> {
  return Object.fromEntries(
    Object.entries(subcommands).map(([name, spec]) => [
      name,
      spec.arity === 3 ? { ...spec, arity: 2 } : spec,
    ]),
  )
}

interface Started {
  readonly options: string
  readonly configures?: string
  readonly writes?: string
}

/** Starts a command in a container: seen by deny, ask and breakers; mounts of the workspace and of volumes are usual. */
function runOrExec({ options, configures = '', writes = '' }: Started): CommandSpec {
  const base = carrierCommand({
    remote: true,
    skip: 1,
    style: STOPPING,
    options,
    reads: '--env-file=',
    configures,
    writes,
  })
  return {
    ...base,
    arity: 0,
    read: (args, facts) => {
      const patch = withEntrypoint(args, base.read?.(args, facts) ?? {})
      const { inner = facts.inner } = patch
      return {
        ...patch,
        inner: [...inner, ...throughMounts(inner, args.options)],
        ...relief(args, facts, { '-v,--volume': isOwnMount, '--mount': isOwnMount }),
        touches: [...facts.touches, ...args.options.flatMap(mountedBy)],
        arity: 0,
      }
    },
  }
}

/** What is mounted may be written from within. */
function mountedBy({ names, value }: ParsedArgs['options'][number]): readonly Touch[] {
  const text = value === undefined ? undefined : literal(value)
  if (value === undefined || text === undefined || !names.some((name) => /^--(?:volume|mount)$/.test(name)))
    return []
  if (/:(?:.*,)?ro\b|(?:^|,)(?:readonly|ro)\b/.test(text)) return []
  const host = /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1] ?? text.split(':')[0] ?? ''
  if (!text.includes(':') && !text.includes(',')) return []
  if (!/[./]/.test(host)) return []
  return [{ act: 'read', path: textField(host, value.range), recursive: true, perhaps: true }]
}

/** `--entrypoint sh image -c TEXT` is `sh -c TEXT`. */
function withEntrypoint(args: ParsedArgs, patch: FactsPatch): FactsPatch {
  const entrypoint = args.value('--entrypoint')
  const [image, ...words] = args.operands
  if (entrypoint === undefined || image === undefined) return patch
  return { ...patch, inner: [{ kind: 'argv', argv: [entrypoint, ...words], remote: true }] }
}

/** A named volume, or a folder of the workspace. */
function isOwnMount(value: Field, context: ParsedArgs['context']): boolean {
  const text = literal(value)
  if (text === undefined) return false
  const bind = /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1]
  const host = bind ?? (text.includes('=') ? '' : (text.split(':')[0] ?? ''))
  if (!text.includes(':') && bind === undefined) return true
  if (/^[\w][\w.-]*$/.test(host)) return true
  return inWorkspace({ ...value, pieces: [{ kind: 'text', text: host }] }, context)
}

function composeFiles(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const files = [...args.before, ...args.options].flatMap(({ names, value }) =>
    names.includes('--env-file') && value !== undefined ? [value] : [],
  )
  return {
    ...relief(args, facts, { '-f,--file': inWorkspace, '--project-directory,--env-file': inWorkspace }),
    touches: [...facts.touches, ...files.map((path): Touch => ({ act: 'read', path, recursive: false }))],
  }
}

/** A context that is an address brings the instructions along. */
function readBuild(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const relieved = relief(args, facts, {
    '-f,--file': inWorkspace,
    '-o,--output,--iidfile,--metadata-file': inWorkspace,
  })
  const fetched =
    args.operands.some(isAddress) ||
    args.options.some(({ names, value }) => names.includes('-f') && value !== undefined && isAddress(value))
  return fetched ? { ...relieved, traits: [...facts.traits, 'install-from-address'], arity: 0 } : relieved
}

/** `docker cp a box:/b`: the side without a colon is here. */
function copies(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [source, target] = args.operands
  const touches: Touch[] = []
  if (source !== undefined && !isRemotePath(source))
    touches.push({ act: 'read', path: source, recursive: true })
  if (target !== undefined && !isRemotePath(target))
    touches.push({ act: 'write', path: target, recursive: false })
  return {
    touches: [...facts.touches, ...touches],
    hazards: [
      ...facts.hazards,
      ...writesElsewhere(target === undefined || isRemotePath(target) ? [] : [target], args),
    ],
  }
}

/** `kubectl apply -f https://…` installs what it fetches. */
function readManifest(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const files = args.options.flatMap(({ names, value }) =>
    names.some((name) => ['-f', '-k'].includes(name)) && value !== undefined ? [value] : [],
  )
  const fetched = files.some(isAddress)
  return {
    traits: fetched ? [...facts.traits, 'install-from-address'] : facts.traits,
    touches: [
      ...facts.touches,
      ...files
        .filter((path) => !isAddress(path) && literal(path) !== '-')
        .map((path): Touch => ({ act: 'read', path, recursive: true })),
    ],
    arity: fetched ? 0 : facts.arity,
  }
}

function readChart(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return args.operands.some(isAddress) || args.has('--repo')
    ? { traits: [...facts.traits, 'install-from-address'], arity: 0 }
    : {}
}

const BUCKET = /^(?:s3|gs|az|https?):\/\//

/** Copying from here to a bucket sends files away. */
function readUpload({ operands }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const target = operands.at(-1)
  const sources = operands.slice(0, -1)
  const local = sources.filter((field) => !BUCKET.test(knownPrefix(field)))
  if (target === undefined || local.length === 0) return {}
  const touches = local.map((path): Touch => ({ act: 'read', path, recursive: true }))
  if (!BUCKET.test(knownPrefix(target))) return {}
  return { traits: [...facts.traits, 'send-files'], touches: [...facts.touches, ...touches] }
}

function uploadWords(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const words = args.operands.map((field) => literal(field) ?? '')
  return words.some((word) =>
    ['cp', 'upload', 'put', 'rsync', 'sync', 'mirror', 'upload-batch'].includes(word),
  )
    ? readUpload(args, facts)
    : {}
}

/** `vagrant ssh -c TEXT` runs on the machine. */
function readVagrant(args: ParsedArgs): FactsPatch {
  const text = args.value('-c')
  const [, , ...rest] = args.operands
  if (text !== undefined) return { inner: [{ ...shellText(text), remote: true }] }
  return rest.length === 0 ? {} : { inner: [{ ...shellText(joinWords(rest)), remote: true }] }
}

const SHELL_MODULES = new Set([
  'shell',
  'command',
  'raw',
  'script',
  'ansible.builtin.shell',
  'ansible.builtin.command',
  'ansible.builtin.raw',
])

/** `ansible all -a 'uptime'`: without another module the argument is a command for the hosts. */
function readAnsible(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const module = args.value('-m')
  const text = args.value('-a')
  const hazards: readonly Hazard[] = facts.hazards
  const runs = module === undefined || SHELL_MODULES.has(literal(module) ?? 'shell')
  const inner: readonly Inner[] = text !== undefined && runs ? [{ ...shellText(text), remote: true }] : []
  return { hazards, inner }
}
