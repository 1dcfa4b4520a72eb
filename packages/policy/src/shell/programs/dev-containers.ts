import { lazy } from '../../lazy.ts'
import { literal, type Field } from '../../model/field.ts'
import { isAddress, isRemotePath } from './addresses.ts'
import { carrierCommand } from './carrier.ts'
import { insideOf, isContent } from './into-target.ts'
import { inWorkspace, relief, relieve, writesElsewhere } from './hazard-relief.ts'
import { withEntrypoint } from './container-program.ts'
import { mountedBy, ownsMachine, throughMounts } from './mounts.ts'
import {
  MODERN,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
  type Touch,
} from './spec.ts'
import { spreads, writes } from './touches.ts'
import { PUBLISH, each } from './table-parts.ts'

/** Containers on one machine: docker and similar programs. */
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
      run: RUN(),
      create: RUN(),
      exec: EXEC(),
      build: BUILD,
      compose: COMPOSE(),
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
        subcommands: {
          run: RUN(),
          create: RUN(),
          exec: EXEC(),
          cp: { style: MODERN, arity: 3, read: copies },
        },
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
    ...COMPOSE(),
    subcommands: shorter(COMPOSE()),
    fallback: { style: MODERN, arity: 2, read: composeFiles },
  },
]

/** Options end where the command for the container begins. */
export const STOPPING = { ...MODERN, permute: false }

/** Options of `docker run` and `create` that take a value, besides those below. */
const RUN_OPTIONS =
  '-d,--detach -i,--interactive -t,--tty --rm --init --read-only -P,--publish-all -q,--quiet --sig-proxy[=] --no-healthcheck --disable-content-trust[=] --oom-kill-disable -a,--attach= --add-host= --annotation= --blkio-weight= -c,--cpu-shares= --cpu-period= --cpu-quota= --cpus= --cpuset-cpus= --cpuset-mems= --detach-keys= --dns= --dns-option= --dns-search= --domainname= -e,--env= --expose= --group-add= --health-cmd= --health-interval= --health-retries= --health-timeout= --health-start-period= -h,--hostname= --ip= --ip6= --isolation= --kernel-memory= -l,--label= --link= --log-driver= --log-opt= --mac-address= -m,--memory= --memory-reservation= --memory-swap= --memory-swappiness= --name= --network-alias= --oom-score-adj= --pids-limit= --platform= -p,--publish= --pull= --restart= --runtime= --shm-size= --stop-signal= --stop-timeout= --storage-opt= --sysctl= --tmpfs= --ulimit= -u,--user= -w,--workdir= --gpus= --label-file= --entrypoint= --network,--net= --cgroup-parent='

const RUN = lazy(() =>
  runOrExec({
    options: RUN_OPTIONS,
    configures:
      '--privileged --cap-add= --device= --device-cgroup-rule= --security-opt= --pid= --ipc= --userns= --uts= --cgroupns= -v,--volume= --mount= --volumes-from= --volume-driver=',
    writes: '--cidfile=',
  }),
)

const EXEC = lazy(() =>
  runOrExec({
    options: '-d,--detach -i,--interactive -t,--tty -e,--env= -u,--user= -w,--workdir= --detach-keys=',
    configures: '--privileged',
  }),
)

const COMPOSE = lazy((): CommandSpec => ({
  style: MODERN,
  inherited: true,
  options:
    '-p,--project-name= --profile= --ansi= --progress= --parallel= --compatibility --dry-run --verbose -d,--detach --build --force-recreate --no-deps -T,--no-TTY --remove-orphans',
  loads: '-f,--file=',
  configures: '--project-directory= --env-file= -H,--host= -c,--context=',
  subcommands: {
    ...each(
      'up start stop restart build pull ps images ls top port kill create pause unpause events version watch stats cp wait attach',
      {
        style: MODERN,
        arity: 3,
        read: composeFiles,
      },
    ),
    // With one more option they also remove stored data.
    ...each('down rm', { style: MODERN, arity: 0, read: composeFiles }),
    logs: {
      style: MODERN,
      arity: 3,
      options: '-f,--follow -n,--tail= -t,--timestamps --since= --until= --no-color --no-log-prefix --index=',
      read: composeFiles,
    },
    ...each('config convert', { style: MODERN, arity: 3, writes: '-o,--output=', read: composeFiles }),
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
}))

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

/** `docker-compose up` has one word less than `docker compose up`. */
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

/** Starts a command in a container: seen by deny, ask and breakers; mounts of the workspace and of volumes are normal. */
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
        touches: [...facts.touches, ...args.options.flatMap(mountedBy), ...ownsMachine(args)],
        arity: 0,
      }
    },
  }
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

/** A context that is an address provides the instructions too. */
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

/** `docker cp a box:/b`: the side without a colon is local. */
export function copies(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [source, target] = args.operands
  const touches: Touch[] = []
  if (source !== undefined && !isRemotePath(source))
    touches.push({ act: 'read', path: source, recursive: true })
  if (target !== undefined && !isRemotePath(target)) {
    touches.push(source !== undefined && isContent(source) ? spreads(target) : writes(target))
    if (source !== undefined) touches.push(...insideOf(target, source))
  }
  return {
    touches: [...facts.touches, ...touches],
    hazards: [
      ...facts.hazards,
      ...writesElsewhere(target === undefined || isRemotePath(target) ? [] : [target], args),
    ],
  }
}
