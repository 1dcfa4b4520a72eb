import { describe, expect, test } from 'vitest'
import { readCallText } from '../call-text.ts'
import type { DiskFacts } from '../model/call.ts'
import { CORPUS_PLACE } from '../case.ts'
import { decide } from '../decide.ts'
import type { Decision } from '../decision.ts'
import { explain } from '../explain/explain.ts'
import { lint } from '../lint/lint.ts'
import { offers } from '../offers/offers.ts'
import { compilePolicy } from '../policy.ts'
import type { LayerName } from '../model/rule.ts'
import { shellCall } from '../testing/atoms.ts'

function decideIn(
  mode: string,
  command: string,
  {
    allow = [],
    layer = 'user',
    disk,
  }: { allow?: readonly string[]; layer?: LayerName; disk?: DiskFacts } = {},
): Decision {
  const lists = { allow: allow.map((rule) => (rule === 'terminal.exec' ? rule : `terminal.exec(${rule})`)) }
  const policy = compilePolicy({ mode, builtins: false, layers: [{ layer, lists, trusted: true }] })
  const call = shellCall(command)
  if (disk === undefined) return decide(call, policy)
  return decide({ ...call, specifier: { kind: 'shell', command, disk } }, policy)
}

const inAuto = (command: string): string => {
  const { verdict, reason } = decideIn('auto', command)
  return reason.because === 'irreversible' ? `${verdict} ${reason.kind}` : verdict
}

describe('P20.1 what cannot be undone asks in every mode', () => {
  test.each(['default', 'acceptEdits', 'auto', 'strict'])('%s', (mode) => {
    const { verdict, reason } = decideIn(mode, 'aws s3api delete-bucket --bucket b')
    expect(verdict).toBe('ask')
    expect(reason).toEqual({ because: 'irreversible', kind: 'held', target: 'aws s3api delete-bucket' })
  })

  test('plan blocks it as usual', () => {
    expect(decideIn('plan', 'terraform destroy').verdict).toBe('block')
  })

  test('the reason is a sentence', () => {
    expect(explain(decideIn('auto', 'gh repo delete o/r'))).toBe(
      'deletes something in another system: gh repo delete; cannot be undone, so it asks in every mode',
    )
  })
})

