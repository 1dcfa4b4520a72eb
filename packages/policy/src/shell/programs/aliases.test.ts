import { expect, test } from 'vitest'
import { display } from '../field.ts'
import { factsOf } from './testing/argv.ts'

const spelled = (line: string): readonly string[] =>
  factsOf(line).spellings.map((vector) => vector.map(display).join(' '))

test.each([
  ['npm i x', 'npm install x'],
  ['npm add x', 'npm install x'],
  ['npm install x', 'npm i x'],
  ['npm --silent i x', 'npm install x'],
  ['npm run-script x', 'npm run x'],
  ['npm t -- a', 'npm test -- a'],
  ['npm run test', 'npm test'],
  ['npm rm x', 'npm uninstall x'],
  ['npx cmd a', 'npm exec cmd a'],
  ['pnpm un x', 'pnpm remove x'],
  ['pnpm build -r', 'pnpm run build -r'],
  ['yarn deploy', 'yarn run deploy'],
  ['bun start', 'bun run start'],
  ['bunx cmd', 'bun x cmd'],
  ['uvx cmd', 'uv tool run cmd'],
  ['pip3 install x', 'pip install x'],
  ['nodejs x.js', 'node x.js'],
  ['cargo t', 'cargo test'],
  ['cargo +nightly publish', 'cargo publish'],
  ['cargo +nightly t', 'cargo test'],
  ['bundle _2.1_ exec x', 'bundle exec x'],
  ['docker container run x', 'docker run x'],
  ['docker run x', 'docker container run x'],
  ['docker image push x', 'docker push x'],
  ['docker rmi x', 'docker image rm x'],
  ['docker-compose up -d', 'docker compose up -d'],
  ['docker compose up -d', 'docker-compose up -d'],
  ['podman container exec x y', 'podman exec x y'],
  ['helm del x', 'helm uninstall x'],
  ['terraform apply -destroy', 'terraform destroy'],
])('%s is also %s', (line, other) => {
  expect(spelled(line)).toContain(other)
})

test.each([
  ['yarn install'],
  ['yarn add x'],
  ['yarn -v x'],
  ['pnpm install'],
  ['bun test'],
  ['npm'],
  ['docker ps'],
  ['cargo tree'],
])('%s has no other spelling', (line) => {
  expect(spelled(line).filter((text) => / run | container ls/.test(text))).toEqual([])
})
