import { expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'
import { reshaped } from './reshaped.ts'

test.each<[string, readonly string[], string, string | undefined]>([
  ['cut', ['-c2-'], 'xgit push', 'git push'],
  ['cut', ['-c', '2-4'], 'xgit push', 'git'],
  ['cut', ['-d', ' ', '-f2-'], 'a git push', 'git push'],
  ['cut', ['-d:', '-f2'], 'a:git\nb:npm', 'git\nnpm'],
  ['cut', ['-c1', '--complement'], 'ab', undefined],
  ['sed', ['s/^#//'], '#git push', 'git push'],
  ['sed', ['-e', 's,X,/,'], 'rm -rf X', 'rm -rf /'],
  ['sed', ['s/_/ /g'], 'git_push_x', 'git push x'],
  ['sed', ['s/ #.*$//'], 'git push # x', 'git push'],
  ['sed', [String.raw`s/\(a\)/\1/`], 'a', undefined],
  ['sed', ['s/a*b/x/'], 'aab', undefined],
  ['sed', ['p'], 'a', undefined],
  ['tr', ['_', ' '], 'git_push', 'git push'],
  ['tr', ['a-z', 'b-za'], 'a', undefined],
  ['awk', ['{print $2, $3}'], 'x git push', 'git push'],
  ['awk', ['{print $0}'], 'git push', 'git push'],
  ['awk', ['{print NR}'], 'x', undefined],
  ['sort', [], 'x', undefined],
])('P7.21 %s %j makes of %j: %j', (name, words, text, made) => {
  expect(reshaped(name, words, text)).toBe(made)
})

test('P7.21 a long text is left alone', () => {
  expect(reshaped('sed', ['s/a/b/'], 'a'.repeat(20_000))).toBeUndefined()
  expect(reshaped('sed', [`s/${'a'.repeat(300)}/b/`], 'a')).toBeUndefined()
})

test.each([
  "echo 'xgit push' | cut -c2- | sh",
  "echo 'git_push' | sed 's/_/ /' | bash",
  "awk '{print $2, $3}' <<< 'x git push' | sh",
  String.raw`printf '%s\0' -c 'git push' | xargs -0 bash`,
  String.raw`python3 -c 'import os; os.system("ls\ngit push")'`,
  String.raw`node -e 'require("child_process").execSync("bash <<E\ngit push\nE")'`,
  `python3 -c 'import os; os.system("case x in x) git push;; esac")'`,
])('P7.5 %s is seen', (command) => {
  expect(decideText('auto', ['deny terminal.exec(git push *)'], command).verdict).toBe('block')
})
