import { describe, expect, test } from 'vitest'
import type { Hazard } from '../part.ts'
import { AWK } from './awk.ts'
import { CARRIER_TABLE } from './carriers.ts'
import { DATABASES } from './databases.ts'
import { DEV_BUILD } from './dev-build.ts'
import { DEV_CONTAINERS } from './dev-containers.ts'
import { DEV_NODE } from './dev-node.ts'
import { DEV_PYTHON } from './dev-python.ts'
import { FIND } from './find.ts'
import { INTERPRETERS } from './interpreters.ts'
import { NETWORK } from './network.ts'
import { parseOptionList } from './option-table.ts'
import { PACKAGES } from './packages.ts'
import { PARALLEL } from './parallel.ts'
import { SED } from './sed.ts'
import { SHELLS } from './shells.ts'
import type { CommandSpec } from './spec.ts'
import { factsOf } from './testing/argv.ts'

type Row = readonly [command: string, kind: Hazard['kind'], variants: string]

/** Every hazard of these tables, in every spelling. Variants are separated by `;`. A table without its row fails below. */
const HAZARDS: readonly Row[] = [
  // sed.ts
  ['sed', 'writes', '-i/x; --in-place=/x; -I/x'],
  ['sed', 'loads', '-f /x; --file=/x'],
  // awk.ts
  ['awk', 'writes', '-d/x; --dump-variables=/x; -o/x; --pretty-print=/x; -p/x; --profile=/x'],
  ['awk', 'loads', '-f /x; --file=/x; -i /x; --include=/x; -l /x; --load=/x; -E /x; --exec=/x'],
  // find.ts
  ['fd', 'starts', '-x /x; --exec=/x; -X /x; --exec-batch=/x'],
  // carriers.ts
  ['time', 'writes', '-o /x; --output=/x'],
  ['script', 'writes', '-O /x; --log-out=/x; -I /x; --log-in=/x; -B /x; --log-io=/x; -T /x; --log-timing=/x'],
  ['strace', 'writes', '-o /x'],
  ['watch', 'writes', '-s /x; --shotsdir=/x'],
  ['nix-shell', 'starts', '--run=/x; --command=/x'],
  ['nix-shell', 'loads', '-p /x; --packages=/x; -E /x; --expr=/x; -I /x'],
  // shells.ts
  ['at', 'loads', '-f /x'],
  ['ltrace', 'writes', '-o /x; --output=/x'],
  ['tmux', 'starts', '-c /x'],
  ['tmux', 'loads', '-f /x'],
  ['screen', 'starts', '-s /x'],
  ['screen', 'loads', '-c /x'],
  // network.ts
  [
    'curl',
    'writes',
    '-o /x; --output=/x; -O; --remote-name; --remote-name-all; --output-dir=/x; -D /x; --dump-header=/x; -c /x; --cookie-jar=/x; --trace=/x; --trace-ascii=/x; --stderr=/x; --libcurl=/x; --hsts=/x; --alt-svc=/x; --etag-save=/x; --ssl-sessions=/x',
  ],
  ['curl', 'loads', '--engine=/x'],
  [
    'curl',
    'configures',
    '-K /x; --config=/x; -x /x; --proxy=/x; --preproxy=/x; --socks4=/x; --socks4a=/x; --socks5=/x; --socks5-hostname=/x; --proxy1.0=/x; --resolve=/x; --connect-to=/x; --doh-url=/x; --dns-servers=/x; -U /x; --proxy-user=/x; --haproxy-protocol',
  ],
  [
    'wget',
    'writes',
    '-O /x; --output-document=/x; -o /x; --output-file=/x; -a /x; --append-output=/x; -P /x; --directory-prefix=/x; --save-cookies=/x; --hsts-file=/x; --rejected-log=/x; --warc-file=/x; --warc-dedup=/x; --warc-tempdir=/x',
  ],
  ['wget', 'starts', '--use-askpass=/x'],
  [
    'wget',
    'configures',
    '-e /x; --execute=/x; --config=/x; -i /x; --input-file=/x; --input-metalink=/x; --use-plugin=/x; --proxy=/x',
  ],
  ['ssh', 'writes', '-E /x'],
  ['ssh', 'loads', '-I /x'],
  ['ssh', 'configures', '-o /x; -F /x; -S /x; -P /x'],
  ['scp', 'starts', '-S /x; -D /x'],
  ['scp', 'configures', '-o /x; -F /x'],
  ['sftp', 'starts', '-S /x; -D /x'],
  ['sftp', 'loads', '-b /x'],
  ['sftp', 'configures', '-o /x; -F /x'],
  ['nc', 'writes', '-o /x; --output=/x; -x /x; --hex-dump=/x'],
  ['nc', 'starts', '-e /x; --exec=/x; --lua-exec=/x'],
  ['nc', 'starts', '-c /x; --sh-exec=/x'],
  ['aria2c', 'writes', '-d /x; --dir=/x; -o /x; --out=/x; -l /x; --log=/x; --save-session=/x'],
  [
    'aria2c',
    'starts',
    '--on-download-complete=/x; --on-download-error=/x; --on-download-pause=/x; --on-download-start=/x; --on-download-stop=/x; --on-bt-download-complete=/x',
  ],
  [
    'aria2c',
    'configures',
    '-i /x; --input-file=/x; --conf-path=/x; --all-proxy=/x; --http-proxy=/x; --https-proxy=/x; --load-cookies=/x',
  ],
  ['http', 'writes', '-o /x; --output=/x; -d; --download'],
  [
    'http',
    'configures',
    '--proxy=/x; --cert=/x; --cert-key=/x; --session=/x; --session-read-only=/x; --config-dir=/x',
  ],
  ['lynx', 'configures', '-cfg /x; -lss /x; -config /x'],
  ['ssh-keygen', 'loads', '-D /x; -w /x'],
  ['ssh-add', 'loads', '-D /x; -P /x; -w /x; -s /x'],
  ['ssh-copy-id', 'configures', '-o /x; -F /x'],
  ['vim', 'starts', '-c /x; --cmd /x; -S /x'],
  ['vim', 'loads', '-u /x; -U /x; -s /x; -w /x; -W /x'],
  ['kubectl config', 'starts', '--exec-command=x; --exec-arg=x; --exec-env=x'],
  ['kubectl kustomize', 'starts', '--enable-exec; --enable-alpha-plugins'],
  ['kubectl kustomize', 'loads', '--enable-helm'],
  ['ex', 'starts', '-c x; --cmd x; -S x'],
  ['ex', 'loads', '-u x; -U x; -w x; -W x'],
  ['curl', 'configures', '--unix-socket x; --abstract-unix-socket x'],
  ['kubectl cp', 'writes', 'p:/x /etc/y'],
  ['docker cp', 'writes', 'c:/x /etc/y'],
  ['rclone', 'configures', '--config=/x'],
  ['openssl', 'loads', '-engine /x; -provider /x; -provider-path /x'],
  ['openssl', 'configures', '-config /x'],
  ['openssl other', 'writes', '-writerand /x'],
  ['openssl other', 'loads', '-engine /x; -provider /x; -provider-path /x'],
  ['openssl other', 'configures', '-config /x'],
  // parallel.ts
  ['parallel', 'writes', '--joblog=/x; --results=/x; --tmpdir=/x; --compress'],
  [
    'parallel',
    'starts',
    '-S /x; --sshlogin=/x; --ssh=/x; --shellquote; --compress-program=/x; --tmux; --filter=/x; --limit=/x; --profile=/x; -J /x; --env=/x',
  ],
  // dev-node.ts
  ['npm', 'writes', '--cache=/x; --tmp=/x; --logs-dir=/x; --pack-destination=/x'],
  [
    'npm',
    'starts',
    '--script-shell=/x; --shell=/x; --git=/x; --editor=/x; --viewer=/x; --browser=/x; --node-gyp=/x; --onload-script=/x',
  ],
  [
    'npm',
    'configures',
    '-C /x; --prefix=/x; --userconfig=/x; --globalconfig=/x; --registry=/x; --proxy=/x; --https-proxy=/x; --noproxy=/x; --cafile=/x; --ca=/x; --strict-ssl=/x; --no-strict-ssl; --node-options=/x; --init-module=/x; --init.module=/x',
  ],
  ['npm exec', 'loads', '-p /x; --package=/x; -n /x; --node-arg=/x; --node-options=/x'],
  ['npm exec', 'configures', '--registry=/x; --prefix=/x; --userconfig=/x; --cache=/x; --shell=/x'],
  ['pnpm', 'writes', '--cache=/x; --tmp=/x; --logs-dir=/x; --pack-destination=/x'],
  [
    'pnpm',
    'starts',
    '--script-shell=/x; --shell=/x; --git=/x; --editor=/x; --viewer=/x; --browser=/x; --node-gyp=/x; --onload-script=/x',
  ],
  [
    'pnpm',
    'configures',
    '-C /x; --prefix=/x; --userconfig=/x; --globalconfig=/x; --registry=/x; --proxy=/x; --https-proxy=/x; --noproxy=/x; --cafile=/x; --ca=/x; --strict-ssl=/x; --no-strict-ssl; --node-options=/x; --init-module=/x; --init.module=/x; --dir=/x; --store-dir=/x; --virtual-store-dir=/x; --global-dir=/x; --config-dir=/x; --modules-dir=/x; --lockfile-dir=/x; --test-pattern=/x',
  ],
  ['pnpm exec', 'loads', '-p /x; --package=/x; -n /x; --node-arg=/x; --node-options=/x'],
  ['pnpm exec', 'configures', '--registry=/x; --prefix=/x; --userconfig=/x; --cache=/x; --shell=/x'],
  ['pnpm dlx', 'loads', '--package=/x'],
  ['pnpm dlx', 'configures', '--registry=/x; --prefix=/x; --userconfig=/x; --cache=/x; --shell=/x'],
  ['yarn', 'writes', '--cache-folder=/x; --modules-folder=/x; --pack-destination=/x; --out=/x'],
  [
    'yarn',
    'starts',
    '--script-shell=/x; --shell=/x; --git=/x; --editor=/x; --viewer=/x; --browser=/x; --node-gyp=/x; --onload-script=/x',
  ],
  [
    'yarn',
    'configures',
    '--cwd=/x; --use-yarnrc=/x; --registry=/x; --proxy=/x; --https-proxy=/x; --rc-file=/x; --global-folder=/x; --link-folder=/x',
  ],
  ['yarn dlx', 'loads', '-p /x; --package=/x; -n /x; --node-arg=/x; --node-options=/x'],
  ['yarn dlx', 'configures', '--registry=/x; --prefix=/x; --userconfig=/x; --cache=/x; --shell=/x'],
  ['bun', 'loads', '-r /x; --preload=/x; --require=/x; --import=/x; --plugin=/x'],
  [
    'bun',
    'configures',
    '--cwd=/x; -c /x; --config=/x; --env-file=/x; --registry=/x; --tsconfig-override=/x; --shell=/x',
  ],
  ['bun x', 'loads', '-p /x; --package=/x; -n /x; --node-arg=/x; --node-options=/x'],
  ['bun x', 'configures', '--registry=/x; --prefix=/x; --userconfig=/x; --cache=/x; --shell=/x'],
  ['deno', 'loads', '--preload=/x; --import=/x; -r/x; --reload=/x'],
  [
    'deno',
    'configures',
    '-c /x; --config=/x; --import-map=/x; --env-file=/x; --cert=/x; --location=/x; --node-modules-dir=/x; --lock=/x',
  ],
  ['npx', 'loads', '-p /x; --package=/x; -n /x; --node-arg=/x; --node-options=/x'],
  ['npx', 'configures', '--registry=/x; --prefix=/x; --userconfig=/x; --cache=/x; --shell=/x'],
  ['bunx', 'loads', '-p /x; --package=/x; -n /x; --node-arg=/x; --node-options=/x'],
  ['bunx', 'configures', '--registry=/x; --prefix=/x; --userconfig=/x; --cache=/x; --shell=/x'],
  ['tsc', 'writes', '--generateTrace=/x; --generateCpuProfile=/x'],
  ['esbuild', 'loads', '-c /x; --config=/x; --config-file=/x; --plugin=/x'],
  ['babel', 'loads', '--config-file=/x; --plugins=/x; --presets=/x; -r /x; --require=/x'],
  ['rollup', 'loads', '-c/x; --config=/x; -p /x; --plugin=/x; --configPlugin=/x'],
  ['webpack', 'loads', '-c /x; --config=/x; -r /x; --require=/x; --config-registration=/x'],
  ['vite', 'loads', '-c /x; --config=/x'],
  ['parcel', 'loads', '-c /x; --config=/x; --config-file=/x; --config-dir=/x'],
  ['turbo', 'configures', '--cwd=/x'],
  ['eslint', 'writes', '-o /x; --output-file=/x; --cache-location=/x; --cache-file=/x'],
  [
    'eslint',
    'loads',
    '-c /x; --config=/x; --rulesdir=/x; --resolve-plugins-relative-to=/x; --plugin=/x; --parser=/x; -f /x; --format=/x',
  ],
  ['prettier', 'writes', '--cache-location=/x'],
  ['prettier', 'loads', '--plugin=/x; --plugin-search-dir=/x; --config=/x; --parser=/x'],
  ['stylelint', 'writes', '-o /x; --output-file=/x; --cache-location=/x'],
  [
    'stylelint',
    'loads',
    '-c /x; --config=/x; --config-basedir=/x; --custom-syntax=/x; --custom-formatter=/x; -f /x; --formatter=/x',
  ],
  ['biome', 'loads', '--js-plugins=/x; --plugins=/x'],
  ['biome', 'configures', '-c /x; --config=/x; --config-path=/x'],
  ['tslint', 'loads', '-c /x; --config=/x; -r /x; --rules=/x; --rulesDir=/x'],
  ['vitest', 'writes', '--outputFile=/x; --attachmentsDir=/x'],
  [
    'vitest',
    'loads',
    '-c /x; --config=/x; --environment=/x; --reporter=/x; --globalSetup=/x; --runner=/x; --workspace=/x; --diff=/x',
  ],
  ['vitest', 'configures', '-r /x; --root=/x; --dir=/x'],
  ['jest', 'writes', '--outputFile=/x; --coverageDirectory=/x; --cacheDirectory=/x'],
  [
    'jest',
    'loads',
    '-c /x; --config=/x; --globalSetup=/x; --globalTeardown=/x; --setupFiles=/x; --setupFilesAfterEnv=/x; --runner=/x; --testRunner=/x; --testEnvironment=/x; --env=/x; --resolver=/x; --transform=/x; --reporters=/x; --preset=/x; --projects=/x; --testSequencer=/x; --watchPlugins=/x; --snapshotSerializers=/x; --prettierPath=/x; --filter=/x; --moduleNameMapper=/x; --modulePaths=/x; --haste=/x',
  ],
  ['jest', 'configures', '--rootDir=/x; --roots=/x'],
  ['mocha', 'writes', '--report-dir=/x; --reports-dir=/x; --temp-dir=/x; --temp-directory=/x'],
  [
    'mocha',
    'loads',
    '-r /x; --require=/x; --import=/x; --file=/x; --config=/x; --package=/x; --opts=/x; -R /x; --reporter=/x; --ui=/x; --nycrc-path=/x',
  ],
  ['playwright', 'writes', '--output=/x'],
  ['playwright', 'loads', '-c /x; --config=/x; --reporter=/x; --tsconfig=/x'],
  ['cypress', 'loads', '-C /x; --config-file=/x; -r /x; --reporter=/x'],
  ['cypress', 'configures', '-P /x; --project=/x; -c /x; --config=/x'],
  ['vercel', 'configures', '-c /x; --config=/x; --cwd=/x'],
  // dev-python.ts
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
    '--basetemp=/x; --junitxml=/x; --junit-xml=/x; --resultlog=/x; --log-file=/x; --debug=/x; --html=/x; --report-log=/x; --alluredir=/x',
  ],
  ['pytest', 'starts', '--pastebin=/x'],
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
  // dev-build.ts
  ['cargo', 'writes', '--target-dir=/x; --artifact-dir=/x; --out-dir=/x; --root=/x'],
  ['cargo', 'configures', '--config=/x; -Z /x; -C /x; --manifest-path=/x; --lockfile-path=/x'],
  ['cargo install', 'loads', '--git=/x; --path=/x'],
  ['cargo install', 'configures', '--index=/x; --registry=/x'],
  ['cargo publish', 'configures', '--index=/x; --registry=/x; --token=/x'],
  ['cargo watch', 'starts', '-s /x; --shell=/x'],
  ['rustc', 'starts', '--runtool=/x; --test-runtool=/x'],
  ['rustc', 'loads', '-L /x; --extern=/x'],
  ['rustc', 'configures', '--sysroot=/x; -Z /x; --config-path=/x'],
  ['rustfmt', 'configures', '--config-path=/x; --config=/x'],
  ['go', 'configures', '-C /x'],
  ['go build', 'starts', '-exec /x; -toolexec /x; -vettool /x'],
  ['go build', 'loads', '-overlay /x; -modfile /x; -pgo /x'],
  ['go build', 'configures', '-C /x'],
  ['go mod', 'starts', '-exec /x; -toolexec /x; -vettool /x'],
  ['go mod', 'loads', '-overlay /x; -modfile /x; -pgo /x'],
  ['go mod', 'configures', '-C /x'],
  ['go other', 'starts', '-exec /x; -toolexec /x; -vettool /x'],
  ['go other', 'loads', '-overlay /x; -modfile /x; -pgo /x'],
  ['go other', 'configures', '-C /x'],
  ['gofmt', 'writes', '-cpuprofile /x; -memprofile /x; -trace /x'],
  ['goimports', 'writes', '-cpuprofile /x; -memprofile /x; -trace /x'],
  ['golangci-lint', 'writes', '--out-path=/x'],
  ['golangci-lint', 'loads', '-c /x; --config=/x; --custom=/x'],
  ['make', 'starts', '--eval=/x; -E /x'],
  ['make', 'loads', '-f /x; --file=/x; --makefile=/x; -I /x; --include-dir=/x; -C /x; --directory=/x'],
  ['make', 'configures', '-e; --environment-overrides'],
  ['just', 'starts', '-c /x; --command /x; --shell=/x; --shell-arg=/x; --shell-command; --chooser=/x'],
  [
    'just',
    'loads',
    '-f /x; --justfile=/x; -d /x; --working-directory=/x; --dotenv-path=/x; --dotenv-filename=/x',
  ],
  ['just', 'configures', '--set /x b; --clear-shell-args'],
  [
    'task',
    'loads',
    '-f /x; --file=/x; --taskfile=/x; --sconstruct=/x; -C /x; --chdir=/x; --dir=/x; -d /x; --directory=/x',
  ],
  [
    'ctest',
    'loads',
    '-S /x; --script=/x; --cross-file=/x; --native-file=/x; --profile=/x; -pr /x; --config=/x',
  ],
  [
    'bazel',
    'starts',
    '--run_under=/x; --workspace_status_command=/x; --shell_executable=/x; --credential_helper=/x',
  ],
  [
    'bazel',
    'configures',
    '--bazelrc=/x; --output_user_root=/x; --output_base=/x; --override_repository=/x; --override_module=/x; --host_jvm_args=/x; --action_env=/x; --repo_env=/x; --remote_cache=/x; --remote_executor=/x; --bes_backend=/x; --config-file=/x; --pants-config-files=/x',
  ],
  ['gcc', 'starts', '-wrapper /x; -B /x; -fuse-ld /x; --ld-path=/x'],
  ['gcc', 'loads', '-fplugin /x; -specs /x; --specs=/x; -load /x; -fpass-plugin /x'],
  ['clang-format', 'starts', '--addon-python=/x'],
  [
    'clang-format',
    'loads',
    '--load=/x; -load /x; --addon=/x; --rule-file=/x; --config-file=/x; --library=/x',
  ],
  ['clang-format', 'configures', '--config=/x; -config /x'],
  ['mvn', 'loads', '-f /x; --file=/x; -t /x; --toolchains=/x; -gt /x; --global-toolchains=/x'],
  [
    'mvn',
    'configures',
    '-s /x; --settings=/x; -gs /x; --global-settings=/x; -emp /x; --encrypt-master-password=/x; -b /x; --builder=/x; -itr',
  ],
  [
    'gradle',
    'loads',
    '-I /x; --init-script=/x; -b /x; --build-file=/x; -c /x; --settings-file=/x; --include-build=/x',
  ],
  ['gradle', 'configures', '-p /x; --project-dir=/x; -g /x; --gradle-user-home=/x; --project-cache-dir=/x'],
  [
    'ant',
    'loads',
    '-f /x; -file /x; -buildfile /x; -lib /x; -propertyfile /x; -listener /x; -logger /x; -inputhandler /x',
  ],
  [
    'javac',
    'loads',
    '-processor /x; -processorpath /x; --processor-path=/x; -doclet /x; -docletpath /x; -R /x; --ruleset=/x; --plugins=/x',
  ],
  ['dotnet build', 'loads', '-a /x; --test-adapter-path=/x; --logger=/x'],
  [
    'dotnet build',
    'configures',
    '--configfile=/x; -s /x; --source=/x; --settings=/x; --tool-path=/x; --runtime-config=/x',
  ],
  ['dotnet tool install', 'configures', '--add-source=/x; --configfile=/x; --tool-path=/x'],
  ['dotnet exec', 'loads', '--depsfile=/x; --runtimeconfig=/x; --additionalprobingpath=/x'],
  ['swift', 'configures', '--package-path=/x; -C /x; --config-path=/x; --toolchain=/x; --sdk=/x'],
  ['xcodebuild', 'configures', '-xcconfig /x; --config=/x'],
  ['gem', 'writes', '-i /x; --install-dir=/x; -n /x; --bindir=/x'],
  ['gem', 'configures', '-s /x; --source=/x; --config-file=/x; -p/x; --http-proxy=/x; --clear-sources'],
  ['bundle', 'loads', '--gemfile=/x'],
  ['rake', 'starts', '-e /x; --execute=/x; -E /x; --execute-continue=/x; -p /x; --execute-print=/x'],
  [
    'rake',
    'loads',
    '-f /x; --rakefile=/x; -r /x; --require=/x; -R /x; --rakelib=/x; -I /x; --libdir=/x; -C /x; --directory=/x',
  ],
  ['rspec', 'writes', '-o /x; --out=/x'],
  [
    'rspec',
    'loads',
    '-r /x; --require=/x; -I /x; -O /x; --options=/x; -C /x; --config=/x; -f /x; --format=/x; -P /x',
  ],
  ['rubocop', 'writes', '-o /x; --out=/x'],
  ['rubocop', 'loads', '-c /x; --config=/x; -r /x; --require=/x; -f /x; --format=/x; --plugin=/x'],
  ['composer', 'configures', '-d /x; --working-dir=/x; --repository=/x; --repository-url=/x'],
  [
    'phpunit',
    'loads',
    '-c /x; --configuration=/x; --config=/x; --bootstrap=/x; --printer=/x; --extension=/x; --extensions=/x; -a /x; --autoload-file=/x; --standard=/x; --loader=/x',
  ],
  ['stack', 'loads', '--stack-yaml=/x; --project-file=/x; --with-compiler=/x; --with-ghc=/x'],
  ['prove', 'starts', '-e /x; --exec=/x'],
  ['prove', 'loads', '-I /x; -P /x; -M /x; --harness=/x; --formatter=/x; --source=/x; --rules=/x; -Mlib /x'],
  ['pandoc', 'starts', '--pdf-engine=/x; --pdf-engine-opt=/x'],
  [
    'pandoc',
    'loads',
    '-F /x; --filter=/x; -L /x; --lua-filter=/x; --template=/x; -d /x; --defaults=/x; --data-dir=/x; -H /x; --include-in-header=/x; --syntax-definition=/x; --csl=/x; -t /x; -f /x',
  ],
  ['latex', 'starts', '-shell-escape; -enable-write18; -e /x; -pdflatex /x; -latex /x; -shell-restricted'],
  ['latex', 'loads', '-r /x; -require /x; -I /x; -l /x; -plugin /x; -config /x'],
  ['convert', 'loads', '-filter_script /x; -config /x; -init_hw_device /x; -vf_script /x; -if /x'],
  // dev-containers.ts
  [
    'docker',
    'configures',
    '--config=/x; -c /x; --context=/x; -H /x; --host=/x; --tls; --tlscacert=/x; --tlscert=/x; --tlskey=/x; --tlsverify; --url=/x; --connection=/x; --root=/x; --runroot=/x; --identity=/x; --module=/x; --hooks-dir=/x; --conmon=/x; --runtime=/x',
  ],
  ['docker run', 'writes', '--cidfile=/x'],
  [
    'docker run',
    'configures',
    '--privileged; --cap-add=/x; --device=/x; --device-cgroup-rule=/x; --security-opt=/x; --volumes-from=/x; --volume-driver=/x',
  ],
  ['docker exec', 'configures', '--privileged'],
  ['docker build', 'writes', '-o /x; --output=/x; --iidfile=/x; --metadata-file=/x; --cache-to=/x'],
  ['docker build', 'loads', '-f /x; --file=/x'],
  ['docker build', 'configures', '--allow=/x; --builder=/x; --add-host=/x; --security-opt=/x'],
  ['docker compose', 'loads', '-f /x; --file=/x'],
  ['docker compose config', 'writes', '-o /x; --output=/x'],
  ['docker-compose config', 'writes', '-o /x; --output=/x'],
  ['go env', 'configures', '-C /x'],
  [
    'docker compose',
    'configures',
    '--project-directory=/x; --env-file=/x; -H /x; --host=/x; -c /x; --context=/x',
  ],
  ['docker compose exec', 'configures', '--privileged'],
  ['docker compose run', 'configures', '--cap-add=/x; --privileged'],
  ['docker save', 'writes', '-o /x; --output=/x'],
  ['docker export', 'writes', '-o /x; --output=/x'],
  ['docker image build', 'writes', '-o /x; --output=/x; --iidfile=/x; --metadata-file=/x; --cache-to=/x'],
  ['docker image build', 'loads', '-f /x; --file=/x'],
  ['docker image build', 'configures', '--allow=/x; --builder=/x; --add-host=/x; --security-opt=/x'],
  ['docker image bake', 'loads', '-f /x; --file=/x'],
  ['docker image bake', 'configures', '--set=/x; --allow=/x'],
  ['docker-compose', 'loads', '-f /x; --file=/x'],
  [
    'docker-compose',
    'configures',
    '--project-directory=/x; --env-file=/x; -H /x; --host=/x; -c /x; --context=/x',
  ],
  [
    'kubectl',
    'configures',
    '--kubeconfig=/x; -s /x; --server=/x; --token=/x; --user=/x; --username=/x; --password=/x; --certificate-authority=/x; --client-certificate=/x; --client-key=/x; --insecure-skip-tls-verify=/x; --tls-server-name=/x; --cache-dir=/x',
  ],
  ['kubectl exec', 'configures', '--kubeconfig=/x'],
  ['kubectl apply', 'loads', '--openapi-patch=/x'],
  ['helm', 'starts', '--post-renderer=/x; --post-renderer-args=/x; --enable-exec; --enable-alpha-plugins'],
  ['helm', 'loads', '--enable-helm; --load-restrictor=/x'],
  [
    'helm',
    'configures',
    '--kubeconfig=/x; --kube-apiserver=/x; --kube-token=/x; --kube-ca-file=/x; --registry-config=/x; --repository-config=/x; --repository-cache=/x; --repo=/x; --server=/x',
  ],
  ['terraform', 'starts', '--terragrunt-iam-role=/x'],
  ['terraform', 'loads', '-plugin-dir /x; -from-module /x'],
  [
    'terraform',
    'configures',
    '-chdir /x; -backend-config /x; -state /x; -state-out /x; -backup /x; --terragrunt-config=/x; --terragrunt-tfpath=/x; --terragrunt-working-dir=/x; --config=/x',
  ],
  ['aws', 'configures', '--endpoint-url=/x; --ca-bundle=/x; --no-verify-ssl; --cli-binary-format=/x'],
  ['gcloud', 'loads', '-a /x; --app=/x; --plugin=/x; --template-file=/x'],
  [
    'gcloud',
    'configures',
    '--configuration=/x; --impersonate-service-account=/x; --access-token-file=/x; -c /x; --config=/x; --endpoint=/x; --context=/x; --api-url=/x',
  ],
  [
    'ansible',
    'starts',
    '--vault-password-file=/x; --vault-pass-file=/x; --become-method=/x; -c /x; --connection=/x; --ssh-common-args=/x; --ssh-extra-args=/x; --scp-extra-args=/x; --sftp-extra-args=/x',
  ],
  ['ansible', 'loads', '-M /x; --module-path=/x; --playbook-dir=/x'],
  [
    'ansible-playbook',
    'starts',
    '--vault-password-file=/x; --vault-pass-file=/x; -c /x; --connection=/x; --ssh-common-args=/x; --ssh-extra-args=/x; --become-method=/x',
  ],
  ['ansible-playbook', 'loads', '-M /x; --module-path=/x; --roles-path=/x; --modulepath=/x; -U /x; --url=/x'],
  // databases.ts
  ['psql', 'writes', '-o /x; --output=/x; -L /x; --log-file=/x'],
  ['psql', 'loads', '-f /x; --file=/x'],
  ['mysql', 'writes', '--tee=/x; --log-file=/x'],
  ['mysql', 'starts', '--pager=/x'],
  ['mysql', 'loads', '--plugin-dir=/x; --init-command=/x; --file=/x'],
  [
    'mysql',
    'configures',
    '--defaults-file=/x; --defaults-extra-file=/x; --login-path=/x; --defaults-group-suffix=/x; --local-infile=/x',
  ],
  ['sqlite3', 'loads', '-init /x; -f /x'],
  ['redis-cli', 'writes', '--rdb=/x'],
  ['redis-cli', 'loads', '--eval=/x; --functions-rdb=/x'],
  ['mongo', 'loads', '-f /x; --file=/x; --shell'],
  [
    'pg_dump',
    'writes',
    '-f /x; --file=/x; --out=/x; --output=/x; --result-file=/x; -r /x; -o /x; --log-error=/x; -T /x; --tab=/x',
  ],
  ['pg_dump', 'configures', '--defaults-file=/x; --defaults-extra-file=/x'],
  ['clickhouse-client', 'writes', '-o /x; --output=/x'],
  [
    'clickhouse-client',
    'loads',
    '-f /x; --file=/x; --queries-file=/x; -i /x; --init-file=/x; -C /x; --config-file=/x; --config=/x',
  ],
  // packages.ts
  ['apt', 'starts', '-o /x; --option=/x'],
  ['apt', 'configures', '-c /x; --config-file=/x; --allow-unauthenticated'],
  ['apt-cache', 'starts', '-o /x; --option=/x'],
  ['apt-cache', 'configures', '-c /x; --config-file=/x; --allow-unauthenticated'],
  ['dpkg', 'starts', '--pre-invoke=/x; --post-invoke=/x; --status-logger=/x; -D /x; --debug=/x'],
  [
    'dpkg',
    'configures',
    '--admindir=/x; --root=/x; --instdir=/x; --force-=/x; --path-include=/x; --path-exclude=/x',
  ],
  ['yum', 'starts', '--pipe=/x; -E /x; --eval=/x'],
  [
    'yum',
    'configures',
    '-c /x; --config=/x; --setopt=/x; --installroot=/x; --repofrompath=/x; --root=/x; --dbpath=/x; --nogpgcheck; --rcfile=/x; --macros=/x; -D /x; --define=/x; --plus-repo=/x; -C /x; --cache-dir=/x',
  ],
  ['pacman', 'starts', '--editor=/x; --mflags=/x; --makepkg=/x; --pacman=/x; --git=/x'],
  ['pacman', 'loads', '--hookdir=/x; -p /x'],
  [
    'pacman',
    'configures',
    '--config=/x; --gpgdir=/x; -r /x; --root=/x; -b /x; --dbpath=/x; --sysroot=/x; --cachedir=/x',
  ],
  [
    'apk',
    'configures',
    '-X /x; --repository=/x; --repositories-file=/x; --keys-dir=/x; -p /x; --root=/x; --allow-untrusted',
  ],
  [
    'snap',
    'configures',
    '--dangerous; --from=/x; -f /x; --file=/x; -I /x; --source=/x; --arg /x b; --option /x b',
  ],
]

