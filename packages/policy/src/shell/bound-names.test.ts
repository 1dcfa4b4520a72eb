import { describe, expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'

describe('a name that is bound without an assignment asks as an assignment does', () => {
  test.each([
    'PATH=.; ls',
    'for PATH in .; do ls; done',
    'for PATH in . bin; do ls; done',
    'for HOME in evil; do git status; done',
    'for LD_PRELOAD in ./x.so; do ls; done',
    'for BASH_ENV in x; do ls; done',
    'for IFS in /; do ls; done',
    'while true; do for PATH in .; do ls; done; done',
    'f() { for PATH in .; do ls; done; }; f',
    'select PATH in a; do ls; done',
    '((PATH=5)); ls',
    '((PATH += 5)); ls',
    '((PATH <<= 5)); ls',
    '((PATH++)); ls',
    '((-- PATH)); ls',
    '((PATH[0]=5)); ls',
    '((PATH[a[0]]=5)); ls',
    'echo $((PATH=5)); ls',
    'echo ${a[PATH=5]}; ls',
    'echo ${a:PATH=5}; ls',
    'a[PATH=5]=1; ls',
    'x=PATH; echo $(($x=5)); ls',
    "x='PATH=5'; echo $((x)); ls",
    "x='PATH=5'; [[ x -eq 5 ]]; ls",
    '[[ PATH=5 -eq 5 ]]; ls',
    'let PATH=5; ls',
    'for ((PATH=1;PATH<2;PATH++)); do ls; done',
    'for ((i=1;i<2;PATH++)); do ls; done',
    'coproc PATH { ls; }; ls',
    'exec {PATH}</dev/null; ls',
    ': {PATH}</dev/null; ls',
    '{ ls; } {PATH}</dev/null',
    ': ${BASH_CMDS[ls]:=./ls}; ls',
    ': "${CDPATH:=/srv}"; ls',
  ])('%s', (call) => {
    expect(decideText('default', [], call).verdict).toBe('ask')
  })

  test.each([
    'for f in a b; do ls "$f"; done',
    'for TZ in UTC; do date; done',
    'for PATH in; do ls; done',
    'for ((i=0;i<3;i++)); do echo $i; done',
    'echo $((UID + 1)); ls',
    '((n = UID + 1)); ls',
    '((UID == 0)); ls',
    '((UID <= 0 || UID != 5)); ls',
    'n=5; echo $((n = n * 2)); ls',
    ': {fd}</dev/null; ls',
  ])('%s runs', (call) => {
    expect(decideText('default', [], call).verdict).toBe('run')
  })

  test('a rule that spells it opens it', () => {
    const rules = ['allow terminal.exec(PATH=.)']
    expect(decideText('default', rules, 'for PATH in .; do ls; done').verdict).toBe('run')
    expect(decideText('default', rules, 'for PATH in bin; do ls; done').verdict).toBe('ask')
  })
})
