import { isAwsQuestion, isAzureQuestion, isGcloudQuestion } from './cloud-questions.ts'
import { display, literal } from '../field.ts'
import type { CommandSpec, FactsPatch, OptionList, ParsedArgs, ProgramFacts, ProgramSpec } from './spec.ts'

/**
 * Commands that ask a service and change nothing: a daemon, a cluster, a registry, an index of packages. They run where reading runs, but
 * not in plan mode, and not in the sandbox that has no network. Hazards of the tables hold for them too.
 */
interface Queries {
  readonly programs: readonly string[]
  /** Words of each command behind the program, separated by commas. */
  readonly commands: string
  /** Harmless options, beside those that the tables know. */
  readonly options?: OptionList
  /** See `CommandSpec.anyOption`: for programs whose queries have no option that does harm but those declared. */
  readonly anyOption?: true
  readonly read?: CommandSpec['read']
  /** True for words, program apart, that are a question too: whatever the tables have no name for. */
  readonly asks?: (words: readonly string[]) => boolean
}

const NPM_OPTIONS =
  '--depth= --json --long -l --parseable -p --all -a --omit= --include= --prod --production --dev --link --unicode -g,--global -w,--workspace= --workspaces --include-workspace-root --silent -s --loglevel='

const QUERIES: readonly Queries[] = [
  {
    programs: ['docker', 'podman', 'nerdctl'],
    commands:
      'ps, events, images, logs, inspect, version, info, top, port, diff, history, stats, search, image ls, image list, image inspect, image history, container ls, container list, container ps, container inspect, container logs, container top, container port, container stats, container diff, network ls, network list, network inspect, volume ls, volume list, volume inspect, context ls, context list, context show, context inspect, system df, system info, buildx ls, buildx inspect, buildx version, service ls, service ps, service inspect, service logs, node ls, node ps, node inspect, stack ls, stack ps, stack services, plugin ls, manifest inspect, pod ls, pod ps, pod inspect, machine list, compose ps, compose logs, compose images, compose ls, compose top, compose port, compose version, compose config, compose stats, compose events',
    anyOption: true,
  },
  {
    programs: ['docker-compose', 'podman-compose'],
    commands: 'ps, logs, images, ls, top, port, version, config, stats',
    anyOption: true,
  },
  {
    programs: ['kubectl', 'oc', 'k'],
    commands:
      'get, describe, logs, diff, top, top pod, top pods, top node, top nodes, version, explain, api-resources, api-versions, cluster-info, events, auth can-i, auth whoami, rollout status, rollout history, config current-context, config get-contexts, config get-clusters, config get-users',
    options:
      '--show-kind --show-managed-fields --no-headers --ignore-not-found --chunk-size= --output-watch-events --watch-only --subresource= --template= --allow-missing-template-keys --use-openapi-print-columns --label-columns= -L= --server-print --show-events --all-pods --limit-bytes= --prefix --since-time= --timestamps --max-log-requests= --pod-running-timeout= --containers --recursive --api-version= --api-group= --namespaced --verbs= --categories= --short --client --revision= --for= --types= --quiet -q --list --no-headers --sum --use-protocol-buffers -R -f --all',
    read: keepsSecrets,
  },
  {
    programs: ['helm'],
    commands:
      'list, ls, status, history, version, env, repo list, repo ls, search repo, search hub, show chart, show values, show readme, show crds, get notes, get hooks, template, lint, dependency list, dep list',
    options:
      '-n,--namespace= -A,--all-namespaces -a,--all -o,--output= --max= -f,--filter= -q,--short --deployed --failed --pending --revision= --version= --devel --versions -l,--selector= -s,--show-only= --include-crds --skip-tests -a,--api-versions= --kube-version= --release-name --is-upgrade --no-hooks --set-json= --set-literal= --strict --quiet --with-subcharts --skip-schema-validation',
  },
  {
    programs: ['npm'],
    commands:
      'ls, list, ll, la, view, info, show, v, outdated, root, prefix, bin, explain, why, ping, whoami, search, pkg get, config get, config list, config ls, query, run, run-script, audit',
    options: `${NPM_OPTIONS} --audit-level=`,
    read: onlyListsScripts,
  },
  {
    programs: ['pnpm', 'cnpm'],
    commands:
      'ls, list, ll, la, why, outdated, root, bin, config get, config list, store path, licenses list, licenses ls',
    options: NPM_OPTIONS,
  },
  {
    programs: ['yarn', 'yarnpkg'],
    commands:
      'list, why, outdated, info, config list, config get, workspaces list, workspaces info, licenses list',
    options: `${NPM_OPTIONS} -A -R --recursive --pattern= --name-only --verbose -v --since -i --dependents --manifest --cache --name-only`,
  },
  {
    programs: ['pip', 'pip3'],
    commands:
      'list, show, freeze, check, inspect, debug, index versions, config list, config get, cache dir, cache info, cache list',
    options:
      '-o,--outdated -u,--uptodate -e,--editable -l,--local --user --path= --pre --format= --not-required --exclude-editable --include-editable --exclude= -f,--files -v,--verbose -q,--quiet --all --disable-pip-version-check --no-color --no-input --verbose -V',
  },
  {
    programs: ['uv'],
    commands:
      'tree, version, pip list, pip show, pip freeze, pip check, pip tree, python list, python find, tool list, tool dir, cache dir, self version',
    options:
      '--outdated --format= --depth= -d= --package= --no-dev --all-groups --show-sizes --universal -q,--quiet -v,--verbose --no-progress --color= --strict --exclude= --only-installed --all-versions --short --output-format= --frozen --locked --offline --invert --no-dedupe --show-version-specifiers --show-paths',
  },
  {
    programs: ['poetry'],
    commands: 'show, env info, env list, version, about, check, config, source show',
    options:
      '-t,--tree -l,--latest -o,--outdated -a,--all --only= --without= --with= --why --no-ansi -q,--quiet -v -n,--no-interaction -p,--path -s,--short --list',
    read: onlyListsConfig,
  },
  {
    programs: ['conda', 'mamba', 'micromamba'],
    commands: 'list, info, env list, search, config, compare',
    options:
      '-n,--name= -p,--prefix= --json -e,--envs --export --explicit --show --show-sources -q,--quiet -v --all --revisions -f --full-name',
    read: onlyListsConfig,
  },
  {
    programs: ['pipx'],
    commands: 'list, environment',
    options: '--short --json --include-injected --value= -v',
  },
  {
    programs: ['cargo'],
    commands: 'tree, metadata, search, version, pkgid, locate-project, read-manifest, info, verify-project',
    options:
      '--depth= -p,--package= -e,--edges= -i,--invert= -d,--duplicates --prefix= --no-dedupe --charset= -f,--format= --format-version= --no-deps --features= --all-features --no-default-features --target= --workspace --exclude= --offline --frozen --locked -q,--quiet -v,--verbose --color= --message-format= --limit= --filter-platform= -V,--version',
  },
  {
    programs: ['rustup'],
    commands:
      'show, toolchain list, target list, component list, which, check, show active-toolchain, show home',
    options: '--installed -v,--verbose --toolchain=',
  },
  {
    programs: ['go'],
    commands: 'version, list, doc, mod graph, mod why, mod verify',
    options:
      '-m -json -f= -u -versions -deps -test -e -find -retracted -reuse= -compiled -all -c -cmd -short -src -u -vendor -mod= -tags= -C= -v -x',
  },
  { programs: ['go'], commands: 'env' },
  {
    programs: ['terraform', 'tofu'],
    commands:
      'show, output, providers, version, graph, validate, fmt, state list, state show, workspace list, workspace show',
    options: '-json -no-color -raw -module-depth= -id= -type= -plan= -draw-cycles -no-tests -test-directory=',
    read: onlyChecksFormat,
  },
  {
    programs: ['aws'],
    commands:
      'sts get-caller-identity, s3 ls, logs tail, logs filter-log-events, logs describe-log-groups, logs describe-log-streams, ec2 describe-instances, ec2 describe-instance-status, ec2 describe-security-groups, ec2 describe-vpcs, ec2 describe-subnets, ecs list-clusters, ecs list-services, ecs list-tasks, ecs describe-services, ecs describe-tasks, ecs describe-clusters, eks list-clusters, eks describe-cluster, rds describe-db-instances, rds describe-events, lambda list-functions, cloudwatch describe-alarms, cloudwatch list-metrics, cloudwatch get-metric-statistics, sqs list-queues, sqs get-queue-attributes, elbv2 describe-target-health, elbv2 describe-load-balancers, cloudformation list-stacks, cloudformation describe-stacks, cloudformation describe-stack-events, configure list',
    options:
      '--profile= --region= --output= --query= --no-cli-pager --no-paginate --max-items= --page-size= --starting-token= --color= --since= --follow --format= --filter-pattern= --log-stream-names= --log-stream-name-prefix= --log-group-name= --log-group-name-prefix= --start-time= --end-time= --limit= --instance-ids= --filters= --cluster= --clusters= --services= --tasks= --service-name= --desired-status= --name= --db-instance-identifier= --alarm-names= --state-value= --namespace= --metric-name= --dimensions= --period= --statistics= --queue-url= --attribute-names= --target-group-arn= --names= --stack-name= --stack-status-filter= --recursive --human-readable --summarize',
    asks: isAwsQuestion,
  },
  {
    programs: ['gcloud'],
    commands:
      'config list, logging read, projects list, auth list, info, version, compute instances list, compute instances describe, container clusters list, container clusters describe, run services list, run services describe, run revisions list, functions list, sql instances list, pubsub topics list, pubsub subscriptions list, app logs read, builds list, builds describe',
    options:
      '--project= --region= --zone= --format= --limit= --filter= --freshness= --order= --quiet -q --page-size= --sort-by= --uri --platform= --verbosity=',
    asks: isGcloudQuestion,
  },
  {
    programs: ['az'],
    commands: 'account show, account list, version',
    options: '-o,--output= --query= --subscription= --only-show-errors --all',
    asks: isAzureQuestion,
  },
  {
    programs: ['glab'],
    commands:
      'mr list, mr view, mr diff, mr approvers, issue list, issue view, ci list, ci status, ci get, ci trace, repo view, repo search, release list, release view, label list, milestone list, version',
    options:
      '-R,--repo= -F,--output= -P,--per-page= -p,--page= -A,--all -c,--closed -M,--merged -d,--draft --comments -s,--system-logs --color= --raw -a,--assignee= -l,--label= -b,--branch= --search= -g,--group= --author= --state= --pipeline-id= -h,--help',
  },
  {
    programs: ['brew'],
    commands:
      'list, ls, info, search, deps, uses, outdated, leaves, config, doctor, desc, cat, --prefix, --cellar, --repository',
    options:
      '--versions --json[=] --cask --formula -1 -l -r -t --installed --tree --include-build --full-name --pinned --greedy -v --verbose -q --quiet',
  },
]