/** Hazards by their value, and values that are none. */
const BY_VALUE: readonly Row[] = [
  [
    'rustc',
    'starts',
    '-C linker=./evil; -Clinker=./evil; --codegen=linker=./evil; --codegen linker=./evil; -C link-arg=x',
  ],
  ['gradle', 'configures', '-D org.gradle.jvmargs=-javaagent:x; -Dorg.gradle.jvmargs=x'],
  [
    'docker run',
    'configures',
    '-v /:/host x; --volume=/:/host x; --volume /etc:/etc x; --mount type=bind,source=/,target=/h x; --mount=type=bind,src=/etc,dst=/e x; -v ../up:/up x; -v "$X":/x y',
  ],
  [
    'docker run',
    'configures',
    '--pid=host x; --pid host x; --ipc=host x; --userns=host x; --uts=host x; --cgroupns=host x',
  ],
  ['tsc', 'configures', '-p /x; --project=/x; -p ../x'],
  ['cargo rustc', 'starts', '-- -C linker=./evil; -- -Clinker=./evil; -- -C link-arg=x'],
  ['find', 'starts', '. -exec cat "$X" -delete; . -exec cat "$X" "$Y"'],
  ['docker compose run', 'configures', '-v /:/host web; --volume=/:/host web'],
  ['docker-compose run', 'configures', '-v /:/host web; --volume=/:/host web'],
  ['pytest', 'loads', '-p evil; -pevil; -q -p evil.plugin'],
  [
    'make',
    'starts',
    'SHELL=./evil; test SHELL:=./evil; .SHELLFLAGS=-x; MAKEFLAGS=-f; CC=./evil; PYTHON=x; LDFLAGS=x; X!=id',
  ],
  ['make', 'starts', "X='$(shell id)'; X='`id`'; 'X=a;b'; X=$X"],
  [
    'go build',
    'starts',
    '-ldflags \'-extld=./evil\'; -ldflags=-extld=./evil; -gcflags=-toolexec=x; -ldflags "$X"',
  ],
  ['mvn', 'starts', '-Dexec.executable=x test; -Dmaven.ext.class.path=x test'],
  ['cmake', 'loads', '-P /x; -C /x; --toolchain=/x'],
  ['cmake', 'starts', '-DCMAKE_C_COMPILER=/x; -D CMAKE_CXX_COMPILER_LAUNCHER=/x; -DCMAKE_TOOLCHAIN_FILE=/x'],
  ['pnpm', 'configures', 'install --config.script-shell=/x; test --config.script-shell=/x'],
  ['curl', 'writes', "-w '%output{x}' https://a; -w $X https://a"],
  [
    'curl',
    'configures',
    'https://a.example https://b.example; --url https://a.example --url https://b.example',
  ],
  ['ssh', 'configures', 'host -o ProxyCommand=x; host -F x; host -S x ls; host "$X" -o y'],
  ['socat', 'starts', 'TCP:a:1 EXEC:sh; - SYSTEM:ls; - exec:sh,pty'],
  ['psql', 'starts', "-c '\\! id'; -c '\\o x'; -c '\\copy t to program id'; --command='\\! id'"],
  ['psql', 'starts', '-c "copy t to program \'id\'"'],
  ['mysql', 'starts', "-e 'system id'; --execute='select 1 into outfile x'"],
  [
    'sqlite3',
    'starts',
    "a.db '.shell id'; a.db '.system id'; a.db '.output x'; a.db '.once x'; a.db '.load x'; a.db '.read x'",
  ],
  ['sqlite3', 'starts', "a.db 'select load_extension(1)'; a.db 'select writefile(1,2)'; -cmd '.sh id' a.db"],
  ['redis-cli', 'starts', 'config set dir /x; module load x; eval x 0'],
  ['find', 'writes', '. -delete; . -fprint x; . -fprint0 x; . -fls x; . -fprintf x %p; -delete'],
  ['find', 'starts', '. $X; $X; "$X"; . -name $X; *'],
  [
    'sed',
    'starts',
    "'1e id' f; 's/a/b/e' f; s/a/b/e f; -e '1e id' f; --expression='e id' f; \"$X\" f; -n \"$X\" f; '1k' f",
  ],
  ['sed', 'writes', "'w x' f; 's/a/b/w x' f; 'W x' f; '/a/w x' f"],
  [
    'awk',
    'starts',
    "'{system($0)}' f; '{print|$1}' f; '\"id\"|getline' f; '@load \"x\"' f; \"$X\" f; -e '{system(1)}' f",
  ],
  ['awk', 'writes', '\'{print > $1}\' f; \'{print >> "x"}\' f; \'{printf "a" > "x"}\' f'],
]

