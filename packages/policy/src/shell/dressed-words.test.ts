import { describe, expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'
import { readShell } from './read-shell.ts'
import { PLACE } from './testing/reading.ts'

/** Written with escapes, so that a person sees what is dressed up. */
const DRESSED = [
  // Full-width, mathematical, encircled and other letters that stand for those of ASCII.
  '\uff52\uff4d -rf build',
  'r\uff4d -rf build',
  '\u{1d42b}\u{1d426} -rf build',
  '\u24d6\u24d8\u24e3 status',
  '\u{1f176}it status',
  '\u1d33it status',
  'git \uff4c\uff4f\uff47',
  'ls \uff0dla',
  'ls -\uff4c\uff41',
  'git push --\uff46orce',
  'git push --force\uff1dtrue',
  'tool\u2215run x',
  './a\u2044b',
  '\ufb01nd . -name x',
  '/usr/bin/\u212aate x',
  // Look-alikes of other alphabets, whole and mixed.
  'g\u0456t status',
  '\u0441at notes.txt',
  '\u0441\u0430\u0440 x',
  '\u0455\u0455\u04bb host',
  'npm r\u03c5n build',
  'k\u03bfubectl get pods',
  '\u13a2s',
  'l\u0455 -la',
  '\ua4e1\ua4e2',
  'tool --f\u043erce',
  'tool --\u0430\u0455\u0441',
  'tool -\u0441 x',
  'tool -r\u0430 x',
  'find . -d\u0435lete',
  'tar \u0445zf a.tar',
  'dd if=a \u043ef=b',
  'git \u0440ush',
  '/\u03c5sr/bin/tool x',
  'run\u0664x',
  'g\u0131t status',
  '\u0262\u026a\u1d1b status',
  // Dashes.
  'rm \u2014rf build',
  'rm \u2013rf build',
  'rm \u2212r build',
  'git push \u2014force',
  'git push \u2013\u2013force',
  'git push -\u2013force',
  'git push \u4e00\u4e00force',
  'git checkout \u2013\u2013 notes.txt',
  'git commit --no\u2011verify -m x',
  'apt\u2010get update',
  'head \u22125 notes.txt',
  'git push "\u2014force"',
  // What nobody sees, written so that the text itself does not hold it.
  String.raw`$'r\u200bm' -rf build`,
  String.raw`$'g\u0456t' status`,
  String.raw`git push $'--fo\u00adrce'`,
  'r\ufe0fm -rf build',
  'r\u0332m -rf build',
  'rm\u2800 x',
  'git\u00a0status',
  'git push --force\u2003x',
] as const

describe('P21.1 a dressed program or option is not read', () => {
  test.each(DRESSED)('%j', (command) => {
    expect(decideText('auto', ['allow terminal.exec'], command).verdict).toBe('ask')
    expect(decideText('plan', [], command).verdict).toBe('block')
    expect(decideText('auto', [], command).reason).toMatchObject({ because: 'unreadable' })
  })
})

test.each([
  'sudo \uff52m x',
  'env A=b \uff52m x',
  'timeout 5 g\u0456t status',
  'xargs \uff52m',
  'find . -exec \uff52m {} +',
  'echo $(g\u0456t status)',
  'ls <(\u0441at a)',
  "bash -c '\uff52m x'",
  "eval 'g\u0456t status'",
  "echo 'g\u0456t status' | bash",
  'X=g\u0456t; $X status',
  'for x in --f\u043erce; do git push $x; done',
  'echo \u2014force | xargs git push',
  "ssh host '\uff52m x'",
  'docker exec box \uff52m x',
  "trap '\uff52m x' EXIT",
  'l\u0455() { date; }; l\u0455',
  'if true; then { \uff52m x; }; fi',
])('P21.2 %j: through what starts it, too', (command) => {
  expect(decideText('auto', [], command).reason).toMatchObject({ because: 'unreadable' })
})

const HONEST = [
  'git commit -m "Gr\u00fc\u00dfe, \u4f60\u597d \u2014 \u043f\u0440\u0438\u0432\u0435\u0442 \uff52\uff4d"',
  'git commit -m "\u2014force is gone"',
  'git commit -m "\u2014force"',
  'git commit -m"\u4fee\u590d\uff1a\u95ee\u9898"',
  'git commit -m\u041f\u0440\u0438\u0432\u0435\u0442',
  'git commit --message="\ufb01x \u2026"',
  'gh pr create --title "\u2013rf" --body "\uff21"',
  'echo \u2014force \uff52\uff4d',
  "printf '%s\\n' \u2014a",
  'grep -rn "\u2013force" docs',
  'cat \uff46\uff49\uff4c\uff45.txt "r\u00e9sum\u00e9 \u2014 final.txt"',
  'cat \u0441\u043e\u0440\u0443.txt',
  'touch \u65e5\u672c\u8a9e.txt \u00fcbung.md',
  './\u0437\u0430\u043f\u0443\u0441\u043a.sh',
  './\u00fcbung/run.sh',
  './u\u0308bung.sh',
  './\u30b5\u30fc\u30d0\u30fc.sh',
  './run\u6d4b\u8bd5.sh',
  './\u00e7al\u0131\u015ft\u0131r.sh',
  './\u03bb-calc',
  'tool --gr\u00f6\u00dfe 3',
  'tool --\u540d\u524d x',
  'tool --timeout-\u03bcs 3',
  'tool --\u0444\u0430\u0439\u043b x',
  'rm \u4e00\u4e8c\u4e09.txt',
  'node build.js -- \u2014x',
  'sed -i "s/\u2014/-/" notes.md',
  'ls \u2014',
  "cat > notes.md <<'E'\n\uff52\uff4d \u2014rf\nE",
  'python3 -c "print(\'\uff52\uff4d \u2014rf\')"',
] as const

describe('P21.3 data, and names in one honest alphabet, are read', () => {
  test.each(HONEST)('%j', (command) => {
    expect(readShell(command, PLACE).unreadable).toBeUndefined()
  })
})

test('P21.1 the reason says which character, and where', () => {
  expect(readShell('ls; g\u0456t status', PLACE).unreadable).toEqual({
    reason: "a look-alike or invisible character (U+0456) in a program's name",
    position: 4,
  })
  expect(readShell('git push \u2014force', PLACE).unreadable).toEqual({
    reason: 'a look-alike or invisible character (U+2014) in an option',
    position: 9,
  })
})
