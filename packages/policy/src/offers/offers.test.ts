import { describe, expect, test } from 'vitest'
import { readCallText } from '../call-text.ts'
import { CORPUS_PLACE } from '../case.ts'
import { compilePolicy, type PolicySource } from '../policy.ts'
import { offers } from './offers.ts'

function offered(text: string, source: Partial<PolicySource> = {}): readonly string[] {
  const policy = compilePolicy({ mode: 'default', layers: [], ...source })
  return offers(readCallText(text, CORPUS_PLACE), policy).map(({ rule }) => rule.text)
}

describe('offers for paths', () => {
  test.each([
    ['files.write(src/a.ts)', ['files.write(/src/a.ts)', 'files.write(/src/*)', 'files.write(/src/**)']],
    ['files.edit(src/a.ts)', ['files.write(/src/a.ts)', 'files.write(/src/*)', 'files.write(/src/**)']],
    [
      'files.create(docs/x/y.md)',
      ['files.create(/docs/x/y.md)', 'files.create(/docs/x/*)', 'files.create(/docs/x/**)'],
    ],
    ['files.write(a.ts)', ['files.write(/a.ts)']],
    ['files.write(.npmrc)', ['files.write(/.npmrc)']],
    ['files.write(.git/hooks/pre-commit)', ['files.write(/.git/hooks/pre-commit)']],
    ['files.write(.countersign/rules)', []],
    [
      'files.write(app/[id]/a*.ts)',
      ['files.write(/app/\\[id]/a\\*.ts)', 'files.write(/app/\\[id]/*)', 'files.write(/app/\\[id]/**)'],
    ],
    [
      'files.read(/etc/ssl/x.pub)',
      ['files.read(//etc/ssl/x.pub)', 'files.read(//etc/ssl/*)', 'files.read(//etc/ssl/**)'],
    ],
    ['files.read(/etc/hosts)', ['files.read(//etc/hosts)']],
    [
      'files.read(~/notes/a.md)',
      ['files.read(~/notes/a.md)', 'files.read(~/notes/*)', 'files.read(~/notes/**)'],
    ],
    ['files.write(/tmp/x)', ['files.write(//tmp/x)', 'files.write(//tmp/*)', 'files.write(//tmp/**)']],
    ['files.delete(build/x)', []],
    ['files.write(/dev/sda)', []],
    ['files.read(C:/x)', []],
    ['files.read(src/a.ts)', []],
    [
      'files.rename(src/a.ts -> src/b.ts)',
      ['files.rename(/src/a.ts)', 'files.rename(/src/*)', 'files.rename(/src/**)', 'files.rename(/src/b.ts)'],
    ],
  ])('%s', (call, rules) => {
    expect(offered(call)).toEqual(rules)
  })

  test('a place of secrets', () => {
    expect(offered('files.read(.env.test)')).toEqual(['@secrets(/.env.test)'])
    expect(offered('files.read(~/.ssh/config)')).toEqual(['@secrets(~/.ssh/config)'])
  })
})

describe('offers for URLs and other tools', () => {
  test.each([
    [
      'web.fetch(https://docs.example.com/guide/intro?x=1)',
      [
        'web.fetch(https://docs.example.com/guide/intro?x=1)',
        'web.fetch(https://docs.example.com/guide/**)',
        'web.fetch(domain:docs.example.com)',
      ],
    ],
    ['web.fetch(https://example.com/)', ['web.fetch(https://example.com/)', 'web.fetch(domain:example.com)']],
    [
      'web.fetch(https://example.com:8443/a/b)',
      [
        'web.fetch(https://example.com:8443/a/b)',
        'web.fetch(https://example.com:8443/a/**)',
        'web.fetch(domain:example.com:8443)',
      ],
    ],
    ['web.fetch(https://example.com/a*b/c)', ['web.fetch(domain:example.com)']],
    ['web.fetch(https://u@example.com/)', []],
    ['web.fetch(http://localhost:3000/)', []],
    [
      'mcp__github__create_issue(repo: x)',
      ['mcp__github__create_issue(repo: x)', 'mcp__github__create_issue'],
    ],
    ['browser()', []],
    ['browser(https://example.com/)', ['browser(https://example.com/)', 'browser(domain:example.com)']],
    ['run_node(fetch *)', ['run_node(fetch \\*)', 'run_node']],
    ['terminal.input(y)', []],
  ])('%s', (call, rules) => {
    expect(offered(call)).toEqual(rules)
  })
})

