import { expect, test } from 'vitest'
import { display } from '../../model/field.ts'
import type { Inner } from '../../model/part.ts'
import { CARRIER_TABLE } from './carriers.ts'
import { parseOptionList } from './option-table.ts'
import { factsOf } from './testing/argv.ts'

/** The words before the command, what then is started, and every option with which that holds. */
type Row = readonly [program: string, before: string, starts: string, options: string]

const ROWS: readonly Row[] = [
  [
    'timeout',
    '5',
    `cmd a`,
    '-k v; -kv; --kill-after=v; --kill-after v; -s v; -sv; --signal=v; --signal v; --foreground; --preserve-status; -v; --verbose; -f; -p',
  ],
  ['nice', '', `cmd a`, '-n v; -nv; --adjustment=v; --adjustment v'],
  [
    'stdbuf',
    '',
    `cmd a`,
    '-i v; -iv; --input=v; --input v; -o v; -ov; --output=v; --output v; -e v; -ev; --error=v; --error v',
  ],
  [
    'time',
    '',
    `cmd a`,
    '-p; --portability; -v; --verbose; -q; --quiet; -f v; -fv; --format=v; --format v; -a; --append; -o v; -ov; --output=v; --output v',
  ],
  ['command', '', `cmd a`, '-p'],
  ['command', '', ``, '-v; -V'],
  [
    'env',
    '',
    `cmd a`,
    '-i; --ignore-environment; -u v; -uv; --unset=v; --unset v; -0; --null; -v; --debug; --block-signal; --block-signal=v; --default-signal; --default-signal=v; --ignore-signal; --ignore-signal=v; --list-signal-handling; -a v; -av; --argv0=v; --argv0 v; -P v; -Pv',
  ],
  ['env', '', `text cd 'v' && 'cmd' 'a'`, '-C v; -Cv; --chdir=v; --chdir v'],
  ['env', '', `env v cmd a`, '-S v; -Sv; --split-string=v; --split-string v'],
  [
    'xargs',
    '',
    `cmd a`,
    '-0; --null; -d v; -dv; --delimiter=v; --delimiter v; -E v; -Ev; -ev; --eof; --eof=v; -L v; -Lv; --max-lines=v; --max-lines v; -lv; -n v; -nv; --max-args=v; --max-args v; -o; --open-tty; -P v; -Pv; --max-procs=v; --max-procs v; -p; --interactive; -r; --no-run-if-empty; -R v; -Rv; -s v; -sv; --max-chars=v; --max-chars v; -S v; -Sv; -t; --verbose; -x; --exit; --show-limits; -I v; -Iv; -J v; -Jv; -iv; --replace; --replace=v; -a v; -av; --arg-file=v; --arg-file v; --process-slot-var=v; --process-slot-var v',
  ],
  ['exec', '', `cmd a`, '-c; -l; -a v; -av'],
  [
    'sudo',
    '',
    `cmd a`,
    '-A; --askpass; -b; --background; -B; --bell; -C v; -Cv; --close-from=v; --close-from v; -E; --preserve-env; --preserve-env=v; -g v; -gv; --group=v; --group v; -H; --set-home; -h v; -hv; --host=v; --host v; -n; --non-interactive; -N; --no-update; -P; --preserve-groups; -p v; -pv; --prompt=v; --prompt v; -R v; -Rv; --chroot=v; --chroot v; -r v; -rv; --role=v; --role v; -S; --stdin; -T v; -Tv; --command-timeout=v; --command-timeout v; -t v; -tv; --type=v; --type v; -U v; -Uv; --other-user=v; --other-user v; -u v; -uv; --user=v; --user v; -k; --reset-timestamp',
  ],
  ['sudo', '', ``, '-e; --edit; -l; --list; -v; --validate; -V; --version; -K; --remove-timestamp; --help'],
  ['sudo', '', `text cmd a`, '-s; --shell; -i; --login'],
  ['sudo', '', `text cd 'v' && 'cmd' 'a'`, '-D v; -Dv; --chdir=v; --chdir v'],
  ['doas', '', `cmd a`, '-C v; -Cv; -a v; -av; -L; -n; -u v; -uv'],
  ['doas', '', `text cmd a`, '-s'],
  [
    'su',
    '',
    `a | input`,
    '-f; --fast; -g v; -gv; --group=v; --group v; -G v; -Gv; --supp-group=v; --supp-group v; -l; --login; -m; -p; --preserve-environment; -P; --pty; -T; --no-pty; -s v; -sv; --shell=v; --shell v; -w v; -wv; --whitelist-environment=v; --whitelist-environment v',
  ],
  ['su', '', `text v`, '-c v; -cv; --command=v; --command v; --session-command=v; --session-command v'],
  [
    'runuser',
    '',
    `cmd a | a`,
    '-f; --fast; -gv; --group=v; -Gv; --supp-group=v; -l; --login; -m; -p; --preserve-environment; -P; --pty; -T; --no-pty; -sv; --shell=v; -uv; --user=v; -wv; --whitelist-environment=v',
  ],
  [
    'runuser',
    '',
    `cmd a | v cmd a | a`,
    '-g v; --group v; -G v; --supp-group v; -s v; --shell v; -u v; --user v; -w v; --whitelist-environment v',
  ],
  ['runuser', '', `text v | cmd a | v cmd a | a`, '-c v; --command v; --session-command v'],
  ['runuser', '', `text v | cmd a | a`, '-cv; --command=v; --session-command=v'],
  ['pkexec', '', `cmd a`, '--user=v; --user v; --disable-internal-agent; --keep-cwd; -u v; -uv'],
  [
    'chpst',
    '',
    `cmd a`,
    '-u v; -uv; -U v; -Uv; -b v; -bv; -e v; -ev; -/ v; -/v; -n v; -nv; -l v; -lv; -L v; -Lv; -m v; -mv; -d v; -dv; -o v; -ov; -p v; -pv; -f v; -fv; -c v; -cv; -v; -P; -0; -1; -2',
  ],
  ['setpriv', '', `text v | cmd a | v cmd a | a`, '-c v'],
  ['setpriv', '', `text v | cmd a | a`, '-cv'],
  ['sg', 'g', `text v`, '-c v; -cv'],
  ['chroot', '/r', `cmd a`, '--groups=v; --groups v; --userspec=v; --userspec v; --skip-chdir'],
  ['setsid', '', `cmd a`, '-c; --ctty; -f; --fork; -w; --wait'],
  [
    'ionice',
    '',
    `cmd a`,
    '-c v; -cv; --class=v; --class v; -n v; -nv; --classdata=v; --classdata v; -t; --ignore',
  ],
  [
    'ionice',
    '',
    ``,
    '-p v; -pv; --pid=v; --pid v; -P v; -Pv; --pgid=v; --pgid v; -u v; -uv; --uid=v; --uid v',
  ],
  [
    'chrt',
    '1',
    `cmd a | 1 cmd a | a`,
    '-b; --batch; -d; --deadline; -e; --ext; -f; --fifo; -i; --idle; -o; --other; -r; --rr; -R; --reset-on-fork; -Tv; --sched-runtime=v; -Pv; --sched-period=v; -Dv; --sched-deadline=v; -a; --all-tasks; -v; --verbose',
  ],
  [
    'chrt',
    '1',
    `cmd a | v 1 cmd a | 1 cmd a | a`,
    '-T v; --sched-runtime v; -P v; --sched-period v; -D v; --sched-deadline v',
  ],
  ['chrt', '1', ``, '-m; --max; -p; --pid'],
  ['taskset', '1', `cmd a`, '-a; --all-tasks; -c; --cpu-list'],
  ['taskset', '1', ``, '-p; --pid'],
  [
    'fakeroot',
    '',
    `cmd a`,
    '-l v; -lv; --lib=v; --lib v; --faked=v; --faked v; -s v; -sv; -i v; -iv; -u; -b v; -bv',
  ],
  ['eatmydata', '', `cmd a`, '-p; -n; -e; -v'],
  ['proxychains', '', `cmd a`, '-q; -f v; -fv'],
  ['faketime', 'x', `cmd a`, '-f; -m; -p v; -pv; --exclude-monotonic'],
  [
    'flock',
    '/l',
    `cmd a`,
    '-s; --shared; -x; -e; --exclusive; -u; --unlock; -n; --nb; --nonblock; -w v; -wv; --timeout=v; --timeout v; --wait=v; --wait v; -o; --close; -E v; -Ev; --conflict-exit-code=v; --conflict-exit-code v; -F; --no-fork; --fcntl; --verbose',
  ],
  ['flock', '/l', `text v | cmd a`, '-c v; -cv; --command=v; --command v'],
  [
    'script',
    '/l',
    `cmd a | /l cmd a | a`,
    '-a; --append; -e; --return; -f; --flush; -q; --quiet; --force; -Ev; --echo=v; -mv; --logging-format=v; -ov; --output-limit=v; -Fv; -k; -r; -d; -p; -tv; --timing; --timing=v; -Ov; --log-out=v; -Iv; --log-in=v; -Bv; --log-io=v; -Tv; --log-timing=v',
  ],
  [
    'script',
    '/l',
    `cmd a | v /l cmd a | /l cmd a | a`,
    '-E v; --echo v; -m v; --logging-format v; -o v; --output-limit v; -F v; -O v; --log-out v; -I v; --log-in v; -B v; --log-io v; -T v; --log-timing v',
  ],
  ['script', '/l', `text v | cmd a | v /l cmd a | /l cmd a | a`, '-c v; --command v'],
  ['script', '/l', `text v | cmd a | /l cmd a | a`, '-cv; --command=v'],
  [
    'strace',
    '',
    `cmd a`,
    '-c; -C; -d; -D; -f; -ff; -F; -i; -k; -n; -N; -q; -qq; -r; -t; -tt; -ttt; -T; -v; -w; -x; -xx; -y; -yy; -z; -Z; -a v; -av; -b v; -bv; -e v; -ev; -I v; -Iv; -p v; -pv; -P v; -Pv; -s v; -sv; -S v; -Sv; -u v; -uv; -U v; -Uv; -X v; -Xv; -o v; -ov; -E v; -Ev; -O v; -Ov',
  ],
  [
    'ltrace',
    '',
    `cmd a`,
    '-b; -c; -C; -f; -i; -L; -r; -S; -t; -tt; -ttt; -T; -a v; -A v; -D v; -e v; -l v; -n v; -p v; -s v; -u v; -w v; -x v; --no-signals; --demangle; -o v; -ov; --output=v; --output v',
  ],
  [
    'watch',
    '',
    `text cmd a`,
    '-n v; -nv; --interval=v; --interval v; -dv; --differences; --differences=v; -t; --no-title; -b; --beep; -e; --errexit; -g; --chgexit; -q v; -qv; --equexit=v; --equexit v; -c; --color; -C; --no-color; -p; --precise; -w; --no-wrap; -r; --no-rerun; -s v; -sv; --shotsdir=v; --shotsdir v',
  ],
  ['watch', '', `cmd a`, '-x; --exec'],
  ['entr', '', `cmd a`, '-a; -c; -d; -n; -p; -r; -x; -z'],
  ['entr', '', `text cmd a`, '-s'],
  [
    'hyperfine',
    '',
    `text v | text cmd | text a`,
    '-p v; -pv; --prepare=v; --prepare v; -s v; -sv; --setup=v; --setup v; -c v; -cv; --cleanup=v; --cleanup v; --conclude=v; --conclude v',
  ],
  [
    'watchexec',
    '',
    `text v | cmd a | v cmd a | a`,
    '-x v; --exec v; -c v; --command v; --onpass v; --onfail v',
  ],
  ['watchexec', '', `text v | cmd a | a`, '-xv; --exec=v; -cv; --command=v; --onpass=v; --onfail=v'],
  ['busybox', '', ``, '--list; --list-full; --help'],
  ['coreutils', '', ``, '--list; --help; --version'],
  [
    'coreutils',
    '',
    `coreutils v cmd a`,
    '--coreutils-prog=v; --coreutils-prog v; --coreutils-prog-shebang=v; --coreutils-prog-shebang v',
  ],
  [
    'ld.so',
    '',
    `cmd a`,
    '--library-path=v; --library-path v; --inhibit-rpath=v; --inhibit-rpath v; --inhibit-cache; --argv0=v; --argv0 v; --glibc-hwcaps-prepend=v; --glibc-hwcaps-prepend v; --glibc-hwcaps-mask=v; --glibc-hwcaps-mask v; --preload=v; --preload v; --audit=v; --audit v',
  ],
  ['ld.so', '', ``, '--list; --verify; --help; --version; --list-tunables; --list-diagnostics'],
]

