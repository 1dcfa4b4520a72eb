import { describe, expect, test } from 'vitest'
import { changedPaths } from './changed-paths.ts'

const place = { workspace: '/w', cwd: '/w/app', home: '/home/ada' }

test.each([
  ['npm test', ''],
  ['cat a | grep b', ''],
  ['rm -rf data/dev.db "up loads"', 'remove /w/app/data/dev.db, remove /w/app/up loads'],
  ['sudo rm -rf ../x', 'remove /w/x'],
  ['cd data; rm dev.db', 'remove /w/app/data/dev.db, remove /w/app/dev.db'],
  ['for f in a b; do rm $f; done', 'remove /w/app/a, remove /w/app/b'],
  ['echo hi > out', 'overwrite /w/app/out'],
  ['echo hi >> out', 'write /w/app/out'],
  ['make | tee out', 'overwrite /w/app/out'],
  ['make | tee -a out', 'write /w/app/out'],
  ['cp a .env', 'overwrite /w/app/.env, overwrite /w/app/.env/a'],
  ['cp -n a .env', 'write /w/app/.env, write /w/app/.env/a'],
  ['mv a b', 'write /w/app/a, overwrite /w/app/b, overwrite /w/app/b/a'],
  ['sed -i s/a/b/ .env', 'overwrite /w/app/.env'],
  ['dd if=a of=b', 'overwrite /w/app/b'],
  ['gcc -o app main.c', 'write /w/app/app'],
  ['acme export --output ../x/y', 'write /w/x/y'],
  ['touch a; mkdir b', 'write /w/app/a, write /w/app/b'],
  ['python3 -c "import shutil; shutil.rmtree(\'uploads\')"', 'remove /w/app/uploads'],
  // Kept elsewhere, or nothing of this machine.
  ['git rm a', ''],
  ['trash a', ''],
  ['rmdir a', ''],
  ['ssh box rm a', ''],
  ['docker exec box rm a', ''],
  ['rm() { :; }; rm a', ''],
  ['echo "rm a"', ''],
  // Nobody knows where.
  ['rm "$X"', ''],
  ['cd "$D" && rm a', ''],
  ['if rm a', ''],
])('P20.22 %s', (command, expected) => {
  const found = changedPaths(command, place).map(
    ({ act, path, names }) => `${act} ${path}${names ? ' …' : ''}`,
  )
  expect(found.join(', ')).toBe(expected)
})

describe('P20.22 words that are not certain are looked for below the folder that they begin with', () => {
  test.each([
    ['rm data/*.db', '/w/app/data', ['a.db'], ['a.txt', 'b/a.db', '.hidden.db']],
    ['rm data/.*', '/w/app/data', ['.env'], ['env']],
    ['rm *.db', '/w/app', ['a.db'], ['a.txt', 'data/a.db']],
    ['rm -rf */tmp', '/w/app', ['a/tmp'], ['tmp', 'a/b']],
    ['rm -rf data/$X', '/w/app/data', ['a', 'a/b'], []],
    ['rm -rf data/a?.db', '/w/app/data', ['ab.db'], ['a.db']],
    // So many stars would take long to try.
    [`rm data/${'*a'.repeat(30)}`, '/w/app/data', ['b', 'c/d'], []],
    ['rm -rf a/**/x', '/w/app/a', ['b/c/x'], ['b/c/y']],
    ['find . -name "*.db" -delete', '/w/app', ['a.db', 'data/a.db'], ['a.txt']],
    ['find data -name "*.db" -exec rm {} +', '/w/app/data', ['a.db', 'b/a.db'], ['a.txt']],
    ['find data -name "*.db" | xargs rm', '/w/app/data', ['a.db', 'b/a.db'], ['a.txt']],
    ['ls data/*.db | xargs rm', '/w/app/data', ['a.db', 'a.db/b'], ['a.txt']],
  ])('%s', (command, folder, hits, misses) => {
    const found = changedPaths(command, place).filter(({ path, names }) => path === folder && names)
    const fits = (name: string) => found.some(({ names }) => names?.pattern.test(name))
    expect(hits.filter((name) => !fits(name))).toEqual([])
    expect(misses.filter(fits)).toEqual([])
  })
})

test.each([
  ['rm data/*.db', 1],
  ['rm -rf */tmp', 2],
  ['rm -rf data/$X', Infinity],
  ['find . -name "*.db" -delete', Infinity],
])('%s lies at most so deep', (command, depth) => {
  expect(changedPaths(command, place)[0]?.names?.depth).toBe(depth)
})