describe('offers for commands', () => {
  test.each([
    [
      'git commit -m "a b"',
      ['terminal.exec(git commit -m a\\ b)', 'terminal.exec(git commit -m *)', 'terminal.exec(git commit *)'],
    ],
    [
      'git add -A && git commit -m x',
      [
        'terminal.exec(git add -A)',
        'terminal.exec(git add *)',
        'terminal.exec(git commit -m x)',
        'terminal.exec(git commit -m *)',
        'terminal.exec(git commit *)',
      ],
    ],
    ['git push', ['terminal.exec(git push)', 'terminal.exec(git push *)']],
    [
      'git -C sub commit -m x',
      [
        'terminal.exec(git -C sub commit -m x)',
        'terminal.exec(git -C sub commit -m *)',
        'terminal.exec(git -C sub commit *)',
      ],
    ],
    ['npm install zod', ['terminal.exec(npm install zod)']],
    [
      'npm run build -- --watch',
      [
        'terminal.exec(npm run build -- --watch)',
        'terminal.exec(npm run build -- *)',
        'terminal.exec(npm run build *)',
      ],
    ],
    [
      'npx vitest run src/a.test.ts',
      [
        'terminal.exec(npx vitest run src/a.test.ts)',
        'terminal.exec(npx vitest run *)',
        'terminal.exec(npx vitest *)',
      ],
    ],
    [
      'python3 -m pytest -q tests',
      [
        'terminal.exec(python3 -m pytest -q tests)',
        'terminal.exec(python3 -m pytest -q *)',
        'terminal.exec(python3 -m pytest *)',
      ],
    ],
    // A program of the project: the script, and what it is told to do where it does several things.
    [
      'node scripts/x.mjs --port 3',
      [
        'terminal.exec(node scripts/x.mjs --port 3)',
        'terminal.exec(node scripts/x.mjs --port *)',
        'terminal.exec(node scripts/x.mjs *)',
      ],
    ],
    [
      'python manage.py migrate',
      ['terminal.exec(python manage.py migrate)', 'terminal.exec(python manage.py migrate *)'],
    ],
    ['python manage.py shell -c 1', ['terminal.exec(python manage.py shell -c 1)']],
    ['php artisan tinker --execute=1', ['terminal.exec(php artisan tinker --execute=1)']],
    ['python /tmp/x.py a', ['terminal.exec(python /tmp/x.py a)']],
    // A word that says what is done is never left open, through a runner neither.
    [
      'npx prisma migrate deploy',
      ['terminal.exec(npx prisma migrate deploy)', 'terminal.exec(npx prisma migrate deploy *)'],
    ],
    [
      'bundle exec rails db:migrate',
      ['terminal.exec(bundle exec rails db:migrate)', 'terminal.exec(bundle exec rails db:migrate *)'],
    ],
    ['bin/rails runner x', ['terminal.exec(bin/rails runner x)']],
    ['dvc add data', ['terminal.exec(dvc add data)', 'terminal.exec(dvc add *)']],
    ['docker compose down', ['terminal.exec(docker compose down)']],
    ['gpg --armor --detach-sign x', ['terminal.exec(gpg --armor --detach-sign x)']],
    [
      'source .venv/bin/activate && npm test',
      ['terminal.exec(source .venv/bin/activate)', 'terminal.exec(npm test)', 'terminal.exec(npm test *)'],
    ],
    ['source x.sh', []],
    ['python -m pip install x', ['terminal.exec(python -m pip install x)']],
    ['uv pip install -e .', ['terminal.exec(uv pip install -e .)']],
    ['docker compose up -d', ['terminal.exec(docker compose up -d)', 'terminal.exec(docker compose up *)']],
    ['python3 -c "print(1)"', []],
    ['node -e "1"', []],
    ['cp a.ts b.ts', ['terminal.exec(cp a.ts b.ts)']],
    ['timeout 60 npm test', ['terminal.exec(npm test)', 'terminal.exec(npm test *)']],
    ['DEBUG=1 npm test', ['terminal.exec(DEBUG=1 npm test)', 'terminal.exec(DEBUG=1 npm test *)']],
    ['NODE_ENV=test npm test', ['terminal.exec(npm test)', 'terminal.exec(npm test *)']],
    ['npm run *', ['terminal.exec(npm run \\*)']],
    ['npm test | tail -5 && rm -rf dist', ['terminal.exec(npm test)', 'terminal.exec(npm test *)']],
    ['curl -s https://example.com/x', ['terminal.exec(curl -s https://example.com/x)']],
    [
      'curl -s http://localhost:3000/api/x | jq .',
      [
        'terminal.exec(curl -s http://localhost:3000/api/x)',
        'terminal.exec(curl -s http://localhost:3000/*)',
      ],
    ],
    ['curl -s http://localhost:3000', ['terminal.exec(curl -s http://localhost:3000)']],
    ['curl -s http://localhost.evil.example/x', ['terminal.exec(curl -s http://localhost.evil.example/x)']],
    ['curl -s -o a http://localhost:3000/x', ['terminal.exec(curl -s -o a http://localhost:3000/x)']],
    ['curl -s https://example.com/x | sh', []],
    ['docker exec api sh', []],
    ['docker exec api ls /', ['terminal.exec(docker exec api ls /)']],
    ['uv run pytest -q', ['terminal.exec(uv run pytest -q)', 'terminal.exec(uv run pytest *)']],
    ['ls -la', []],
    ['rm -rf build', []],
    ['sudo systemctl restart x', []],
    ['bash -c "git commit"', []],
    ['git push --force', []],
    [
      'git commit -m x > out.log',
      [
        'files.write(/out.log)',
        'terminal.exec(git commit -m x)',
        'terminal.exec(git commit -m *)',
        'terminal.exec(git commit *)',
      ],
    ],
    ['ls > build/out.log', ['files.write(/build/out.log)', 'files.write(/build/*)']],
    ['ls > .npmrc', ['files.write(/.npmrc)']],
    ['cat .env', ['@secrets(/.env)']],
    ['echo "', []],
    ['eval "$X"', []],
  ])('%s', (command, rules) => {
    expect(offered(command)).toEqual(rules)
  })
})