describe('P20.2 only a rule that spells program and verb lifts it', () => {
  test.each([
    ['kubectl delete pod web', 'kubectl delete pod *', 'run'],
    ['kubectl delete pod web', 'kubectl delete pod web', 'run'],
    ['kubectl -n dev delete pod web', 'kubectl -n dev delete *', 'run'],
    ['kubectl delete pod web', 'kubectl *', 'ask'],
    ['kubectl delete pod web', '*', 'ask'],
    ['git branch -D feature/x', 'git branch -D feature/*', 'run'],
    ['git branch -D feature/x', 'git branch *', 'ask'],
    ['git branch -D release/x', 'git branch -D feature/*', 'ask'],
    ['curl -X DELETE https://api.example.com/x', 'curl -X DELETE https://api.example.com/*', 'run'],
    ['curl -X DELETE https://api.example.com/x', 'curl *', 'ask'],
    ['psql -c "drop table tmp_a"', 'psql -c "drop table tmp_a"', 'run'],
    ['psql -c "drop table tmp_a"', 'psql -c *', 'ask'],
    ['docker exec db psql -c "drop table t"', 'docker exec *', 'ask'],
    ['rm -rf /srv/app/old/x', 'rm -rf /srv/app/old/*', 'run'],
    ['rm -rf /srv/app', 'rm -rf /srv/*', 'ask'],
    ['rm -rf /home/dev/old', 'rm -rf *', 'ask'],
    ['cp a.txt /srv/app/a.txt', 'cp * /srv/app/*', 'run'],
    ['cp a.txt /srv/app/a.txt', 'cp *', 'ask'],
    ['echo x > /srv/app/a', 'echo x > /srv/app/a', 'run'],
    ['terraform plan && terraform destroy', 'terraform plan *', 'ask'],
  ])('%s with %s: %s', (command, rule, verdict) => {
    expect(decideIn('auto', command, { allow: [rule] }).verdict).toBe(verdict)
  })

  test('a bare tool name does not', () => {
    expect(decideIn('auto', 'helm uninstall web', { allow: ['terminal.exec'] }).verdict).toBe('ask')
  })

  test.each<readonly [LayerName, string]>([
    ['user', 'run'],
    ['thread', 'run'],
    ['managed', 'run'],
    ['project', 'ask'],
    ['shipped', 'ask'],
  ])('a rule of the %s layer: %s', (layer, verdict) => {
    expect(decideIn('auto', 'helm uninstall web', { allow: ['helm uninstall *'], layer }).verdict).toBe(
      verdict,
    )
  })

  test('lint says so of a rule of the project', () => {
    const source = {
      layers: [
        { layer: 'project', trusted: true, lists: { allow: ['terminal.exec(helm uninstall *)'] } } as const,
      ],
    }
    expect(lint(source)).toContainEqual(
      expect.objectContaining({ kind: 'no-effect', why: 'irreversible-in-project' }),
    )
  })

  test('no broader rule is offered', () => {
    const offered = (command: string): readonly string[] => {
      const policy = compilePolicy({ mode: 'auto', builtins: false, layers: [] })
      return offers(readCallText(`terminal.exec(${command})`, CORPUS_PLACE), policy).map(
        ({ rule }) => rule.text,
      )
    }
    expect(offered('kubectl delete pod web')).toEqual([
      'terminal.exec(kubectl delete pod web)',
      'terminal.exec(kubectl delete pod *)',
    ])
    expect(offered('aws s3api delete-bucket --bucket b')).toEqual([
      'terminal.exec(aws s3api delete-bucket --bucket b)',
    ])
    expect(offered('acme projects delete x')).toEqual(['terminal.exec(acme projects delete x)'])
    expect(offered('echo x > /srv/app/a')).toEqual(['files.write(//srv/app/a)'])
  })
})

describe('P20.3 verbs and things, for every program', () => {
  test.each([
    'acme projects delete x',
    'acme deleteProject --id 7',
    'acme users:delete bob',
    'acme force-delete x',
    'acme batch-delete-image x',
    'acme purge_queue jobs',
    'acme bucket rm b',
    'acme db reset',
    'acme --profile prod --force cluster destroy',
    'acme --destroy-all',
    'npx acme-cli destroy',
    'sudo acme volume destroy v',
    'xargs acme token revoke < ids',
    'ssh host.example.com acme cluster delete c',
    'docker compose run web rails db:drop',
    'php artisan migrate:fresh',
    'python3 manage.py flush',
    'alembic downgrade base',
    'kafka-delete-records --offset-json-file x.json',
    'npm unpublish lib@1.0.0',
    'docker volume prune',
    'docker compose down -v',
  ])('%s asks', (command) => {
    expect(inAuto(command)).toBe('ask held')
  })

  test.each([
    'acme projects create delete-me',
    'acme projects show purge-service',
    'acme logs --filter "delete failed"',
    'acme projects delete x --dry-run',
    'acme projects delete --help',
    'acme help delete',
    'acme undelete 4',
    'acme cache clear',
    'acme plugin remove x',
    'acme remove notes.txt',
    'acme reset',
    'acme run delete-thing',
    'kubectl config delete-context old',
    'kubectl delete pod x --dry-run=client',
    'kubectl wait --for=delete pod/x',
    'helm repo remove x',
    'npm remove lodash',
    'npm run db:reset',
    'docker rm web',
    'docker system prune -f',
    'git branch -d merged',
    'git rm --cached x',
    'terraform plan -destroy',
    'aws kms cancel-key-deletion --key-id 1',
  ])('%s runs', (command) => {
    expect(inAuto(command)).toBe('run')
  })
})

