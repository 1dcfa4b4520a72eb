import { expect, test } from 'vitest'
import { fileEffects } from './file-effects.ts'

const place = { workspace: '/w', cwd: '/w/app', home: '/home/ada' }

test.each([
  ['npm test', ''],
  ['echo hi > out.log', 'overwrite out.log /w/app/out.log'],
  ['echo hi >> out.log', 'append out.log /w/app/out.log'],
  ['cd /tmp && echo hi > out.log', 'overwrite out.log /tmp/out.log'],
  ['make 2>&1 | tee -a build.log', 'append build.log /w/app/build.log'],
  [
    'make | tee ../build.log other.log',
    'overwrite ../build.log /w/build.log, overwrite other.log /w/app/other.log',
  ],
  ['rm -rf ./old "two words"', 'remove ./old /w/app/old, remove two words /w/app/two words'],
  ['unlink notes.md', 'remove notes.md /w/app/notes.md'],
  ['make | tee --append build.log', 'append build.log /w/app/build.log'],
  ['cd "$D" && rm /tmp/notes.md', 'remove /tmp/notes.md /tmp/notes.md'],
  ['timeout 5 rm notes.md', 'remove notes.md /w/app/notes.md'],
  ['echo a > x; echo b > x', 'overwrite x /w/app/x'],
  ['echo hi > /dev/null', ''],
  // Not certain: told as nothing.
  ['rm *.log', ''],
  ['echo hi > "$OUT"', ''],
  ['for f in a b; do cd $f; echo > x; done', ''],
  ['ssh box rm notes.md', ''],
  ['echo "rm notes.md"', ''],
  ['rm ""', ''],
  ['echo hi > ""', ''],
  ['if make; then cd b; fi; rm notes.md', ''],
  ['cd "$D" && rm notes.md', ''],
  ['rm() { :; }; rm notes.md', ''],
  ['if rm notes.md > y', ''],
])('%s', (command, expected) => {
  const effects = fileEffects(command, place)
  expect(effects.map(({ act, asked, path }) => `${act} ${asked} ${path}`).join(', ')).toBe(expected)
})