/**
 * Adds the queries to the entry of a program, which may be that of others too. What the entry says of the same command
 * stays, hazards above all.
 */
export function withQueries(spec: ProgramSpec, program: string): ProgramSpec {
  const found = QUERIES.filter(({ programs }) => programs.includes(program))
  if (found.length === 0) return spec
  const whole = found.reduce((so, queries) => addAll(so, queries), spec)
  const asks = found.find((queries) => queries.asks !== undefined)?.asks
  return asks === undefined ? whole : { ...whole, ...withQuestions(whole, asks) }
}

/** What is left of a program's commands is a question where its words say so. */
function withQuestions(spec: CommandSpec, asks: NonNullable<Queries['asks']>): CommandSpec {
  if (spec.subcommands === undefined) return spec
  const below = Object.entries(spec.subcommands).map(([name, command]): readonly [string, CommandSpec] => [
    name,
    withQuestions(command, asks),
  ])
  const fallback = spec.fallback ?? {}
  const read = (args: ParsedArgs, facts: ProgramFacts): FactsPatch => {
    const own = fallback.read?.(args, facts) ?? {}
    const words = [...args.path, ...args.operands.map((field) => literal(field) ?? '')]
    if (asks(words)) return own
    return { ...own, notReadonly: { because: 'not-readonly', program: facts.program ?? args.program } }
  }
  return {
    ...spec,
    subcommands: Object.fromEntries(below),
    fallback: { ...fallback, readonly: 'query', anyOption: true, read },
  }
}

