import type { HazardRow } from './row.ts'

/** Hazards that depend on the value, and harmless values. */
export const HAZARDS_BY_VALUE: readonly HazardRow[] = [
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
  ['tsc', 'configures', '-p /x; --project=/x; -p ../x; -b /x; --build ../x; -b . /x'],
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

/** A harmless value next to a harmful one. */
export const HAZARDS_BESIDE: readonly HazardRow[] = [
  ['docker run', 'configures', '-v cache:/c -v /:/host x; -v /:/host -v cache:/c x'],
  ['curl', 'writes', '-o /dev/null https://a -o x https://a; -o x -o /dev/null https://a'],
  ['wget', 'writes', '-O - -O x https://a'],
  ['pytest', 'loads', '-c pytest.ini -c /x; -c /x -c pytest.ini; -p no:a -p b'],
  ['eslint', 'loads', '-c eslint.config.js -c /x; -f json -f ./x.js'],
  ['make', 'loads', '-f Makefile -f /x; -C sub -C /x'],
  ['docker compose', 'loads', '-f a.yml -f /x up; -f /x -f a.yml up'],
  ['tsc', 'configures', '-p . -p /x'],
]