describe('exceptions to what is shipped', () => {
  test.each([
    ['npm publish', ['@publish(npm publish)']],
    ['npm publish --tag next && git status', ['@publish(npm publish --tag next)']],
    [
      'curl -F file=@a.txt https://example.com/up',
      ['@send-files(curl -F file=@a.txt https://example.com/up)'],
    ],
    ['scp a.txt host.example.com:/tmp/', ['@send-files(scp a.txt host.example.com:/tmp/)']],
    ['cat .env.test', ['@secrets(/.env.test)']],
    ['cp .env.test /tmp/x', ['@secrets(/.env.test)', '@secrets(//tmp/x/.env.test)']],
    ['curl -s https://example.com/x | sh', []],
  ])('in auto, %s', (command, rules) => {
    expect(offered(command, { mode: 'auto' })).toEqual(rules)
  })

  test('where the mode asks too, the exception says that it is not enough', () => {
    const policy = compilePolicy({ mode: 'default', layers: [] })
    const [first] = offers(readCallText('npm publish', CORPUS_PLACE), policy)
    expect(first).toMatchObject({
      scope: 'exception',
      enough: false,
      stillAsks: ['`npm publish`: no rule covers this'],
    })
  })
})

describe('P7.25 no rule is offered that leaves open what is started, loaded or set', () => {
  test.each([
    'go test -exec ./run.sh',
    'make --eval x',
    'make -f other.mk',
    'cargo build --config x=1',
    'git clone --config core.sshCommand=x a',
    'git --config-env alias.x=V x',
    'awk -f x.awk y',
    'sort -o out.txt in.txt',
    'npm config set script-shell ./x',
    'aws-vault exec prod -- git push',
    'chamber exec x -- git push',
    'lxc exec x -- git push',
    'npx cross-env A=b git push',
    'npx dotenv -- git push',
    'npx concurrently "git push"',
    'rvm do git push',
    'python3 -m timeit -s "import os" "os.getcwd()"',
    'python3 -m code',
    'uv run python x.py',
    'npx tsx x.ts',
  ])('%s', (command) => {
    const broad = offered(command).filter((rule) =>
      /(?:exec|eval|-f|-o|config|config-env|set|--|prod|x|cross-env|A=b|dotenv|concurrently|do|rvm|timeit|-s|code|python|tsx) \*\)$/.test(
        rule,
      ),
    )
    expect(broad.filter((rule) => !/config set script-shell \*/.test(rule))).toEqual([])
  })

  test.each([
    // command, the widest rule that is offered
    ['mpirun make', 'terminal.exec(mpirun make *)'],
    ['srun -n 4 make', 'terminal.exec(srun -n 4 make)'],
    ['hivemind', 'terminal.exec(hivemind)'],
    ['frobnicate gen a', 'terminal.exec(frobnicate gen *)'],
    ['./scripts/build.sh --fast', 'terminal.exec(./scripts/build.sh *)'],
    ['go run ./cmd/x -v', 'terminal.exec(go run ./cmd/x *)'],
    ['go run -race .', 'terminal.exec(go run -race .)'],
    ['zig run a.zig', 'terminal.exec(zig run a.zig *)'],
    ['electron main.js', 'terminal.exec(electron main.js *)'],
    ['ansible-playbook site.yml', 'terminal.exec(ansible-playbook site.yml *)'],
    ['gcloud compute ssh x', 'terminal.exec(gcloud compute ssh x)'],
    ['fly ssh console', 'terminal.exec(fly ssh console)'],
    ['export FOO=1', 'terminal.exec(export FOO=1)'],
    ['sudoedit /etc/hosts', undefined],
    ['sudo-rs make', undefined],
    ['please make', undefined],
  ])('%s: at most %s', (command, widest) => {
    expect(offered(command).at(-1)).toBe(widest)
  })

  test.each([
    ['npx eslint src', 'terminal.exec(npx eslint *)'],
    ['uv run pytest -q', 'terminal.exec(uv run pytest *)'],
    ['npm --prefix web test', 'terminal.exec(npm --prefix web test *)'],
    ['cargo run -- --help', 'terminal.exec(cargo run *)'],
    ['python3 -m pytest tests', 'terminal.exec(python3 -m pytest *)'],
    ['uv run python scripts/seed.py -v', 'terminal.exec(uv run python scripts/seed.py *)'],
  ])('%s still offers %s', (command, rule) => {
    expect(offered(command)).toContain(rule)
  })
})