describe('P20.4 HTTP', () => {
  test.each([
    'curl -X DELETE https://api.example.com/x',
    'curl -sXDELETE https://api.example.com/x',
    'wget --method=DELETE https://api.example.com/x',
    'http delete https://api.example.com/x',
    'gh api --method DELETE repos/o/r',
    'curl -X POST https://api.example.com/queues/jobs/purge',
    `curl https://api.example.com/graphql -d '{"query":"mutation { deleteUser(id: 1) { id } }"}'`,
    `curl -G http://db.example.com/query --data-urlencode 'q=DROP DATABASE x'`,
  ])('%s asks', (command) => {
    expect(inAuto(command)).toBe('ask held')
  })

  test.each([
    'curl https://example.com/docs/delete',
    `curl -X POST https://api.example.com/users -d '{"name":"delete"}'`,
    'http POST https://api.example.com/search q=delete',
    `curl https://api.example.com/graphql -d '{"query":"query { deletedUsers { id } }"}'`,
  ])('%s runs', (command) => {
    expect(inAuto(command)).toBe('run')
  })
})

describe('P20.5 databases', () => {
  test.each([
    'psql -c "drop table t"',
    'psql -c "DELETE FROM t -- WHERE id = 3"',
    `psql -c "UPDATE t SET note = 'where is it'"`,
    'echo "truncate t" | mysql shop',
    "psql prod <<'SQL'\nBEGIN;\nDELETE FROM t;\nCOMMIT;\nSQL",
    'psql -c "with d as (delete from t returning *) select count(*) from d"',
    'redis-cli -n 2 FLUSHDB',
    'redis-cli <<< FLUSHALL',
    `mongosh --eval 'db.dropDatabase()'`,
    `mongosh --eval 'db.t.deleteMany({})'`,
    'wrangler d1 execute DB --command "DROP TABLE t"',
  ])('%s asks', (command) => {
    expect(inAuto(command)).toBe('ask data')
  })

  test.each([
    'psql -c "delete from t where id = 3"',
    `psql -c "select 'drop table t'"`,
    'psql -c "-- drop table t\nselect 1"',
    'psql -c "begin; delete from t; rollback"',
    'redis-cli SET note flushall',
    'sqlite3 :memory: "drop table t"',
    `mongosh --eval 'db.t.deleteMany({ old: true })'`,
    'git commit -m "drop table t"',
  ])('%s runs', (command) => {
    expect(inAuto(command)).toBe('run')
  })
})

describe('P20.6 files outside the workspace', () => {
  test.each([
    ['rm -rf ~/Documents', 'removed'],
    ['rm -rf ../other', 'removed'],
    ['find ~/x -delete', 'removed'],
    ['cd ~/other && rm -rf src', 'removed'],
    ['rsync -a --delete dist/ ~/site/', 'removed'],
    [`python3 -c "import os; os.remove('/etc/passwd')"`, 'removed'],
    ['cp a ~/bin/a', 'overwritten'],
    ['mv a ~/b', 'overwritten'],
    ['echo x > ~/x', 'overwritten'],
    ['echo x | tee ~/x', 'overwritten'],
    [`sed -i 's/a/b/' /etc/app.conf`, 'overwritten'],
    ['acme export --output /srv/x.json', 'overwritten'],
    ['ssh host.example.com "rm -rf /srv/app"', 'elsewhere'],
    ['docker exec web rm -rf /data/x', 'elsewhere'],
    ['rm -rf .git', 'history'],
  ])('%s: %s', (command, kind) => {
    expect(inAuto(command)).toBe(`ask ${kind}`)
  })

  test.each([
    'rm -rf ./build node_modules',
    'rm -rf /tmp/x "$TMPDIR/y"',
    'd=$(mktemp -d); rm -rf "$d"',
    'rm -rf ~/.cache/pip ../other/node_modules',
    'mv ~/Downloads/data.csv ./data/',
    'echo x >> ~/notes.txt',
    'mkdir -p ~/x',
    'ln -s "$PWD/x" ~/bin/x',
    'go env -w X=y',
    'docker exec web rm -rf /tmp/x',
    `python3 -c "open('out.txt','w').write(open('/srv/data.txt').read())"`,
  ])('%s runs', (command) => {
    expect(decideIn('auto', command).reason.because).not.toBe('irreversible')
  })
})