/** A harmless value beside one that is not. */
const TWICE: readonly Row[] = [
  ['docker run', 'configures', '-v cache:/c -v /:/host x; -v /:/host -v cache:/c x'],
  ['curl', 'writes', '-o /dev/null https://a -o x https://a; -o x -o /dev/null https://a'],
  ['wget', 'writes', '-O - -O x https://a'],
  ['pytest', 'loads', '-c pytest.ini -c /x; -c /x -c pytest.ini; -p no:a -p b'],
  ['eslint', 'loads', '-c eslint.config.js -c /x; -f json -f ./x.js'],
  ['make', 'loads', '-f Makefile -f /x; -C sub -C /x'],
  ['docker compose', 'loads', '-f a.yml -f /x up; -f /x -f a.yml up'],
  ['tsc', 'configures', '-p . -p /x'],
]

const LINES = [...HAZARDS, ...BY_VALUE, ...TWICE].flatMap(([command, kind, variants]) =>
  variants.split('; ').map((variant) => ({ line: `${command} ${variant.trim()}`, kind })),
)

test.each(LINES)('$line $kind', ({ line, kind }) => {
  const facts = factsOf(line)
  expect(facts.hazards.map((hazard) => hazard.kind)).toContain(kind)
  expect(facts.notReadonly).toBeDefined()
})

