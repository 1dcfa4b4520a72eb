import { describe, expect, test } from 'vitest'
import { display } from '../../model/field.ts'
import type { Inner } from '../../model/part.ts'
import { CARRIER_TABLE } from './carriers.ts'
import { factsOf } from './testing/argv.ts'

const show = (inner: Inner): string => {
  if (inner.kind === 'argv') return inner.argv.map(display).join(' ') + (inner.more === true ? ' …' : '')
  return inner.kind === 'script' ? `text ${display(inner.text)}` : 'input'
}
const started = (line: string): readonly string[] => factsOf(line).inner.map(show)

/** Every option of a carrier that is looked through by every list; variants are separated by `;`. */
const TRANSPARENT: readonly (readonly [program: string, variants: string])[] = [
  [
    'timeout',
    '5; -k 5 10; -k5 10; --kill-after=5 10; --kill-after 5 10; -s KILL 5; --signal=9 5; --foreground 5',
  ],
  ['timeout', '--preserve-status 5; -v 5; --verbose 5; -f 5; -p 5; -vk 5 10; -- 5; --kill=5 10; 1.5m'],
  ['nice', '; -n 5; -n5; -n -5; -5; -10; --adjustment=5; --adjustment 5; --adj=5; --'],
  ['nohup', '; --'],
  ['stdbuf', '-oL; -o L; -i0 -o0 -e0; --output=L; --input=0; --error L; -o L -e L; --out=L'],
  ['/usr/bin/time', ''],
  ['time', '; -p; --portability; -v; --verbose; -q; --quiet; -f %e; --format=%e; -a; --append'],
  ['command', '; -p; --'],
  ['env', '; -i; --ignore-environment; -u A; -uA; --unset=A; -iu A; -0; --null; -v; --debug; -'],
  [
    'env',
    '--block-signal; --block-signal=INT; --default-signal; --ignore-signal; --list-signal-handling; --',
  ],
  ['env', 'A=b; A=b C=d; -i A=b; A=; a.b=c; A="$X"; =; A=b --chdir=x; -- -C=x; A=b =c'],
]

describe('looked through by every list', () => {
  const rows = TRANSPARENT.flatMap(([program, variants]) =>
    variants.split(';').map((variant) => [`${program} ${variant.trim()} cmd -a arg`.replaceAll('  ', ' ')]),
  )
  test.each(rows)('%s', (line) => {
    const facts = factsOf(line)
    expect(facts.inner.map(show)).toEqual(['cmd -a arg'])
    const whole = !line.startsWith('/') && !/--(?:adj|out|kill)=/.test(line)
    expect(facts.transparent).toBe(whole)
    expect(facts.notReadonly === undefined).toBe(facts.transparent)
    expect(facts.arity).toBe(-1)
  })
  test.each([
    ['xargs cmd -a', 'cmd -a …'],
    ['xargs -0 -n1 -P 4 -r -t cmd', 'cmd …'],
    ['xargs --null --max-args=1 --max-procs 4 --no-run-if-empty --verbose cmd', 'cmd …'],
    ['xargs -d x -E y -L 1 -s 9 -x -p -o cmd', 'cmd …'],
    ['xargs --delimiter=x --max-lines=1 --max-chars=9 --exit --interactive --open-tty cmd', 'cmd …'],
    ['xargs -e -l -l5 --eof --eof=x --show-limits -S 5 -R 5 cmd', 'cmd …'],
    ['xargs -a f --arg-file=g cmd', 'cmd …'],
    ['xargs -I{} cmd a{}b c', 'cmd a{}b c'],
    ['xargs -I % cmd %', 'cmd %'],
    ['xargs -J % cmd %', 'cmd %'],
    ['xargs -i cmd {}', 'cmd {}'],
    ['xargs --replace cmd {}', 'cmd {}'],
    ['xargs --replace=X cmd X', 'cmd X'],
  ])('%s', (line, inner) => {
    expect(started(line)).toEqual([inner])
    expect(factsOf(line).transparent).toBe(true)
  })
  test('what stands for the input is not known', () => {
    expect(factsOf('xargs -I{} cmd a{}b').inner).toMatchObject([
      { argv: [{}, { pieces: [{ text: 'a' }, { kind: 'hole' }, { text: 'b' }] }] },
    ])
  })
  test('variables go with what is started', () => {
    expect(factsOf('env A=b C="$X" cmd').inner).toMatchObject([
      { assignments: [{ name: 'A', value: { pieces: [{ text: 'b' }] } }, { name: 'C' }], from: 3 },
    ])
  })
})

