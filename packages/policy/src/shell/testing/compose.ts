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

/** Templates by letter; `‹X›` in one stands for any of `X`, and for any of `leaves.X` when it is deep enough. */
interface Grammar {
  readonly start: string
  readonly templates: Readonly<Record<string, readonly string[]>>
  readonly leaves: Readonly<Record<string, readonly string[]>>
}

/** Makes a shell text. Nothing is started but `aa` to `dd`, and nothing written outside the working directory. */
export function compose(random: Random, grammar: Grammar, depth: number): string {
  const fill = (letter: string, left: number): string => {
    const list = (left > 0 ? grammar.templates[letter] : grammar.leaves[letter]) ?? grammar.templates[letter] ?? []
    const template = list[Math.floor(random() * list.length)] ?? ''
    return template.replaceAll(/‹([A-Z])›/g, (_, inner: string) => fill(inner, left - 1))
  }
  return fill(grammar.start, depth)
}

const PROGRAMS = ['aa', 'bb', 'cc', 'dd']
const PLAIN = ['‹P›', "'‹P›'", '"‹P›"', 'w', "''", '$x', '"$x"']
const SIMPLE = ['‹P›', '‹P› ‹W›', '$‹N›', '"$‹N›" w', '‹N›=‹P›', '‹W›', ':', 'f', 'g ‹P›', 'break', 'return', '$1', '"$@"']
const PROGRAM_SUBSTITUTIONS = ['$(‹P›)', '`‹P›`', '"$(‹P›)"', '"`‹P›`"']

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

/** Constructs in constructs: C a command, W a word, S a substitution, V a value, N a variable, P a program. */
export const CONSTRUCTS: Grammar = {
  start: 'C',
  leaves: { C: SIMPLE, W: PLAIN, V: PLAIN, S: PROGRAM_SUBSTITUTIONS },
  templates: {
    P: PROGRAMS,
    N: ['x', 'y', 'z'],
    W: WORDS,
    V: [...WORDS, '"‹P› ‹P›"', "'‹P›;‹P›'", 'x', 'y', '"$x ‹P›"', '$x‹P›'],
    S: [
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
    ],
    C: [
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
    ],
  },
}

const PROBES = ['aa "$x"','aa $x $y','bb "$y$z"','cc $1 "$2"','dd "$@"','aa $# $i','bb "${x[@]}"','cc ${x:-none} ${y+set}','dd "$PWD"','aa $w','bb ~ "$HOME"','cc "$n" ${!n}']
const STEPS = ['‹N›=‹V›','‹N›=‹V›','‹N›+=‹V›','x=(‹V› ‹V›)','x[1]=‹V›','x[0]=‹V›','unset ‹N›','read ‹N› <<< ‹V›','printf -v ‹N› %s ‹V›','export ‹N›=‹V›','declare ‹N›=‹V›','((i=i+1))','((i++))','let i=3','set -- ‹V› ‹V›','shift',': ${‹N›:=‹V›}','n=x','n=y','‹N›=‹V› ‹N›=‹V›','readonly w=‹V›','IFS=‹V›','eval "‹N›=q"',"eval '‹N›=$y'",'local ‹N›=‹V›','for ‹N› in ‹V› ‹V›; do :; done','mapfile -t x <<< ‹V›','cd .','cd /','HOME=/h','IFS=,','y=p,q','unset IFS','declare -a x=(‹V›)','x+=(‹V›)','export ‹N›','break','continue','return','trap "‹N›=t" DEBUG','declare -u w','declare -l w=‹V›','w=Pq','i=5','‹N›=$((i+1))','true','false','shift 2','set --']

/** Variables on their way: A a step that changes some, P a program that shows them, B a condition, V a value. */
export const FLOWS: Grammar = {
  start: 'T',
  leaves: { C: [...PROBES, ...STEPS] },
  templates: {
    T: ['‹C›; ‹P›; ‹P›'],
    P: PROBES,
    A: STEPS,
    N: ['x','y','z','i','w','n'],
    B: ['aa','bb','true','false','! aa','[[ -n $x ]]','[ "$x" = p ]','((i))','‹A›'],
    V: ['p','q','r',"'p q'",'$x','$y','"$z"','$x$y','"${x}w"','${y:-d}','${x:=k}','${z:+s}','$1','"$@"','"$*"','$#','${x%q}','${y#p}','${x/p/q}','${#x}','$((1+1))','$(echo e $y)','"$(echo "$x")"','${x[0]}','${x[1]}','"${x[@]}"','${!n}','~','{p,q}',"''",'${x^^}','${y:0:1}','$i','${x-u}','$(x=no; echo $x)','`echo $z`','*','"*"','$IFS','${x:1}','${1-none}','${@}','$w','${u:-$x}'],
    C: ['‹P›','‹P›','‹A›','‹A›','‹A›','‹A›; ‹C›','‹A›; ‹P›','‹C›; ‹C›','‹C›; ‹C›; ‹P›','if ‹B›; then ‹C›; else ‹C›; fi','if ‹B›; then ‹C›; fi','‹B› && ‹A›','‹B› || ‹A›','{ ‹C›; } && ‹C›','{ ‹C›; } || ‹C›','(‹C›); ‹P›','{ ‹C›; }','while ‹B›; do ‹C›; break; ‹C›; done','until ‹B›; do ‹C›; break; done','for ‹N› in ‹V› ‹V›; do ‹C›; done','for ‹N› in ‹V›; do ‹C›; continue; ‹C›; done; ‹P›','for i in 1 2; do if ‹B›; then ‹C›; break; fi; ‹C›; done; ‹P›','case ‹V› in p) ‹C›;; q*) ‹C›;& *) ‹C›;; esac','f() { ‹C›; }; f ‹V›; ‹P›','f() { local ‹N›; ‹C›; }; f ‹V› ‹V›; ‹P›','g() { ‹C›; return; ‹C›; }; g ‹V›; ‹P›','g() { ‹B› && return; ‹C›; }; g; ‹P›','f() { local ‹N›=‹V›; g; ‹P›; }; g() { ‹A›; ‹P›; }; f','‹C› | ‹P›','echo ‹V› | { read ‹N›; ‹P›; }','x=$(‹C›); ‹P›','‹N›=‹V› eval "‹P›"; ‹P›','f() { ‹P›; }; ‹N›=‹V› f; ‹P›','‹A› & ‹P›','! ‹A›; ‹P›','for ((i=0; i<2; i++)); do ‹C›; done; ‹P›','‹P› > /dev/null','[[ ‹V› == ‹V› ]] && ‹C›','[ -n ‹V› ] && ‹A›; ‹P›','(( i > 1 )) && ‹C›','eval ‹V›; ‹P›','select ‹N› in ‹V›; do ‹C›; break; done <<< 1'],
  },
}
