import { isAwsQuestion, isAzureQuestion, isGcloudQuestion } from './cloud-questions.ts'
import { display, literal } from '../../model/field.ts'
import { onlyWords } from './table-parts.ts'
import type { CommandSpec, FactsPatch, OptionList, ParsedArgs, ProgramFacts } from './spec.ts'

/**
 * Commands that query a service and change nothing: a daemon, a cluster, a registry, a package index. They run wherever reading runs, but
 * not in plan mode, and not in the sandbox without a network. The hazards of the tables apply to them too.
 */
export interface Queries {
  readonly programs: readonly string[]
  /** Words of each command after the program, separated by commas. */
  readonly commands: string
  /** Harmless options, in addition to those in the tables. */
  readonly options?: OptionList
  /** See `CommandSpec.anyOption`: for programs whose queries have no harmful options except the declared ones. */
  readonly anyOption?: true
  readonly read?: CommandSpec['read']
  /** True for words, without the program, that are also a query: anything that the tables do not name. */
  readonly asks?: (words: readonly string[]) => boolean
}

const NPM_OPTIONS =
  '--depth= --json --long -l --parseable -p --all -a --omit= --include= --prod --production --dev --link --unicode -g,--global -w,--workspace= --workspaces --include-workspace-root --silent -s --loglevel='

export const QUERIES: readonly Queries[] = [
  {
    programs: ['docker', 'podman', 'nerdctl'],
    commands:
      'ps, events, images, logs, inspect, version, info, top, port, diff, history, stats, search, image ls, image list, image inspect, image history, container ls, container list, container ps, container inspect, container logs, container top, container port, container stats, container diff, network ls, network list, network inspect, volume ls, volume list, volume inspect, context ls, context list, context show, context inspect, system df, system info, buildx ls, buildx inspect, buildx version, buildx du, buildx imagetools inspect, service ls, service list, service ps, service inspect, service logs, node ls, node ps, node inspect, stack ls, stack ps, stack services, plugin ls, plugin inspect, manifest inspect, secret ls, secret inspect, config ls, trust inspect, system events, pod ls, pod ps, pod inspect, machine list, compose ps, compose logs, compose images, compose ls, compose top, compose port, compose version, compose config, compose stats, compose events',
    anyOption: true,
  },
  {
    programs: ['docker-compose', 'podman-compose'],
    commands: 'ps, logs, images, ls, top, port, version, config, stats, events',
    anyOption: true,
  },
  {
    programs: ['kubectl', 'oc', 'k'],
    commands:
      'get, describe, logs, diff, top, top pod, top pods, top node, top nodes, version, explain, api-resources, api-versions, cluster-info, events, auth can-i, auth whoami, rollout status, rollout history, config current-context, config get-contexts, config get-clusters, config get-users, config view, plugin list, wait, completion',
    options:
      '--show-kind --show-managed-fields --no-headers --ignore-not-found --chunk-size= --output-watch-events --watch-only --subresource= --template= --allow-missing-template-keys --use-openapi-print-columns --label-columns= -L= --server-print --show-events --all-pods --limit-bytes= --prefix --since-time= --timestamps --max-log-requests= --pod-running-timeout= --containers --recursive --api-version= --api-group= --namespaced[=] --verbs= --categories= --short --client --revision= --for= --types= --quiet -q --list --no-headers --sum --use-protocol-buffers -R -f --all --minify --flatten',
    read: keepsSecrets,
  },
  {
    programs: ['adb'],
    commands: 'devices, version, get-state, get-serialno, features',
    options: '-l',
    read: (args) => startsNothing(args, /^[a-z-]+(?: -l)?$/),
  },
  {
    programs: ['xcrun'],
    commands: 'simctl list',
    options: '-j,--json -v -e',
    read: (args) =>
      startsNothing(
        args,
        /^simctl list(?: -j| --json| -v| -e| devices| devicetypes| runtimes| pairs| available| booted)*$/,
      ),
  },
  {
    programs: ['jupyter'],
    commands: 'kernelspec list, server list, lab list, notebook list, troubleshoot',
    options: '--json --jsonlist',
  },
  {
    programs: ['helm'],
    commands:
      'list, ls, status, history, version, env, repo list, repo ls, search repo, search hub, show chart, show values, show readme, show crds, show all, inspect chart, inspect values, inspect readme, inspect crds, inspect all, get notes, get hooks, get values, get metadata, verify, completion, template, lint, dependency list, dependency ls, dep list, dep ls, plugin list, plugin ls',
    options:
      '-n,--namespace= -A,--all-namespaces -a,--all -o,--output= --max= -f,--filter= -q,--short --deployed --failed --pending --superseded --uninstalled --uninstalling --max-col-width= --keyring= --skip-crds --revision= --version= --devel --versions -l,--selector= -s,--show-only= --include-crds --skip-tests -a,--api-versions= --kube-version= --release-name --is-upgrade --no-hooks --set-json= --set-literal= --strict --quiet --with-subcharts --skip-schema-validation',
  },
  {
    programs: ['npm'],
    commands:
      'ls, list, ll, la, view, info, show, v, outdated, root, prefix, bin, explain, why, ping, whoami, search, pkg get, config get, config list, config ls, get, query, run, run-script, audit, s, se, find, help-search, version, owner ls, owner list, access list packages, access list collaborators, access get status, find-dupes, fund, cache ls, cache list, token list, profile get, stars, sbom, completion',
    options: `${NPM_OPTIONS} --audit-level= --sbom-format= --sbom-type= --which= --searchlimit= --description`,
    read: onlyListsScripts,
  },
  {
    programs: ['pnpm', 'cnpm'],
    commands:
      'ls, list, ll, la, why, outdated, root, bin, config get, config list, store path, licenses list, licenses ls, info, view, show, audit',
    options: `${NPM_OPTIONS} -r,--recursive -D,--dev -P,--prod --no-optional --audit-level= --filter= --format= --no-table --compatible --sort-by=`,
  },
  {
    programs: ['yarn', 'yarnpkg'],
    commands:
      'list, why, outdated, info, config list, config get, workspaces list, workspaces info, licenses list, audit',
    options: `${NPM_OPTIONS} -A -R --recursive --pattern= --name-only --verbose -v --since -i --dependents --manifest --cache --name-only`,
  },
  {
    programs: ['pip', 'pip3'],
    commands:
      'list, show, freeze, check, inspect, debug, hash, index versions, config list, config get, config debug, cache dir, cache info, cache list',
    options:
      '-o,--outdated -u,--uptodate -e,--editable -l,--local --user --path= --pre --format= --not-required --exclude-editable --include-editable --exclude= -f,--files -v,--verbose -q,--quiet --all --disable-pip-version-check --no-color --no-input --verbose -V --global --site -a,--algorithm=',
  },
  {
    programs: ['uv'],
    commands:
      'tree, version, pip list, pip show, pip freeze, pip check, pip tree, python list, python find, python dir, tool list, tool dir, cache dir, self version',
    options:
      '--outdated --format= --depth= -d= --package= --no-dev --all-groups --show-sizes --universal -q,--quiet -v,--verbose --no-progress --color= --strict --exclude= --only-installed --all-versions --short --output-format= --frozen --locked --offline --invert --no-dedupe --show-version-specifiers --show-paths -f,--files',
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
      'show, output, providers, version, graph, validate, fmt, state list, state show, workspace list, workspace show, metadata functions, modules',
    options: '-json -no-color -raw -module-depth= -id= -type= -plan= -draw-cycles -no-tests -test-directory=',
    read: onlyChecksFormat,
  },
  {
    programs: ['aws'],
    commands: 'sts get-caller-identity, s3 ls, logs tail, logs filter-log-events, configure list',
    options:
      '--profile= --region= --output= --query= --no-cli-pager --no-paginate --max-items= --page-size= --starting-token= --color= --since= --follow --format= --filter-pattern= --log-stream-names= --log-stream-name-prefix= --log-group-name= --start-time= --end-time= --limit= --recursive --human-readable --summarize',
    asks: isAwsQuestion,
  },
  {
    programs: ['gcloud'],
    commands:
      'config list, config get, config get-value, topic, functions logs read, run services logs read, logging read, projects list, auth list, info, version, compute instances list, compute instances describe, container clusters list, container clusters describe, run services list, run services describe, run revisions list, functions list, sql instances list, pubsub topics list, pubsub subscriptions list, app logs read, builds list, builds describe',
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
      'list, ls, info, search, deps, uses, outdated, leaves, config, doctor, desc, cat, missing, options, tap-info, formulae, casks, log, commands, shellenv, analytics state, --prefix, --cellar, --caskroom, --cache, --repository, --repo, --env, --config, --taps',
    options:
      '--versions --json[=] --cask --casks --formula --formulae -1 -l -r -t -n -s -d -p -g --installed --installed-on-request --installed-as-dependency --poured-from-bottle --built-from-source --tree --include-build --include-optional --include-test --skip-recommended --full-name --pinned --greedy --greedy-latest --greedy-auto-updates --analytics --all --sizes --desc --search --name --description --direct --union --topological --missing --annotate --for-each --recursive --hide= --list-checks --oneline --stat --patch -# --max-count= --include-aliases --unbrewed -v --verbose -q --quiet',
  },
]