/** Options that are hazards, with values that are none. */
const HARMLESS = `
curl -o /dev/null https://a
curl -o - https://a
wget -O - https://a
wget -qO- https://a
wget -O /dev/null https://a
curl https://a.example/1 https://a.example/2
eslint -f json src
eslint --config eslint.config.js src
prettier --config .prettierrc --parser babel x
vitest run --reporter=verbose --environment jsdom
jest --config jest.config.js --testEnvironment=node
mocha -R dot
playwright test -c playwright.config.ts --reporter line
pytest -p no:cacheprovider -c pytest.ini --rootdir=.
mypy --config-file mypy.ini src
ruff check --config pyproject.toml .
black --config pyproject.toml .
tox -c tox.ini
make -C sub test
make -f Makefile test V=1 PKG=./a ARGS='-v -x'
cargo test --manifest-path crates/a/Cargo.toml
go test -C sub -run X ./...
go build -ldflags '-s -w -X main.v=1' -o bin/a ./cmd/a
terraform -chdir=infra plan
docker run -v /home/dev/project/src:/app -v cache:/cache node npm test
docker build -f docker/Dockerfile.dev -t a .
docker compose -f compose.dev.yml up
gradle -p sub test
gradle test -Dfoo=bar
rustc -C opt-level=3 a.rs
psql -c 'select 1 || 2'
sqlite3 a.db 'select count(*) from t;'
redis-cli config get dir
redis-cli get x
rspec -f progress -r spec_helper
tsc -p tsconfig.build.json
psql -f migrations/1.sql
find . -exec grep "$X" {} ;
pandoc -t html a.md
`

