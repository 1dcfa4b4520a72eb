import type { HazardRow } from './row.ts'

/** Hazards of the tools of Python, and of interpreters. */
export const PYTHON_HAZARDS: readonly HazardRow[] = [
  [
    'pip',
    'writes',
    '-t /x; --target=/x; --prefix=/x; --root=/x; --src=/x; --log=/x; --report=/x; -d /x; --dest=/x; -w /x; --wheel-dir=/x; --cache-dir=/x; -b /x; --build=/x',
  ],
  [
    'pip',
    'configures',
    '-i /x; --index-url=/x; --pypi-url=/x; --extra-index-url=/x; -f /x; --find-links=/x; --trusted-host=/x; --index=/x; --default-index=/x; --proxy=/x; --cert=/x; --client-cert=/x; --config-settings=/x; --global-option=/x; --build-option=/x; --python=/x',
  ],
  [
    'pip other',
    'writes',
    '-t /x; --target=/x; --prefix=/x; --root=/x; --src=/x; --log=/x; --report=/x; -d /x; --dest=/x; -w /x; --wheel-dir=/x; --cache-dir=/x; -b /x; --build=/x',
  ],
  [
    'pip other',
    'configures',
    '-i /x; --index-url=/x; --pypi-url=/x; --extra-index-url=/x; -f /x; --find-links=/x; --trusted-host=/x; --index=/x; --default-index=/x; --proxy=/x; --cert=/x; --client-cert=/x; --config-settings=/x; --global-option=/x; --build-option=/x; --python=/x',
  ],
  [
    'uv',
    'configures',
    '--project=/x; --directory=/x; --config-file=/x; --cache-dir=/x; --allow-insecure-host=/x',
  ],
  [
    'uv run',
    'loads',
    '--with=/x; --with-requirements=/x; --with-editable=/x; --spec=/x; --pip-args=/x; --from=/x',
  ],
  [
    'uv run',
    'configures',
    '-i /x; --index-url=/x; --pypi-url=/x; --extra-index-url=/x; -f /x; --find-links=/x; --trusted-host=/x; --index=/x; --default-index=/x; --proxy=/x; --cert=/x; --client-cert=/x; --project=/x; --directory=/x; --config-file=/x; --env-file=/x; -C /x; -P /x; --prefix=/x; --cwd=/x',
  ],
  [
    'uv pip',
    'writes',
    '-t /x; --target=/x; --prefix=/x; --root=/x; --src=/x; --log=/x; --report=/x; -d /x; --dest=/x; -w /x; --wheel-dir=/x; --cache-dir=/x; -b /x; --build=/x',
  ],
  [
    'uv pip',
    'configures',
    '-i /x; --index-url=/x; --pypi-url=/x; --extra-index-url=/x; -f /x; --find-links=/x; --trusted-host=/x; --index=/x; --default-index=/x; --proxy=/x; --cert=/x; --client-cert=/x; --config-settings=/x; --global-option=/x; --build-option=/x; --python=/x',
  ],
  [
    'uv pip other',
    'writes',
    '-t /x; --target=/x; --prefix=/x; --root=/x; --src=/x; --log=/x; --report=/x; -d /x; --dest=/x; -w /x; --wheel-dir=/x; --cache-dir=/x; -b /x; --build=/x',
  ],
  [
    'uv pip other',
    'configures',
    '-i /x; --index-url=/x; --pypi-url=/x; --extra-index-url=/x; -f /x; --find-links=/x; --trusted-host=/x; --index=/x; --default-index=/x; --proxy=/x; --cert=/x; --client-cert=/x; --config-settings=/x; --global-option=/x; --build-option=/x; --python=/x',
  ],
  [
    'uv add',
    'configures',
    '-i /x; --index-url=/x; --pypi-url=/x; --extra-index-url=/x; -f /x; --find-links=/x; --trusted-host=/x; --index=/x; --default-index=/x; --proxy=/x; --cert=/x; --client-cert=/x',
  ],
  ['uv publish', 'configures', '--repository-url=/x; --publish-url=/x; --config-file=/x; --index=/x'],
  [
    'uvx',
    'loads',
    '--with=/x; --with-requirements=/x; --with-editable=/x; --spec=/x; --pip-args=/x; --from=/x',
  ],
  [
    'uvx',
    'configures',
    '-i /x; --index-url=/x; --pypi-url=/x; --extra-index-url=/x; -f /x; --find-links=/x; --trusted-host=/x; --index=/x; --default-index=/x; --proxy=/x; --cert=/x; --client-cert=/x; --project=/x; --directory=/x; --config-file=/x; --env-file=/x; -C /x; -P /x; --prefix=/x; --cwd=/x',
  ],
  ['poetry', 'configures', '-C /x; --directory=/x; -P /x; --project=/x; --source=/x'],
  [
    'pipx',
    'configures',
    '-i /x; --index-url=/x; --pypi-url=/x; --extra-index-url=/x; -f /x; --find-links=/x; --trusted-host=/x; --index=/x; --default-index=/x; --proxy=/x; --cert=/x; --client-cert=/x',
  ],
  [
    'pipenv',
    'configures',
    '-i /x; --index-url=/x; --pypi-url=/x; --extra-index-url=/x; -f /x; --find-links=/x; --trusted-host=/x; --index=/x; --default-index=/x; --proxy=/x; --cert=/x; --client-cert=/x; --pypi-mirror=/x; -p /x; --project=/x',
  ],
  ['conda', 'writes', '-p /x; --prefix=/x'],
  ['conda', 'configures', '-c /x; --channel=/x; --override-channels; --rc-file=/x; --repodata-fn=/x'],
  [
    'easy_install',
    'configures',
    '-i /x; --index-url=/x; --pypi-url=/x; --extra-index-url=/x; -f /x; --find-links=/x; --trusted-host=/x; --index=/x; --default-index=/x; --proxy=/x; --cert=/x; --client-cert=/x',
  ],
  [
    'pytest',
    'writes',
    '--basetemp=/x; --junitxml=/x; --junit-xml=/x; --resultlog=/x; --log-file=/x; --debug=/x; --html=/x; --report-log=/x; --alluredir=/x; --cov-report=html:/x',
  ],
  ['pytest', 'starts', '--pastebin=/x; --tx=popen//python=/x; --rsyncdir=/x'],
  [
    'pytest',
    'loads',
    '--pdbcls=/x; --ds=/x; --rootdir=/x; --confcutdir=/x; -c /x; --config-file=/x; --cov-config=/x; --json-report-file=/x',
  ],
  ['pytest', 'configures', '-o /x; --override-ini=/x'],
  ['tox', 'loads', '-c /x; --conf=/x'],
  ['tox', 'configures', '-x /x; --override=/x; --root=/x; --workdir=/x; --discover=/x'],
  ['nox', 'loads', '-f /x; --noxfile=/x'],
  ['coverage', 'writes', '-o /x; -d /x; --directory=/x; --data-file=/x'],
  ['coverage', 'configures', '--rcfile=/x'],
  [
    'mypy',
    'writes',
    '--cache-dir=/x; --junit-xml=/x; --any-exprs-report=/x; --cobertura-xml-report=/x; --html-report=/x; --linecount-report=/x; --linecoverage-report=/x; --lineprecision-report=/x; --txt-report=/x; --xml-report=/x; --xslt-html-report=/x; --xslt-txt-report=/x; --timing-stats=/x; --line-checking-stats=/x',
  ],
  ['mypy', 'starts', '--python-executable=/x; --install-types'],
  [
    'mypy',
    'loads',
    '--config-file=/x; --custom-typeshed-dir=/x; --custom-typing-module=/x; --shadow-file /x b',
  ],
  ['ruff', 'writes', '-o /x; --output-file=/x; --cache-dir=/x'],
  ['ruff', 'configures', '--config=/x'],
  ['black', 'configures', '--config=/x'],
  [
    'isort',
    'configures',
    '--settings-path=/x; --settings-file=/x; --sp=/x; --settings=/x; --config-root=/x; --style=/x; --global-config=/x',
  ],
  ['flake8', 'writes', '--output-file=/x; -o /x; --output=/x'],
  ['flake8', 'loads', '--config=/x; --append-config=/x; --load-plugins=/x; --enable-extensions=/x'],
  ['pylint', 'writes', '--output=/x'],
  ['pylint', 'starts', '--init-hook=/x'],
  ['pylint', 'loads', '--rcfile=/x; --load-plugins=/x; --init-import=/x'],
  ['pyright', 'starts', '--pythonpath=/x'],
  ['pyright', 'configures', '--venvpath=/x; --venv-path=/x; -v /x; --typeshedpath=/x; --typeshed-path=/x'],
  ['pre-commit', 'loads', '-c /x; --config=/x'],
  [
    'gunicorn',
    'loads',
    '-c /x; --config=/x; --conf=/x; --config-file=/x; -C /x; --profiles-dir=/x; --project-dir=/x; --pythonpath=/x',
  ],
]