describe('looked through by deny, ask and breakers', () => {
  test.each([
    ['builtin cmd a', ['cmd a']],
    ['exec -a x -c -l cmd a', ['cmd a']],
    ['sudo cmd a', ['cmd a']],
    ['sudo -E -H -- cmd a', ['cmd a']],
    ['sudo -nu root A=b cmd a', ['cmd a']],
    ['sudo --user=root --group g -p x cmd a', ['cmd a']],
    ['sudo -A -b -B -C 3 -g x -h y -N -P -R z -r a -S -T 5 -t b -U c -k cmd a', ['cmd a']],
    ['sudo -s cmd a', ['text cmd a']],
    ['sudo -i cmd a', ['text cmd a']],
    ['sudo -s', ['input']],
    ['sudo -D /x cmd a', ["text cd '/x' && 'cmd' 'a'"]],
    ['sudo --chdir=/x cmd a', ["text cd '/x' && 'cmd' 'a'"]],
    ['doas -n -u x cmd a', ['cmd a']],
    ['doas -s', ['input']],
    ["su -c 'cmd a'", ['text cmd a']],
    ["su - x -c 'cmd a'", ['text cmd a']],
    ["su --command='cmd a' x", ['text cmd a']],
    ["su --session-command 'cmd a'", ['text cmd a']],
    ['su', ['input']],
    ['su x', ['input']],
    ['pkexec --user x cmd a', ['cmd a']],
    ['gosu x cmd a', ['cmd a']],
    ['sudo-rs -u x cmd a', ['cmd a']],
    ['dzdo -n cmd a', ['cmd a']],
    ['chpst -u x cmd a', ['cmd a']],
    ['chroot --userspec=a /x cmd a', ['cmd a']],
    ['chroot /x', ['input']],
    ['setsid -f -w cmd a', ['cmd a']],
    ['ionice -c 3 -n 5 cmd a', ['cmd a']],
    ['ionice -c3 -t cmd a', ['cmd a']],
    ['taskset 1 cmd a', ['cmd a']],
    ['taskset -c 0,1 cmd a', ['cmd a']],
    ['flock /x cmd a', ['cmd a']],
    ['flock -n -w 5 -E 3 /x cmd a', ['cmd a']],
    ["flock /x -c 'cmd a'", ['text cmd a']],
    ["flock -c 'cmd a' /x", ['text cmd a']],
    ["script -qc 'cmd a' /dev/null", ['text cmd a']],
    ['script', ['input']],
    ['strace -f -e trace=x -o y cmd a', ['cmd a']],
    ['watch cmd a', ['text cmd a']],
    ["watch -n 1 -d 'cmd | a'", ['text cmd | a']],
    ['watch -x cmd a', ['cmd a']],
    ['entr -r cmd a', ['cmd a']],
    ["entr -s 'cmd a'", ['text cmd a']],
    ["hyperfine -p 'x y' 'cmd a' 'cmd b'", ['text x y', 'text cmd a', 'text cmd b']],
    ["concurrently 'cmd a' 'cmd b'", ['text cmd a', 'text cmd b']],
    ['busybox cmd a', ['cmd a']],
    ['busybox sh -c x', ['sh -c x']],
    ['/lib64/ld-linux-x86-64.so.2 /bin/cmd a', ['/bin/cmd a']],
    ['ld.so --library-path x --preload y cmd a', ['cmd a']],
    ['faketime x cmd a', ['cmd a']],
    ['fakeroot -- cmd a', ['cmd a']],
    ['proxychains -q -f x cmd a', ['cmd a']],
    ['torsocks cmd a', ['cmd a']],
    ['cross-env A=b cmd a', ['cmd a']],
    ['cross-env-shell A=b cmd a', ['text cmd a']],
    ['direnv exec . cmd a', ['cmd a']],
    ['rbenv exec cmd a', ['cmd a']],
    ["nix-shell -p x --run 'cmd a'", ['text cmd a']],
  ])('%s', (line, inner) => {
    expect(started(line)).toEqual(inner)
    expect(factsOf(line).transparent).toBe(false)
    expect(factsOf(line).notReadonly).toBeDefined()
  })
  test.each([
    ['timeout --frobnicate 5 cmd a', 'cmd a'],
    ['timeout "$X" 5 cmd a', 'cmd a'],
    ['sudo --frobnicate x cmd a', 'cmd a'],
    ['sudo $X cmd a', 'cmd a'],
    ['env --frobnicate cmd a', 'cmd a'],
    ['nice --5 cmd a', 'cmd a'],
    ['xargs --frobnicate 5 cmd a', 'cmd a …'],
    ['numactl -C 0 cmd a', 'cmd a'],
    ['chrt -f 1 cmd a', 'cmd a'],
    ['chrt -i cmd a', 'cmd a'],
    ['chrt -T 5 -P 6 -D 7 -d 0 cmd a', 'cmd a'],
    ['script -q /dev/null cmd a', 'cmd a'],
    ['script -t 0 /dev/null cmd a', 'cmd a'],
    ['ltrace -S cmd a', 'cmd a'],
    ['ltrace -e x cmd a', 'cmd a'],
    ['bwrap --ro-bind / / --bind a b --proc /proc --dev /dev --tmpfs /tmp --chdir x -- cmd a', 'cmd a'],
    ['machinectl shell root@ cmd a', 'cmd a'],
    ['sudo -Eu root cmd a', 'cmd a'],
    ['sudo A=b -u root cmd a', 'cmd a'],
    ['unshare -r -n cmd a', 'cmd a'],
    ['firejail --net=none cmd a', 'cmd a'],
    ['systemd-run --user -p A=b cmd a', 'cmd a'],
    ['runuser -u x -- cmd a', 'cmd a'],
    ['xvfb-run -a cmd a', 'cmd a'],
    ['valgrind --tool=x cmd a', 'cmd a'],
    ['env-cmd -f .env cmd a', 'cmd a'],
    ['mise exec node@22 -- cmd a', 'cmd a'],
    ['nix develop -c cmd a', 'cmd a'],
  ])('%s: every place where it could begin is tried', (line, inner) => {
    expect(started(line)).toContain(inner)
    expect(factsOf(line).transparent).toBe(false)
  })
  test('data of a command is not taken for one where the options are known', () => {
    expect(started('runuser -u x -- echo git push')).not.toContain('git push')
    expect(started('chrt -f 1 echo a b git push')).not.toContain('git push')
    expect(started('sudo --frobnicate -- echo git push')).not.toContain('git push')
  })
  test('a guess ends at the next carrier, which looks further itself', () => {
    const long = Array.from({ length: 40 }, () => 'sudo --frobnicate').join(' ')
    expect(started(`${long} cmd`)).toHaveLength(1)
  })
  test.each([
    ['sudo'],
    ['doas'],
    ['su'],
    ['pkexec'],
    ['runuser -u x --'],
    ['gosu x'],
    ['sudo-rs'],
    ['dzdo'],
    ['please'],
    ['run0'],
    ['chroot /x'],
    ['setpriv'],
  ])('%s raises privilege', (program) => expect(factsOf(`${program} cmd`).privilege).toBe(true))
})