test.each(HARMLESS.trim().split('\n'))('no hazard: %s', (line) => {
  expect(factsOf(line).hazards).toEqual([])
})

describe('every hazard has a row', () => {
  const tables = [
    AWK,
    CARRIER_TABLE,
    DATABASES,
    DEV_BUILD,
    DEV_CONTAINERS,
    DEV_NODE,
    DEV_PYTHON,
    FIND,
    INTERPRETERS,
    NETWORK,
    PACKAGES,
    PARALLEL,
    SED,
    SHELLS,
  ].flatMap((table) => table())
  const programs = new Map<CommandSpec, string[]>()
  for (const spec of tables) collect(spec, spec.names, programs)
  const missing = [...programs].flatMap(([spec, names]) =>
    hazardsOf(spec)
      .filter((spelling) => !isProved(names, spelling))
      .map((spelling) => `${names[0] ?? ''} ${spelling}`),
  )
  test('none is missing', () => expect(missing).toEqual([]))
})

/** Programs share entries for subcommands: it is enough when one of them proves it. */
function collect(spec: CommandSpec, names: readonly string[], programs: Map<CommandSpec, string[]>): void {
  programs.set(spec, [...(programs.get(spec) ?? []), ...names])
  for (const below of [...Object.values(spec.subcommands ?? {}), spec.fallback]) {
    if (below !== undefined) collect(below, names, programs)
  }
}

function hazardsOf(spec: CommandSpec): readonly string[] {
  return [spec.writes, spec.starts, spec.runs, spec.loads, spec.configures]
    .flatMap((list) => parseOptionList(list, 'starts'))
    .flatMap((def) => def.names)
}

function isProved(names: readonly string[], spelling: string): boolean {
  return LINES.some(({ line }) => {
    const words = line.split(' ').map((word) => word.split('=')[0] ?? '')
    const known = names.some((name) => name.replace('*', 'x') === words[0])
    return (
      known &&
      words.some((word) => word === spelling || (!spelling.startsWith('--') && word.startsWith(spelling)))
    )
  })
}