function addAll(spec: ProgramSpec, queries: Queries): ProgramSpec {
  const commands = queries.commands.split(',').map((text) => text.trim().split(' '))
  return commands.reduce<ProgramSpec>(
    (whole, words) => ({ ...whole, ...addCommand(whole, words, queries) }),
    spec,
  )
}

function addCommand(spec: CommandSpec, [word, ...rest]: readonly string[], queries: Queries): CommandSpec {
  if (word === undefined) return asQuery(spec, queries)
  // A level that had no subcommands of its own still means what it meant for all other words.
  const fallback = spec.subcommands === undefined ? leafOf(spec) : spec.fallback
  const below = spec.subcommands?.[word] ?? fallback ?? {}
  return {
    ...spec,
    subcommands: { ...spec.subcommands, [word]: addCommand(below, rest, queries) },
    ...(fallback === undefined ? {} : { fallback }),
  }
}

/** A spec as the fallback of itself: without what makes it a level, and with its own length of defining words. */
function leafOf({ subcommands: _none, fallback: _also, ...leaf }: CommandSpec): CommandSpec {
  return leaf
}

function asQuery(spec: CommandSpec, { options = '', anyOption, read }: Queries): CommandSpec {
  const own = spec.read
  const both = (args: ParsedArgs, facts: ProgramFacts): FactsPatch => {
    const first = own?.(args, facts) ?? {}
    return { ...first, ...read?.(args, facts) }
  }
  return {
    ...spec,
    readonly: 'query',
    options: `${options} ${spec.options ?? ''}`.trim(),
    ...(anyOption === undefined ? {} : { anyOption }),
    ...(own === undefined && read === undefined ? {} : { read: both }),
  }
}