test('a split text that is the value of another option', () => {
  expect(started('env -u -Sx cmd a')).toEqual(['env x cmd a', 'cmd a'])
})

test.each([
  ["env -S 'A=b cmd -a' x", 'env A=b cmd -a x'],
  ['env -Scmd', 'env cmd'],
  ["env --split-string='cmd a'", 'env cmd a'],
  [`env -S "cmd 'a b'"`, 'env cmd a b'],
])('%s is read again', (line, inner) => {
  expect(started(line)).toEqual([inner])
  expect(factsOf(line).transparent).toBe(false)
})

test.each([
  ['env'],
  ['env A=b'],
  ['nice'],
  ['xargs'],
  ['xargs -0'],
  ['command'],
  ['command -v x'],
  ['command -V x y'],
  ['command -v "$X"'],
  ['command -v $X'],
  ['exec'],
  ['timeout --help'],
  ['sudo --version'],
  ['env --version'],
])('%s starts nothing and only tells', (line) => {
  expect(factsOf(line)).toMatchObject({ inner: [] })
  expect(factsOf(line).notReadonly).toBeUndefined()
})

test.each([
  ['timeout 5'],
  ['nohup'],
  ['sudo -l'],
  ['sudo -k'],
  ['taskset -p 1'],
  ['chrt -p 1'],
  ['ionice -p 1'],
])('%s starts nothing, but is not read-only', (line) => {
  expect(factsOf(line).inner).toEqual([])
  expect(factsOf(line).notReadonly).toBeDefined()
})

test.each([
  ['command "$X"'],
  ['command $X -v x'],
  ['timeout --help cmd'],
  ['env -C /x cmd'],
  ['time -o x cmd'],
  ['env -a x cmd'],
  ['xargs --process-slot-var=X cmd'],
])('%s is not looked through for allow', (line) => expect(factsOf(line).transparent).toBe(false))

test('transparent carriers are these and no more', () => {
  const names = CARRIER_TABLE()
    .filter(
      ({ names }) => factsOf(`${names[0] ?? ''} ${names.includes('timeout') ? '5' : ''} cmd`).transparent,
    )
    .flatMap((spec) => spec.names.filter((name) => !name.startsWith('g')))
  expect(names).toEqual(['timeout', 'nice', 'nohup', 'stdbuf', 'time', 'command', 'env', 'xargs'])
})