/** Secrets of a cluster are more than its state. */
function keepsSecrets({ operands }: ParsedArgs, { program = '' }: ProgramFacts): FactsPatch {
  const secret = operands.find((word) => /(^|[,./])secrets?($|[,./])/i.test(display(word)))
  return secret === undefined
    ? {}
    : { notReadonly: { because: 'not-readonly', program, argument: display(secret) } }
}

/** `npm run` alone lists the scripts, but with a name it runs one; `npm audit fix` installs, `npm version minor` sets one. */
function onlyListsScripts({ path, operands }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first] = operands
  if (!/^(?:run|audit|version)/.test(path.at(-1) ?? '') || first === undefined) return {}
  return { notReadonly: { because: 'not-readonly', program: facts.program ?? 'npm' } }
}

/** `fmt` writes, unless it only checks. */
function onlyChecksFormat({ path, has, value }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const write = value('-write')
  const checks = has('-check') || literal(write) === 'false'
  return path.at(-1) !== 'fmt' || checks
    ? {}
    : { notReadonly: { because: 'not-readonly', program: facts.program ?? 'terraform', argument: 'fmt' } }
}

/** `config` with a name or a value sets something; only its listing is a query. */
function onlyListsConfig({ path, operands, has }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const lists = has('--list', '--show', '--show-sources')
  const sets = path.at(-1) === 'config' && (!lists || operands.length > 0)
  return sets
    ? { notReadonly: { because: 'not-readonly', program: facts.program ?? '', argument: 'config' } }
    : {}
}

/** With exactly these words a program that starts others only prints something. */
function startsNothing(args: ParsedArgs, words: RegExp): FactsPatch {
  const listed = onlyWords(args, words)
  return Object.hasOwn(listed, 'notReadonly') ? { ...listed, inner: [], opaque: false } : {}
}
