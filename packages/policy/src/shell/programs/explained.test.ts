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
