import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../apps/server/src/config.ts'
import { root } from '../lib/root.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const Service = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  user: z.string().optional(),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
  depends_on: z.unknown().optional(),
  restart: z.string(),
  stop_grace_period: z.string().optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  deploy: z.object({
    resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string(), pids: z.number() }) }),
  }),
})
const compose = z
  .object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.unknown()) })
  .parse(parse(read('compose.yaml'), { merge: true }))
const { postgres, proxy, ...servers } = compose.services
const source = globSync('apps/server/src/**/*.ts', {
  cwd: root,
  exclude: (name) => name.endsWith('.test.ts'),
})
  .map((file) => read(file))
  .join('\n')

test('two servers, alike, a database and a proxy', () => {
  expect(Object.keys(compose.services).toSorted()).toEqual(['postgres', 'proxy', 'server-1', 'server-2'])
  const { depends_on: _first, ...one } = Service.parse(servers['server-1'])
  const { depends_on: _second, ...two } = Service.parse(servers['server-2'])
  expect(one).toEqual(two)
})

test.each(Object.entries(servers))(
  'every variable of %s is one that the server reads',
  (_name, { environment }) => {
    const unread = Object.keys(environment).filter((variable) => !source.includes(`'${variable}'`))
    expect(unread).toEqual([])
  },
)

test.each(Object.entries(servers))(
  'the server takes the settings of %s, once they are filled in',
  (_name, { environment, command = [] }) => {
    const filled = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, filledIn(value)]),
    )
    const [workspace = '', join, port, number] = command
    expect([join, port]).toEqual(['--join', '--port'])
    const config = readConfig(filled, { workspace, join: true, port: Number(number) })
    expect(config).toMatchObject({
      ok: true,
      config: {
        home: '/data',
        host: '0.0.0.0',
        port: 4180,
        publicUrl: 'http://127.0.0.1:4180',
        workspace: '/workspace',
        grace: 20_000,
      },
    })
  },
)

test.each(Object.entries(servers))(
  '%s is asked at an address that it serves',
  (_name, { healthcheck, stop_grace_period, environment }) => {
    const asked = /http:\/\/127\.0\.0\.1:4180(\/\w+)/.exec(healthcheck?.test.join(' ') ?? '')?.[1]
    expect(read('packages/protocol/src/features/operations.ts')).toContain(`path: '${asked}'`)
    expect(Number.parseInt(stop_grace_period ?? '0', 10)).toBeGreaterThan(
      Number(environment['COUNTERSIGN_SHUTDOWN_GRACE']),
    )
  },
)

test('the proxy hands connections to both in turn, by the address that they serve', () => {
  const caddy = read('deploy/Caddyfile')
  expect(caddy).toContain(
    `reverse_proxy ${Object.keys(servers)
      .map((name) => `${name}:4180`)
      .join(' ')}`,
  )
  expect(caddy).toContain('lb_policy round_robin')
  expect(caddy).not.toMatch(/cookie|ip_hash|client_ip_hash/)
  const asked = /health_uri (\S+)/.exec(caddy)?.[1]
  expect(read('packages/protocol/src/features/operations.ts')).toContain(`path: '${asked}'`)
  expect(caddy).toContain('Host 127.0.0.1:4180')
  expect(proxy?.volumes[0]).toMatch(/^\.\/deploy\/Caddyfile:/)
})

test('only the proxy has a port, on this machine alone', () => {
  for (const [name, { ports }] of Object.entries(compose.services))
    expect([name, ports]).toEqual([name, name === 'proxy' ? ['127.0.0.1:4180:8080'] : []])
})

test.each(Object.entries(compose.services))(
  '%s: a pinned version, limits, no new privileges',
  (_name, service) => {
    expect(service.image).toMatch(/^(?:countersign:local|\w+:\d+)$/)
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    expect(service.restart).toBe('unless-stopped')
  },
)

test('servers and proxy cannot write but where they have to; servers are nobody special', () => {
  for (const service of [...Object.values(servers), proxy])
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  for (const { user } of Object.values(servers)) expect(user).toBe('1000:1000')
  expect(postgres?.volumes).toEqual(['database:/var/lib/postgresql'])
})

test('no secret has a default, and everything that can be set is in the example', () => {
  const text = read('compose.yaml')
  const named = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  const example = new Map(
    read('.env.example')
      .split('\n')
      .flatMap((line) =>
        /^\w+=/.test(line) ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [],
      ),
  )
  expect([...example.keys()].toSorted()).toEqual([...named].map(String).toSorted())
  for (const secret of ['POSTGRES_PASSWORD', 'COUNTERSIGN_SECRET']) {
    expect(example.get(secret)).toBe('')
    expect(text).not.toMatch(new RegExp(`\\$\\{${secret}(?!:\\?)`))
  }
})

test('the image: what it copies is there, its Node is ours, and it does not run as root', () => {
  const dockerfile = read('Dockerfile')
  for (const [, files = ''] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const file of files.split(' ')) expect([file, existsSync(join(root, file))]).toEqual([file, true])
  const versions = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major)
  expect(new Set(versions)).toEqual(new Set(['24']))
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(read('.dockerignore').split('\n')).toContain('.env')
})

/** The example value, with placeholders for secrets. */
function filledIn(value: string): string {
  return value
    .replaceAll(/\$\{COUNTERSIGN_PUBLIC_URL:[^}]*\}/g, 'http://127.0.0.1:4180')
    .replaceAll(/\$\{\w+:\?[^}]*\}/g, '0123456789abcdef')
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
}
