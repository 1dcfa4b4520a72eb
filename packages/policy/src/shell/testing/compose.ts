/** A source of chance with a seed, so that a found text can be found again. */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number

/**
 * Makes shell texts of constructs in constructs. Programs are named `aa` to `dd`, variables `x` to `z`, functions `f` and
 * `g`; nothing else is started and nothing is written outside the working directory.
 */
export function compose(random: Random, depth: number): string {
  return fill(pick(random, depth > 0 ? COMMANDS : SIMPLE), random, depth)
}

function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new RangeError('nothing to pick from')
  return found
}

/** Letters in braces stand for further text: C a command, W a word, S a substitution, V a value, N a name of a variable. */
function fill(template: string, random: Random, depth: number): string {
  return template.replaceAll(/‹([CWSVNP])›/g, (_, letter: string) => {
    switch (letter) {
      case 'C':
        return compose(random, depth - 1)
      case 'W':
        return fill(pick(random, depth > 0 ? WORDS : PLAIN), random, depth - 1)
      case 'S':
        return fill(pick(random, depth > 0 ? SUBSTITUTIONS : PROGRAM_SUBSTITUTIONS), random, depth - 1)
      case 'V':
        return fill(pick(random, depth > 0 ? VALUES : PLAIN), random, depth - 1)
      case 'N':
        return pick(random, ['x', 'y', 'z'])
      default:
        return pick(random, ['aa', 'bb', 'cc', 'dd'])
    }
  })
}

const PLAIN = ['‹P›', "'‹P›'", '"‹P›"', 'w', "''", '$x', '"$x"']

const SIMPLE = ['‹P›', '‹P› ‹W›', '$‹N›', '"$‹N›" w', '‹N›=‹P›', '‹W›', ':', 'f', 'g ‹P›', 'break', 'return', '$1', '"$@"']

const COMMANDS = [
  ...SIMPLE,
  '‹P› ‹W›',
  '‹W› ‹W›',
  '‹N›=‹V›',
  '‹N›=‹V›; ‹C›',
  '‹N›=‹V› ‹C›',
  '‹N›+=‹V›',
  '‹N›=(‹W› ‹W›)',
  'x[‹S›]=1',
  '‹C›; ‹C›',
  '‹C›; ‹C›; ‹C›',
  '‹C›\n‹C›',
  '‹C› && ‹C›',
  '‹C› || ‹C›',
  '! ‹C›',
  '‹P› | ‹P› ‹W›',
  'echo ‹W› | ‹P›',
  '{ ‹C›; }',
  '(‹C›)',
  '(‹C›; ‹C›)',
  'if ‹C›; then ‹C›; else ‹C›; fi',
  'if ‹C›; then ‹C›; fi; ‹C›',
  'while ‹C›; do ‹C›; break; done',
  'until ‹C›; do ‹C›; break; done',
  'for ‹N› in ‹W› ‹W›; do ‹C›; done',
  'for ‹N› in ‹W›; do ‹C›; ‹C›; done; ‹C›',
  'for ((x=0; x<2; x++)); do ‹C›; done',
  'case ‹W› in ‹W›) ‹C›;; *) ‹C›;; esac',
  'case ‹W› in w) ‹C›;& *) ‹C›;; esac',
  'f() { ‹C›; }; ‹C›; f ‹W›',
  'g() { ‹C›; ‹C›; }; g ‹W› ‹W›',
  'f() { local ‹N›=‹V›; ‹C›; }; f; ‹C›',
  'f() { ‹C›; return; ‹C›; }; f; ‹C›',
  'f() (‹C›); f',
  'coproc { ‹C›; }',
  '‹P› & ‹C›',
  'time ‹C›',
  '[[ ‹W› == ‹W› ]] && ‹C›',
  '[[ -n ‹W› ]] || ‹C›',
  '[ -n ‹W› ] && ‹C›',
  '((1)) && ‹C›',
  '‹P› <<< ‹W›',
  '‹P› <<E\n‹S› ${x:-‹S›}\nE\n‹C›',
  "‹P› <<'E'\n‹S›\nE\n‹C›",
  '‹P› <<-E\n\t‹S›\n\tE\n‹C›',
  '‹P› < <(‹C›)',
  '‹P› > >(‹C›)',
  '‹P› <(‹C›)',
  '‹P› 2>&1 >/dev/null',
  '‹C› >/dev/null',
  'eval ‹W›',
  "eval '‹P›; ‹P›'",
  'eval "‹N›=‹P›"; ‹C›',
  'command ‹C›',
  'set -- ‹W› ‹W›; ‹C›',
  'shift; ‹C›',
  'read ‹N› <<< ‹W›; ‹C›',
  'printf -v ‹N› %s ‹P›; ‹C›',
  'export ‹N›=‹V›; ‹C›',
  'declare ‹N›=‹V›; ‹C›',
  'unset ‹N›; ‹C›',
  'trap ‹W› EXIT',
  'echo ‹W› | while read ‹N›; do ‹C›; done',
  'cd . && ‹C›',
  '‹P› # ‹P›\n‹C›',
]

const PROGRAM_SUBSTITUTIONS = ['$(‹P›)', '`‹P›`', '"$(‹P›)"', '"`‹P›`"']

const SUBSTITUTIONS = [
  ...PROGRAM_SUBSTITUTIONS,
  '$(‹C›)',
  '"$(‹C›)"',
  '$(echo ‹W›)',
  '"$(echo ‹W›)"',
  '$(‹P› "$(‹P›)")',
  '`‹P› \\`‹P›\\``',
  '$(‹P› # )\n)',
  '$( (‹P›) )',
  '$(case w in w) ‹P›;; esac)',
]

const WORDS = [
  ...PLAIN,
  '‹S›',
  'w‹S›',
  '"w ‹S›"',
  '${x:-‹W›}',
  '"${x:-‹S›}"',
  '${x:=‹V›}',
  '${y:+‹W›}',
  '${x#‹W›}',
  '${x%%‹P›}',
  '${x/‹P›/‹P›}',
  '${x:0:2}',
  '${x:1}',
  '${x^^}',
  '${!y}',
  '${x[0]}',
  '"${x[@]}"',
  '${x[1]}',
  '$((1+1))',
  '$(($(‹P›)+1))',
  '{‹P›,‹P›}',
  '{‹P›,}',
  "a'a'",
  '\\aa',
  'a"$x"a',
  'a$@a',
  "$'\\x61a'",
  '"$*"',
  '"$@"',
  '$1',
  '‹P›$y',
  '$y‹P›',
  '~',
  '"$x$y"',
  '$x$y',
]

const VALUES = [...WORDS, '"‹P› ‹P›"', "'‹P›;‹P›'", 'x', 'y', '"$x ‹P›"', '$x‹P›']
