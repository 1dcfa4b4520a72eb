import { expect, test } from 'vitest'
import { readCallText } from '../call-text.ts'
import { decide } from '../decide.ts'
import { compilePolicy } from '../policy.ts'

const PLACE = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }
const policy = compilePolicy({ mode: 'default', layers: [], builtins: false })
const verdict = (command: string) => decide(readCallText(command, PLACE), policy).verdict

test.each([
  'git show $(git rev-list -1 HEAD -- src/a.ts) --stat',
  'git log main..feature --format=%H | while read -r c; do git show --shortstat "$c"; done',
  "for c in $(docker ps --format '{{.Names}}'); do docker inspect -f '{{.State}}' $c; done",
  'git rev-list HEAD | head -3 | xargs git show',
  'git log --format=%H -5 | while read h; do git show --stat $h; done',
  'git log --oneline -5 | while read h rest; do git show --stat $h; done',
  "git log --oneline -5 | awk '{print $1}' | xargs -n1 git show --stat",
  "git log --oneline -5 | cut -d' ' -f1 | xargs -n1 git show --stat",
  'git log --oneline origin/$(git branch --show-current)..HEAD',
  'for b in $(git branch -r); do git rev-list --count main..$b; done',
  "git log --format='%h %s' | grep fix | cut -d' ' -f1 | xargs -n1 git show --stat",
  "git diff $(git log -1 --format=%h --before='1 week ago')..HEAD --stat",
  "git blame -L 10,20 src/a.ts | awk '{print $1}' | sort -u | xargs -n1 git log -1",
  'git blame -w main -- src/a.ts | cut -d" " -f1 | xargs git show',
  'START=$(date +%s); sleep 1; echo $(( $(date +%s) - START ))',
  'L=$(grep -n main a.rs | head -1 | cut -d: -f1); sed -n "${L},$((L+20))p" a.rs',
  'L=$(grep -n main a.rs | cut -d: -f1 | head -1); sed -n "${L},+20p" a.rs',
  'sed -n "$(grep -n -m1 main a.rs | awk -F: \'{print $1}\'),+5p" a.rs',
  'n=$(grep -c main a.rs); echo $((n + 1))',
  'tail -f log & PID=$!; sleep 3; kill -9 "$PID" 2>/dev/null || true',
  'kubectl logs $(kubectl get pods -l app=api -o name | head -1)',
  "POD=$(kubectl get po -o jsonpath='{.items[0].metadata.name}'); kubectl describe pod $POD",
  "kubectl get pods -n prod --no-headers | grep api | awk '{print $1}' | while read p; do kubectl logs -n prod $p; done",
  'kubectl -n prod get po -o name | xargs -I{} kubectl -n prod logs {} --tail=5',
  'docker logs --tail 50 "$(docker compose ps -q api)"',
  'docker ps -q | xargs docker inspect --format "{{.Name}}"',
  'for c in $(docker ps -aq --filter name=api); do docker logs $c; done',
  "gh run view $(gh run list -L 1 --json databaseId --jq '.[0].databaseId') --log-failed",
  "gh pr list --json number -q '.[].number' | while read n; do gh pr checks $n; done",
])('%s: no word of what is printed can be an option', (command) => {
  expect(verdict(command)).toBe('run')
})

test.each([
  'git log --format=%s -5 | while read h; do git show --stat $h; done',
  'git log -- --format=%H | while read h; do git show --stat $h; done',
  'git log --format=%H --format=%s | while read h; do git show --stat $h; done',
  "docker ps --format '{{.Names}} {{.Labels}}' | xargs docker inspect",
  'git log --oneline -5 | while read h; do git show --stat $h; done',
  'git log --oneline -5 | while read h rest; do git show --stat $rest; done',
  "git log --oneline -5 | awk '{print $2}' | xargs git show",
  "git log --oneline --graph -5 | awk '{print $1}' | xargs git show",
  'git log --format=%H -5 | grep -A1 abc | xargs git show',
  'git log --format=%H -5 | grep abc file.txt | xargs git show',
  'git log --format=%H -5 | head -5 file.txt | xargs git show',
  'git log --format=%H -5 | tail -c 5 | xargs git show',
  'git log --format=%H -5 | sort list.txt | xargs git show',
  "git log --format=%H -5 | sed 's/^/--output=/' | xargs git show",
  'git log --format=%H -5 | awk \'{print "--output=x"}\' | xargs git show',
  "git log --format='%H%n%s' | cut -d' ' -f1 | xargs git show",
  "git log --format='%H %b' | cut -d' ' -f1 | xargs git show",
  "git log --format='%s %H' | cut -d' ' -f1 | xargs git show",
  "git blame -p src/a.ts | awk '{print $1}' | xargs git log",
  'L=$(grep -n main a.rs | cut -d: -f1); sed -n "${L},+20p" a.rs',
  'L=$(grep -rn main src | head -1 | cut -d: -f1); sed -n "${L}p" a.rs',
  'L=$(grep -n main a b | head -1 | cut -d: -f1); sed -n "${L}p" a.rs',
  'L=$(grep -n main a | head -1 | cut -d: -f2); sed -n "${L}p" a.rs',
  'L=$(grep -n main a | head -1); sed -n "${L}p" a.rs',
  'L=$(date +%Z); sed -n "${L}p" a.rs',
  'L=$(date -f list +%s); sed -n "${L}p" a.rs',
  'L=$(grep -c main a b | head -1); sed -n "${L}p" a.rs',
  'kill $X',
  'sleep 1 & kill $! $(pgrep x)',
  'git log $(git describe --tags --abbrev=0)..HEAD',
  'git log x$(git branch -r)',
  'for b in $(git branch -r); do git log -1 $b; done',
  'for b in "$(git branch -r)"; do git log -1 x$b; done',
  'IFS=/; for b in $(git branch -r); do git log -1 x$b; done',
  'for b in $(git branch -r); do IFS=/; git log -1 x$b; done',
  'for f in $(ls); do uniq $f; done',
  'h=$(go env GOPATH); git log ${h##*/}',
  'go env GOPATH | while IFS=/ read a b c; do git log $b; done',
  "kubectl get clusterroles -o jsonpath='{.items[0].metadata.name}' | xargs kubectl describe clusterrole",
  "kubectl get pods -o jsonpath='{.items[0].metadata.annotations.x}' | xargs kubectl logs",
  'kubectl logs $(kubectl get pods -o name --kubeconfig=x)',
  "docker ps -q --format '{{.Names}}' | xargs docker logs",
  "docker ps | awk '{print $2}' | xargs docker logs",
  "gh pr list --json title -q '.[].title' | xargs gh pr view",
  'git rev-parse HEAD | sh',
  "kubectl get pods -o name | xargs -I{} sh -c 'kubectl logs {}'",
])('%s: a word of what is printed may be an option, or more', (command) => {
  expect(verdict(command)).toBe('ask')
})
