import { expect, test } from 'vitest'
import { factsOf } from './testing/argv.ts'

test.each([
  'cargo doc --help',
  'cargo help test',
  'kubectl rollout restart --help',
  'docker run --help',
  'docker compose up --help',
  'terraform apply --help',
  'terraform plan -help',
  'npm install -h',
  'uv pip install --help',
  'go help mod tidy',
  'go mod tidy -h',
  'git commit -h',
  'pip install --help',
  'curl --help all',
])('%s only explains itself', (command) => {
  expect(factsOf(command)).toMatchObject({ hazards: [], traits: [], inner: [] })
  expect(factsOf(command).notReadonly).toBeUndefined()
})

test.each([
  'cargo nextest run --help',
  'cargo run x --help',
  'kubectl exec pod --help',
  'kubectl foo --help',
  'docker run image --help',
  'docker container create image --help',
  'docker compose run service --help',
  'gh own --help',
  'npm run build --help',
  'uv run x --help',
  'go build x -h',
  'go tool nm -h',
  'git commit -m -h',
  'git own -h',
  'pip "" install x',
  'cargo help own',
  'cargo test "$X" --help',
  'curl --help https://x.example',
])('%s may do more', (command) => {
  expect(factsOf(command).notReadonly).toBeDefined()
})

test.each([
  'docker run --help',
  'docker compose up --help',
  'kubectl get --help',
  'kubectl exec --help',
  'gh pr create --help',
  'gh pr -h',
  'npm install --help',
  'npm install -h',
  'cargo build --help',
  'cargo build -h',
  'git push -h',
  'terraform plan --help',
  'helm install --help',
  'go help build',
  'docker help run',
  'aws s3 help',
  'aws ec2 describe-instances help',
])('P7.18 only explains itself: %s', (line) =>
  expect(factsOf(line)).toMatchObject({ hazards: [], touches: [], inner: [] }),
)

test.each([
  'docker run image --help',
  'docker exec box --help',
  'docker exec -h',
  'kubectl foo --help',
  'kubectl exec pod -- x --help',
  'cargo foo --help',
  'npm run x --help',
  'git push --help',
  'git help log',
  'git bisect run --help',
  'git push --force -h',
  'gh pr create --help --web',
  'docker $X --help',
  'docker run "$X" --help',
  'yarn test --help',
  'dotnet test --help',
  'mix test --help',
  'aws s3 rm s3://x help',
  './docker run --help',
])('P7.18 may do more than explain itself: %s', (line) => expect(factsOf(line).notReadonly).toBeDefined())