/** Secrets of a cluster are more than a question about its state. */
function keepsSecrets({ operands }: ParsedArgs, { program = '' }: ProgramFacts): FactsPatch {
  const secret = operands.find((word) => /(^|[,./])secrets?($|[,./])/i.test(display(word)))
  return secret === undefined
    ? {}
    : { notReadonly: { because: 'not-readonly', program, argument: display(secret) } }
}

/** `npm run` alone lists the scripts, with a name it runs one; `npm audit fix` installs. */
function onlyListsScripts({ path, operands }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first] = operands
  if (!/^(?:run|audit)/.test(path.at(-1) ?? '') || first === undefined) return {}
  return { notReadonly: { because: 'not-readonly', program: facts.program ?? 'npm' } }
}

/** `fmt` writes, unless it only checks. */
function onlyChecksFormat({ path, has, value }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const write = value('-write')
  const checks = has('-check') || (write !== undefined && literal(write) === 'false')
  return path.at(-1) !== 'fmt' || checks
    ? {}
    : { notReadonly: { because: 'not-readonly', program: facts.program ?? 'terraform', argument: 'fmt' } }
}

/** `config` with a name or a value sets something; only its listing is a question. */
function onlyListsConfig({ path, operands, has }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const lists = has('--list', '--show', '--show-sources')
  const sets = path.at(-1) === 'config' && (!lists || operands.length > 0)
  return sets
    ? { notReadonly: { because: 'not-readonly', program: facts.program ?? '', argument: 'config' } }
    : {}
}
