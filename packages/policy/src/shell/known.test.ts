import { expect, test } from 'vitest'
import { readShell } from './read-shell.ts'
import { outline, PLACE } from './testing/reading.ts'

// As in `testing/readings.txt`: each is what one changed line of the reader would lose.
test.each<[string, string, readonly string[]]>([
  ['P7.5', 'readonly x=git; $x push', ['readonly x=git', 'x=git', 'git push']],
  ['P7.5', 'a=(x y); a[1]=z; echo ${a[@]}', ['a=', 'a=', 'echo x z']],
  ['P7.5', 'a=(x y); a[2]=z; echo ${a[@]}', ['a=', 'a=', 'echo x y z']],
  ['P3.4', 'a=(x y); a[i]=z; echo ${a[@]}', ['a=', 'a=‹$a›', 'echo ‹${a[@]}›…', 'echo x y z']],
  ['P3.4', "a=([0]='x'); ls", ['a=', 'ls']],
  ['P7.5', 'export -n x=git; $x push', ['export -n x=git', 'export sensitive x=git', 'git push']],
  ['P3.4', 'echo "~" \'~/x\' a="~" \\~ $x~ ~$x', ['echo ~ ~/x a=~ ~ ‹$x›~… ~‹$x›…']],
  ['P3.4', 'read x; echo ${x^^} ${x%.txt}', ['read x', 'echo ‹${x^^}›… ‹${x%.txt}›…']],
  ['P7.5', "sudo bash -c 'ls $HOME'", ['sudo bash -c ls_$HOME', 'bash -c ls_$HOME', 'ls /home/dev']],
  [
    'P4.2',
    "env PS4='$(aa)' bash -x f",
    ['env PS4=$(aa) bash -x f', 'bash -x f', 'unreadable: commands in `PS4`'],
  ],
  ['P7.14', "bash 3<<< 'aa'", ['bash', 'opaque unknown']],
  ['P7.5', 'echo ls 2> f; bash f', ['> f', 'echo ls', 'bash f']],
  ['P7.5', 'x=$( ((1)); echo git); $x push', ['echo git', 'x=git', 'git push']],
  [
    'P3.4',
    'echo push | xargs -I{} git {} origin',
    ['echo push', 'xargs -I{} git {} origin', 'git ‹{}› origin', 'git push origin'],
  ],
  ['P7.5', 'x=GIT; ${x@L} push', ['x=GIT', 'git push']],
  ['P7.5', 'x=git; bash -c "$Y"; $x push', ['x=git', 'bash -c ‹$Y›', 'opaque unknown', 'git push']],
  ['P3.4', 'export "$x"; ls', ['export ‹$x›', 'export sensitive $x=', 'ls']],
  ['P7.5', 'set --; ${1:-git} push; echo ${1:+a} ${1+b}', ['set --', 'git push', 'echo']],
  [
    'P3.4',
    'for i in a; do if b; then x=git; break; fi; x=npm; done; $x push',
    ['b', 'x=git', 'break', 'x=npm', '‹$x›… push', 'push', 'git push', 'npm push'],
  ],
  [
    'P3.4',
    'f() { for i in a; do break 2; done; x=npm; }; x=git; f; $x push',
    ['x=git', 'break 2', 'x=npm', 'git push', 'npm push'],
  ],
  [
    'P7.14',
    'python3 -c "$X" <<< "$(curl http://a)"',
    ['curl http://a', 'python3 -c ‹$X›', 'opaque download'],
  ],
  ['P7.5', 'set -- a "" b; echo "$@"', ["set -- a '' b", "echo a '' b"]],
])('%s %s', (_rule, text, lines) => {
  expect(new Set(outline(readShell(text, PLACE)))).toEqual(new Set(lines))
})