const LINES = ROWS.flatMap(([program, before, starts, options]) =>
  options.split('; ').map((option) => ({
    program,
    option,
    line: [program, option, before, 'cmd a'].filter((part) => part !== '').join(' '),
    starts,
  })),
)

test.each(LINES)('$line starts $starts', ({ line, starts }) => {
  expect(factsOf(line).inner.map(show).join(' | ')).toBe(starts)
})

test('every option of a carrier has a row', () => {
  const missing = CARRIER_TABLE()
    .filter((spec) => spec.subcommands === undefined && !spec.names.includes('nix-shell'))
    .flatMap((spec) =>
      parseOptionList([spec.options, spec.reads, spec.writes, spec.changes].join(' '), 'plain')
        .flatMap(({ names }) => names)
        .filter((name) => name !== '-#' && !isProved(spec.names, name)),
    )
  expect(missing).toEqual([])
})

function isProved(names: readonly string[], name: string): boolean {
  return LINES.some(
    ({ program, option }) =>
      names.includes(program) && (option.split(/[= ]/)[0] === name || option === `${name}v`),
  )
}

function show(inner: Inner): string {
  if (inner.kind === 'argv') return inner.argv.map(display).join(' ')
  return inner.kind === 'script' ? `text ${display(inner.text)}` : 'input'
}