describe('P20.7 what the disk says', () => {
  test('a target that undo does not keep asks, and a rule that spells it lifts that', () => {
    const disk = { unkept: ['/home/dev/project/data/dev.db'] }
    const { verdict, reason } = decideIn('auto', 'rm data/dev.db', { disk })
    expect(verdict).toBe('ask')
    expect(reason).toEqual({
      because: 'irreversible',
      kind: 'unkept',
      target: '/home/dev/project/data/dev.db',
    })
    expect(decideIn('auto', 'rm -r data', { disk }).verdict).toBe('ask')
    expect(decideIn('auto', 'echo x > data/dev.db', { disk }).verdict).toBe('ask')
    expect(decideIn('auto', 'rm data/dev.db', { disk, allow: ['rm data/dev.db'] }).verdict).toBe('run')
    expect(decideIn('auto', 'rm src/a.ts', {}).verdict).toBe('run')
  })

  test('what no word of the command shows asks too', () => {
    expect(decideIn('auto', 'make reset', { disk: { unkept: ['/home/dev/project/dev.db'] } }).verdict).toBe(
      'ask',
    )
  })

  test('where nothing is, nothing is overwritten', () => {
    const disk = { absent: ['/home/dev/new.txt'] }
    expect(decideIn('auto', 'echo x > ~/new.txt', { disk }).verdict).toBe('run')
    expect(decideIn('auto', 'rm ~/new.txt', { disk }).verdict).toBe('ask')
  })
})

describe('P20.3 spellings by class', () => {
  test.each([
    'http POST https://api.example.com/v1/x X-HTTP-Method-Override:DELETE',
    "curl -X POST 'https://api.example.com/v1/users/3?_method=DELETE'",
    'curl -d _method=DELETE https://api.example.com/v1/users/3',
    'aws ses delete-configuration-set --configuration-set-name x',
    'aws sns unsubscribe --subscription-arn x',
    "aws route53 change-resource-record-sets --change-batch 'Changes=[{Action=DELETE}]'",
    `aws route53 change-resource-record-sets --cli-input-json '{"Changes":[{"Action":"DELETE"}]}'`,
    `aws dynamodb batch-write-item --request-items '{"t":[{"DeleteRequest":{}}]}'`,
    `python3 -c "stripe.Customer.delete('cus_1')"`,
    `node -e "stripe.customers.del('cus_1')"`,
    `node -e "octokit.rest.repos.delete({owner, repo})"`,
    'op connect server delete s1',
    'pulumi --cwd infra down',
    'nsupdate -k key.conf changes.txt',
    `mongosh --eval 'db.runCommand({delete:"users",deletes:[{q:{},limit:0}]})'`,
    "rsync -e 'ssh -p 22' --delete dist/ web.example.com:/srv/www/",
    'tar --unlink-first -xf a.tar -C /opt/app',
    'cd ~/Documents && rm *.pdf',
    'rm -rf ../app/dist',
    'acme load-balancer delete lb',
  ])('%s asks', (command) => {
    expect(inAuto(command)).toMatch(/^ask /)
  })

  test.each([
    `aws route53 change-resource-record-sets --change-batch '{"Changes":[{"Action":"UPSERT"}]}'`,
    `python3 -c "stripe.Customer.modify('cus_1')"`,
    `node -e "map.delete('x')"`,
    `mongosh --eval 'db.runCommand({delete:"users",deletes:[{q:{_id:1},limit:1}]})'`,
    'azcopy sync a https://acct.example.com/y --delete-destination false',
    'java -jar target/app.jar',
    'cargo +nightly build',
    'tar --overwrite -xf a.tar -C out',
    'cd src && rm *.orig',
    'rm -rf ../app/node_modules',
    'rm -rf dist build coverage',
    'ssh host.example.com rm -rf /var/cache/app',
    'vault policy write delete-policy policy.hcl',
    'zfs destroy -nv tank/a@1',
  ])('%s runs', (command) => {
    expect(inAuto(command)).toBe('run')
  })
})
