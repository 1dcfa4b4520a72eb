import type { Trait } from '../../model/part.ts'
import { isAddress } from './addresses.ts'
import { carrier, carrierCommand, type CarryingSpec } from './carrier.ts'
import { inWorkspace, ownConfig, plainName, relief, relieve } from './hazard-relief.ts'
import { knownPrefix, literal } from '../../model/field.ts'
import {
  GNU,
  MODERN,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'
import { each, onlyChecked } from './table-parts.ts'

const INDEXES =
  '-i,--index-url,--pypi-url= --extra-index-url= -f,--find-links= --trusted-host= --index= --default-index= --proxy= --cert= --client-cert='

const PIP: CommandSpec = {
  style: GNU,
  inherited: true,
  options:
    '-q,--quiet -v,--verbose --no-cache-dir --disable-pip-version-check --no-input --no-color --require-virtualenv -U,--upgrade --user --pre --no-deps -I,--ignore-installed --force-reinstall --no-build-isolation --dry-run -y,--yes --break-system-packages -c,--constraint= --format= --timeout= --retries= --exists-action= --upgrade-strategy= --only-binary= --no-binary= --platform= --python-version= --abi= --implementation= -e,--editable= --group= --prefer-binary --require-hashes',
  reads: '-r,--requirement=',
  configures: `${INDEXES} --config-settings= --global-option= --build-option= --python=`,
  writes:
    '-t,--target= --prefix= --root= --src= --log= --report= -d,--dest= -w,--wheel-dir= --cache-dir= -b,--build=',
}

const INSTALL: CommandSpec = { style: GNU, arity: 2, read: readInstall }
function pipCommands(arity: number): Readonly<Record<string, CommandSpec>> {
  return {
    ...each('install download wheel', { ...INSTALL, arity }),
    ...each('list show freeze check inspect hash config cache index search debug completion uninstall', {
      style: GNU,
      arity,
    }),
  }
}
const RUNS: CarryingSpec = {
  remote: true,
  fetches: true,
  options:
    '-q,--quiet -v,--verbose -p,--python= -n,--name= --no-capture-output --live-stream --frozen --locked --no-sync --no-dev --no-project --isolated --active --all-extras --extra= --group= --only-group= --offline --refresh -m,--module -s,--script -e,--env= --no-config --no-progress',
  loads: '--with= --with-requirements= --with-editable= --spec= --pip-args= --from=',
  configures: `${INDEXES} --project= --directory= --config-file= --env-file= -C= -P= --prefix= --cwd=`,
}
const RUN = carrierCommand(RUNS)
const PUBLISH: CommandSpec = {
  style: GNU,
  arity: 0,
  traits: ['publish'],
  configures: '--repository-url= --publish-url= --config-file= --index=',
}

const RUFF_CONFIG = { '--config': ownConfig('pyproject.toml', 'ruff.toml', '.ruff.toml') }

/** Package managers and tools of Python. */
export const DEV_PYTHON: Table = () => [
  {
    names: ['pip', 'pip3', 'pip2', 'pip3.*', 'pipdeptree'],
    queries: '--version -V --help -h help',
    ...PIP,
    subcommands: pipCommands(2),
    fallback: { ...PIP, arity: 2 },
  },
  {
    names: ['uv'],
    queries: '--version -V --help -h help',
    style: MODERN,
    inherited: true,
    options: '-q,--quiet -v,--verbose --offline --no-cache,-n --no-progress --color= --no-config',
    configures: '--project= --directory= --config-file= --cache-dir= --allow-insecure-host=',
    subcommands: {
      run: RUN,
      pip: { ...PIP, subcommands: pipCommands(3), fallback: { ...PIP, arity: 3 } },
      ...each('add sync lock', { style: MODERN, arity: 2, configures: INDEXES, read: readInstall }),
      tool: {
        subcommands: { run: RUN, ...each('install upgrade', { ...INSTALL, arity: 3 }) },
        fallback: { arity: 3 },
      },
      publish: PUBLISH,
    },
    fallback: { arity: 2 },
  },
  carrier({ ...RUNS, names: ['uvx'] }),
  {
    names: ['poetry'],
    queries: '--version -V --help -h',
    style: GNU,
    inherited: true,
    options: '-q,--quiet -n,--no-interaction -v -vv -vvv --no-ansi --no-plugins --no-cache',
    configures: '-C,--directory= -P,--project= --source=',
    subcommands: {
      run: RUN,
      ...each('add install update', INSTALL),
      publish: PUBLISH,
    },
    fallback: { arity: 2 },
  },
  {
    names: ['pipx'],
    queries: '--version --help -h',
    style: GNU,
    inherited: true,
    configures: INDEXES,
    subcommands: { run: RUN, ...each('install inject upgrade', INSTALL) },
    fallback: { arity: 2 },
  },
  {
    names: ['pipenv', 'pdm', 'hatch', 'rye', 'flit'],
    queries: '--version --help -h',
    style: GNU,
    inherited: true,
    configures: `${INDEXES} --pypi-mirror= -p,--project=`,
    subcommands: {
      ...each('run', RUN),
      ...each('install add update sync', INSTALL),
      ...each('publish', PUBLISH),
    },
    fallback: { arity: 2 },
  },
  {
    names: ['conda', 'mamba', 'micromamba'],
    queries: '--version -V --help -h info',
    style: GNU,
    inherited: true,
    options: '-n,--name= -y,--yes -q,--quiet -v,--verbose --json --no-deps --offline -d,--dry-run',
    configures: '-c,--channel= --override-channels --rc-file= --repodata-fn=',
    writes: '-p,--prefix=',
    subcommands: {
      run: carrierCommand({
        remote: true,
        options: '-n,--name= -p,--prefix= --no-capture-output --live-stream -v --cwd=',
      }),
      ...each('install create update', INSTALL),
    },
    fallback: { arity: 2 },
  },
  {
    names: ['twine'],
    style: GNU,
    subcommands: { upload: PUBLISH, register: PUBLISH },
    fallback: { arity: 2 },
  },
  { names: ['easy_install'], style: GNU, configures: INDEXES, traits: ['install-from-address'], arity: 0 },
  { names: ['virtualenv', 'venv'], style: GNU, arity: 1 },

  // Test runners.
  {
    names: ['pytest', 'py.test'],
    queries: '--version -V --help -h',
    style: GNU,
    options:
      '-k= -m= -q,--quiet -v,--verbose -x,--exitfirst --maxfail= -s -l,--showlocals --tb= --lf,--last-failed --ff,--failed-first --nf,--new-first --sw,--stepwise -n,--numprocesses= -r= --durations= --durations-min= --co,--collect-only --capture= --color= --disable-warnings,--disable-pytest-warnings -W,--pythonwarnings= --strict-markers --strict-config --no-header --no-summary --ignore= --ignore-glob= --deselect= --import-mode= --cov[=] --cov-branch --cov-append --no-cov --cov-fail-under= --timeout= --reruns= --pdb --trace --setup-show --setup-only --markers --fixtures --doctest-modules --asyncio-mode= --snapshot-update --benchmark-only -f --dist= --randomly-seed= -p= --log-cli-level= --log-level= --runxfail --keep-duplicates --show-capture= --cache-clear --cache-show[=] --pyargs',
    loads: '--pdbcls= --ds= --rootdir= --confcutdir= -c,--config-file= --cov-config= --json-report-file=',
    configures: '-o,--override-ini=',
    writes:
      '--basetemp= --junitxml,--junit-xml= --resultlog= --log-file= --debug[=] --html= --report-log= --alluredir= --cov-report=',
    // Workers on other machines or with other interpreters.
    starts: '--pastebin= --tx= --rsyncdir=',
    arity: 1,
    read: readPytest,
  },
  {
    names: ['tox'],
    queries: '--version --help -h',
    style: GNU,
    options: '-e= -p[=] -r,--recreate -q -v --skip-env= -l -a',
    loads: '-c,--conf=',
    configures: '-x,--override= --root= --workdir= --discover=',
    arity: 1,
    read: relieve({ '-c,--conf': ownConfig('tox.ini', 'pyproject.toml', 'setup.cfg') }),
  },
  {
    names: ['nox'],
    queries: '--version --help -h',
    style: GNU,
    loads: '-f,--noxfile=',
    arity: 1,
    read: relieve({ '-f,--noxfile': ownConfig('noxfile.py') }),
  },
  {
    names: ['coverage'],
    queries: '--version --help -h help',
    style: GNU,
    inherited: true,
    configures: '--rcfile=',
    writes: '-o= -d,--directory= --data-file=',
    subcommands: {
      run: {
        arity: 0,
        style: { ...GNU, permute: false },
        options:
          '-m,--module -a,--append --branch -p,--parallel-mode --source= --include= --omit= --concurrency= --timid -L',
        read: readCoverageRun,
      },
    },
    fallback: { arity: 2 },
  },

  // Linters, formatters and type checkers.
  {
    names: ['mypy', 'dmypy'],
    queries: '--version -V --help -h',
    style: GNU,
    options:
      '--strict --ignore-missing-imports -p,--package= -m,--module= --exclude= --python-version= --platform= --show-error-codes --pretty --no-error-summary --follow-imports= --namespace-packages --explicit-package-bases --no-incremental --disallow-untyped-defs --warn-unused-ignores --check-untyped-defs --disable-error-code= --enable-error-code= -v,--verbose --color-output --show-column-numbers --no-color-output',
    loads: '--config-file= --custom-typeshed-dir= --custom-typing-module= --shadow-file==',
    starts: '--python-executable= --install-types',
    writes:
      '--cache-dir= --junit-xml= --any-exprs-report= --cobertura-xml-report= --html-report= --linecount-report= --linecoverage-report= --lineprecision-report= --txt-report= --xml-report= --xslt-html-report= --xslt-txt-report= --timing-stats= --line-checking-stats=',
    changes: '-c=',
    arity: 1,
    read: relieve({ '--config-file': ownConfig('mypy.ini', '.mypy.ini', 'pyproject.toml', 'setup.cfg') }),
  },
  {
    names: ['ruff'],
    queries: '--version -V --help -h version help',
    style: MODERN,
    inherited: true,
    options:
      '--fix --unsafe-fixes --diff --check --select= --ignore= --extend-select= --exclude= --output-format= --target-version= --line-length= -q,--quiet -v,--verbose -s,--silent --no-cache --isolated --preview -e,--exit-zero --statistics -w,--watch --stdin-filename= --show-fixes',
    configures: '--config=',
    writes: '-o,--output-file= --cache-dir=',
    subcommands: {
      ...each('check clean server analyze', { style: MODERN, arity: 2, read: relieve(RUFF_CONFIG) }),
      // A project may configure what `check` does to files; these write nothing.
      ...each('rule linter', { readonly: true, style: MODERN, options: '--all --output-format=', arity: 2 }),
      config: { style: MODERN, arity: 2, read: relieve(RUFF_CONFIG) },
      format: {
        style: MODERN,
        arity: 2,
        read: (args, facts) => ({
          ...relief(args, facts, RUFF_CONFIG),
          ...onlyChecked(args, facts, ['--check', '--diff']),
        }),
      },
    },
    fallback: { style: MODERN, arity: 1 },
  },
  {
    names: ['black'],
    queries: '--version --help -h',
    style: GNU,
    options:
      '-c,--code= -l,--line-length= -t,--target-version= --check --diff -q,--quiet -v,--verbose --include= --exclude= --extend-exclude= --force-exclude= -S -C --preview --stdin-filename= -W,--workers= --color',
    configures: '--config=',
    arity: 1,
    read: (args, facts) => ({
      ...relief(args, facts, { '--config': ownConfig('pyproject.toml') }),
      ...onlyChecked(args, facts, ['--check', '--diff']),
    }),
  },
  {
    names: ['isort', 'autopep8', 'yapf', 'autoflake', 'pyupgrade', 'docformatter'],
    style: GNU,
    configures: '--settings-path,--settings-file,--sp,--settings= --config-root= --style= --global-config=',
    arity: 1,
  },
  {
    names: [
      'flake8',
      'pydocstyle',
      'vulture',
      'bandit',
      'safety',
      'pip-audit',
      'interrogate',
      'codespell',
      'djlint',
      'sqlfluff',
    ],
    style: GNU,
    loads: '--config= --append-config= --load-plugins= --enable-extensions=',
    writes: '--output-file= -o,--output=',
    arity: 1,
    read: relieve({ '--config': ownConfig('setup.cfg', 'tox.ini', '.flake8', 'pyproject.toml') }),
  },
  {
    names: ['pylint'],
    queries: '--version --help -h',
    style: GNU,
    starts: '--init-hook=',
    loads: '--rcfile= --load-plugins= --init-import=',
    writes: '--output=',
    arity: 1,
    read: relieve({ '--rcfile': ownConfig('.pylintrc', 'pylintrc', 'pyproject.toml', 'setup.cfg') }),
  },
  {
    names: ['pyright', 'basedpyright', 'pytype', 'pyre', 'ty'],
    queries: '--version --help -h',
    style: MODERN,
    starts: '--pythonpath=',
    configures: '--venvpath,--venv-path= -v= --typeshedpath,--typeshed-path=',
    arity: 1,
  },
  {
    names: ['pre-commit'],
    queries: '--version -V --help -h',
    style: GNU,
    inherited: true,
    loads: '-c,--config=',
    subcommands: each('run install autoupdate clean gc uninstall sample-config validate-config', {
      arity: 2,
      read: relieve({ '-c,--config': ownConfig('.pre-commit-config.yaml') }),
    }),
    fallback: { arity: 2 },
  },

  // Services and the rest.
  {
    names: [
      'gunicorn',
      'uvicorn',
      'hypercorn',
      'celery',
      'flask',
      'django-admin',
      'alembic',
      'scrapy',
      'streamlit',
      'dagster',
      'airflow',
      'prefect',
      'dbt',
      'jupyter',
      'jupyter-lab',
      'jupyter-notebook',
      'mkdocs',
      'sphinx-build',
      'cookiecutter',
      'copier',
      'invoke',
      'inv',
      'fab',
      'pyinstaller',
      'cython',
      'maturin',
      'nbconvert',
      'ipython',
      'bpython',
      'locust',
      'papermill',
    ],
    style: GNU,
    loads: '-c,--config,--conf,--config-file,-C= --profiles-dir= --project-dir= --pythonpath=',
    arity: 2,
  },
]

/** Packages from an address, and package indexes named in the command. */
function readInstall(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const editable = args.options.flatMap(({ names, value }) =>
    names.includes('-e') && value !== undefined ? [value] : [],
  )
  const listed = args.options.flatMap(({ names, value }) =>
    names.includes('-r') && value !== undefined ? [value] : [],
  )
  const fetched =
    [...args.operands, ...editable].some(
      (field) => isAddress(field) || / ?@ ?[a-z+]+:\/\//i.test(knownPrefix(field)),
    ) ||
    listed.some(isAddress) ||
    args.has('--index-url', '--extra-index-url', '--find-links', '--index', '--default-index')
  const traits: readonly Trait[] = fetched ? [...facts.traits, 'install-from-address'] : facts.traits
  return { traits, arity: fetched ? 0 : facts.arity }
}

function readPytest(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const base = relief(args, facts, {
    '-c,--config-file': ownConfig('pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg'),
    '--cov-config': ownConfig('.coveragerc', 'pyproject.toml', 'setup.cfg'),
    '--rootdir,--confcutdir': inWorkspace,
    '--cov-report': (value) => /^[\w-]*(?::(?![/~])(?!.*\.\.).*)?$/.test(literal(value) ?? '/'),
    '--tx': (value) => /^(?:\d+\*)?popen$/.test(literal(value) ?? ''),
    '--ds': (value) => plainName(value, args.context),
    '-o,--override-ini': (value) => PLAIN_SETTING.test(literal(value) ?? ''),
  })
  // `-p no:cacheprovider` switches a plugin off, `-p name` loads one.
  const plugins = args.options.filter(
    ({ names, value }) =>
      names.includes('-p') && value !== undefined && !knownPrefix(value).startsWith('no:'),
  )
  if (plugins.length === 0) return base
  return {
    hazards: [
      ...(base.hazards ?? facts.hazards),
      ...plugins.map(({ written, field, names }) => ({
        kind: 'loads' as const,
        option: written,
        range: field.range,
        spellings: names,
      })),
    ],
  }
}

/** `coverage run -m pytest` runs the module, `coverage run x.py` the file. */
function readCoverageRun({ argv, operands }: ParsedArgs): FactsPatch {
  const [first] = operands
  if (first === undefined) return {}
  const from = argv.indexOf(first)
  return { inner: [{ kind: 'argv', argv: argv.slice(from), from, remote: true }], arity: from + 1 }
}

/** Settings of pytest that only affect verbosity and strictness. */
const PLAIN_SETTING =
  /^(?:log_(?:cli|cli_level|level|format|date_format)|console_output_style|xfail_strict|asyncio_mode|timeout|junit_family|truncation_limit_lines|verbosity_\w+)=[\w %()-]*$/
