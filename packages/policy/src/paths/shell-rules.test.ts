import { describe, expect, test } from 'vitest'
import { readCallText } from '../call-text.ts'
import { CORPUS_PLACE } from '../case.ts'
import { decide } from '../decide.ts'
import { compilePolicy } from '../policy.ts'
import type { ListName } from '../model/rule.ts'
import type { Verdict } from '../verdict.ts'

/** `deny files.read(.env)`, `allow …` separated by `;`. */
function verdict(command: string, rules: string, mode = 'auto'): Verdict {
  const layers = rules.split('; ').flatMap((line) => {
    const space = line.indexOf(' ')
    const list = line.slice(0, space) as ListName
    return space === -1 ? [] : [{ layer: 'user' as const, lists: { [list]: [line.slice(space + 1)] } }]
  })
  return decide(readCallText(command, CORPUS_PLACE), compilePolicy({ mode, layers, builtins: false })).verdict
}

describe('file rules bind commands (SPEC P15)', () => {
  test.each<[string, string, Verdict]>([
    ['cat .env', 'deny files.read(.env)', 'block'],
    ['cat ./src/../.env', 'deny files.read(/.env)', 'block'],
    ['cat < .env', 'deny files.read(.env)', 'block'],
    ['grep -c x .env | wc -l', 'deny files.read(.env)', 'block'],
    ['head -3 packages/api/.env', 'deny files.read(.env)', 'block'],
    ['cp .env /tmp/x', 'deny files.read(.env)', 'block'],
    ['bash -c "cat .env"', 'deny files.read(.env)', 'block'],
    ['timeout 5 cat .env', 'deny files.read(.env)', 'block'],
    ['echo "$(cat .env)"', 'deny files.read(.env)', 'block'],
    ['cd secrets && cat key', 'deny files.read(/secrets/**)', 'block'],
    ['cd secrets; cat key', 'deny files.read(/secrets/**)', 'block'],
    ['F=.env; cat $F', 'deny files.read(.env)', 'block'],
    ['for f in a .env; do cat $f; done', 'deny files.read(.env)', 'block'],
    ['cat ~/.ssh/id_rsa', 'ask files.read(~/.ssh/**)', 'ask'],
    ['cat .e*', 'deny files.read(.env)', 'ask'],
    ['cat "$X"', 'deny files.read(.env)', 'ask'],
    ['cat *', 'deny files.read(.env)', 'run'],
    ['cat src/a.ts', 'deny files.read(.env)', 'run'],
    ['echo .env', 'deny files.read(.env)', 'run'],
    ['echo x > src/a.ts', 'deny files.write(/src/**)', 'block'],
    ['tee src/a.ts < b', 'deny files.write(/src/**)', 'block'],
    ['cp b src/a.ts', 'deny files.write(/src/**)', 'block'],
    ['touch src/a.ts', 'ask files.write(/src/**)', 'ask'],
    ['rm src/a.ts', 'deny files.delete(/src/**)', 'block'],
    ['rm -rf config', 'deny files.delete(/config/prod/**)', 'block'],
    ['rm -rf conf', 'deny files.delete(/config/prod/**)', 'run'],
    ['rm src/a.ts', 'deny files.write(/lib/**)', 'run'],
  ])('%s with %s: %s', (command, rules, expected) => {
    expect(verdict(command, rules)).toBe(expected)
  })

  test.each<[string, string, Verdict]>([
    // Files found in a folder are in that folder.
    ["grep -rn x src --include='*.py'", 'deny files.read(/secrets/**)', 'run'],
    ["rg x src -g '*.ts'", 'deny files.read(~/.aws/**)', 'run'],
    ["find src -name '*.ts' | xargs grep x", 'deny files.read(/secrets/**)', 'run'],
    ["find src -name '*.ts' | grep -v test | head -3 | xargs cat", 'deny files.read(/secrets/**)', 'run'],
    ["find . -name '*.ts' -exec cat {} +", 'deny files.read(~/.aws/**)', 'run'],
    ['for f in $(find src -name "*.ts"); do wc -l "$f"; done', 'deny files.read(/secrets/**)', 'run'],
    ["find src -name '*.ts' ! -name '*.test.ts' | xargs cat", 'deny files.read(/secrets/**)', 'run'],
    ["find src \\( -name '*.ts' -o -name '*.js' \\) | xargs cat", 'deny files.read(/secrets/**)', 'run'],
    ["find src -path '*/x' -prune -o -name '*.ts' -print | xargs cat", 'deny files.read(.env*)', 'run'],
    ["git ls-files 'docs/*.md' | xargs wc -l", 'deny files.read(/secrets/**)', 'run'],
    [
      "git diff --name-only main -- '*.ts' | while read -r f; do cat $f; done",
      'deny files.read(.env*)',
      'run',
    ],
    ["git diff --name-only | grep -E '\\.(ts|js)$' | xargs wc -l", 'deny files.read(.env*)', 'run'],
    ["find src -type f | grep '\\.ts$' | sort -u | xargs cat", 'deny files.read(/secrets/**)', 'run'],
    ["git diff --name-only | grep -v '\\.ts$' | xargs cat", 'deny files.read(.env*)', 'ask'],
    ["git diff --name-only | grep '\\.ts$' x.txt | xargs cat", 'deny files.read(.env*)', 'ask'],
    ["find src -name '*.ts' | cat - x.txt | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ["find src -name '*.ts' | head -5 x.txt | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ["find src -name '*.ts' | tail -c 12 | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ["find src -name '*.ts' -printf 'secrets/%f' | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ['find -files0-from x -name "*.ts" | xargs cat', 'deny files.read(~/.aws/**)', 'ask'],
    [
      'git diff --name-only --line-prefix=secrets/ -- "src/*.ts" | xargs cat',
      'deny files.read(/secrets/**)',
      'ask',
    ],
    ["find src -name '*.ts' -o -name '*.env' | xargs cat", 'deny files.read(.env*)', 'ask'],
    ["find src -name '*.ts' -o -type f | xargs cat", 'deny files.read(.env*)', 'ask'],
    ["find src ! -name '*.ts' | xargs cat", 'deny files.read(.env*)', 'ask'],
    ["git ls-files '*.ts' | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ['git ls-files ../x | xargs cat', 'deny files.read(/secrets/**)', 'ask'],
    ['git diff --name-only main | xargs cat', 'deny files.read(.env*)', 'ask'],
    ["find . -name '*.ts' | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ["find . -name '*.ts' | xargs cat", 'deny files.read(/keys.ts)', 'ask'],
    ["find src -name '*.ts' | xargs cat", 'deny files.read(/src/deep/a/b.ts)', 'ask'],
    ["cd src && find .. -name '*.ts' | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ["find src/.. -name '*.ts' | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ["find $D -name '*.ts' | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ["find s* -name '*.ts' | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ["find src -name '*.ts' | sed 's#src#secrets#' | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ["find src -name '*.ts' | tr a-z secrets | xargs cat", 'deny files.read(/secrets/**)', 'ask'],
    ["find src -name '*.ts' -exec cat {}/../../secrets/a \\;", 'deny files.read(/secrets/**)', 'ask'],
    ['for f in $(find src -name "*.ts"); do cat "../$f"; done', 'deny files.read(//home/dev/**)', 'ask'],
    // A star in front finds hidden files, but nobody has sources that are.
    ["grep -rn x . --include='*.py'", 'deny files.read(.env*)', 'run'],
    ["find src -name '*.ts' | xargs grep x", 'deny files.read(.env*)', 'run'],
    ["find . -name '*.local' | xargs cat", 'deny files.read(.env*)', 'ask'],
    ["rg x -g '*.env'", 'deny files.read(.env*)', 'ask'],
    ["grep -rn x src --include='*.py'", 'deny files.read(**/credentials*)', 'ask'],
  ])('%s with %s: %s', (command, rules, expected) => {
    expect(verdict(command, rules)).toBe(expected)
  })

  test.each<[string, string, Verdict]>([
    ['echo x > build/a.log', 'allow files.write(/build/**)', 'run'],
    ['echo x >> build/a.log', 'allow files.write(/build/**)', 'run'],
    ['cd build && echo x > a.log', 'allow files.write(/build/**)', 'run'],
    ['echo x > build/../a.log', 'allow files.write(/build/**)', 'ask'],
    ['echo x > "$F"', 'allow files.write(/build/**)', 'ask'],
    ['echo x > a.log', 'allow files.write(/build/**)', 'ask'],
    ['cp a build/b', 'allow files.write(/build/**)', 'ask'],
    // A command that reads the output is not a file.
    ['cat a | tee >(grep -c x >&2) | tail', '', 'run'],
    ['cat a | tee >(cat > build/b)', 'allow files.write(/build/**)', 'run'],
    ['cat a | tee >(cat > b)', 'allow files.write(/build/**)', 'ask'],
    ['cat a | tee >(sh)', '', 'ask'],
    ["cat a | tee '>(x)'", '', 'ask'],
  ])('in default mode, %s with %s: %s', (command, rules, expected) => {
    expect(verdict(command, rules, 'default')).toBe(expected)
  })
})

describe('protected files by command (SPEC P16)', () => {
  test.each<[string, string, Verdict]>([
    ['echo x >> ~/.bashrc', '', 'ask'],
    ['cp hook .git/hooks/pre-commit', '', 'ask'],
    ['tee .npmrc < x', '', 'ask'],
    ['echo x > .github/workflows/ci.yml', '', 'ask'],
    ['sed -i s/a/b/ .gitlab-ci.yml', '', 'ask'],
    ['mv x .husky/pre-commit', '', 'ask'],
    ['ln -s /tmp/x .vscode/tasks.json', '', 'ask'],
    ['echo x > .countersign/rules', 'allow terminal.exec', 'ask'],
    ['echo x > .npmrc', 'allow terminal.exec', 'ask'],
    ['echo x > .npmrc', 'allow files.write(/.npmrc)', 'run'],
    ['cat .npmrc', '', 'run'],
    ['echo x > src/a.ts', '', 'run'],
    ['echo x > /tmp/a', '', 'run'],
    ['git commit -m x', '', 'run'],
  ])('%s with %s: %s', (command, rules, expected) => {
    expect(verdict(command, rules)).toBe(expected)
  })
})
