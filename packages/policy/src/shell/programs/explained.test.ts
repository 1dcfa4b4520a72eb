import { expect, test } from 'vitest'
import { decideText } from '../../testing/decide-text.ts'
import { factsOf } from './testing/argv.ts'

const verdictOn = (command: string) => decideText('default', [], `terminal.exec(${command})`).verdict

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
  'kubectl get --help',
  'kubectl exec --help',
  'gh pr create --help',
  'npm install --help',
  'cargo build --help',
  'cargo build -h',
  'git push -h',
  'terraform plan --help',
  'helm install --help',
  'go help build',
  'docker help run',
  'aws ec2 describe-instances help',
])('P7.18 %s only explains itself', (command) => {
  expect(factsOf(command)).toMatchObject({ hazards: [], traits: [], touches: [], inner: [] })
  expect(verdictOn(command)).toBe('run')
})

test.each([
  // A host, for some of its commands; a program for pages.
  'gh pr -h',
  'aws s3 help',
  'docker help own',
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
  'docker exec box --help',
  'docker exec -h',
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
])('P7.18 %s may do more', (command) => expect(verdictOn(command)).toBe('ask'))
