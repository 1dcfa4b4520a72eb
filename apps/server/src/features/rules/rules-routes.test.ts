/** @module-tag slow */
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { personsServers } from '../../platform/egress/own-servers.ts'

let server: TestServer
let thread: string
let path: string
beforeAll(async () => {
  server = await testServer()
  const client = await server.connect()
  const created = await client.command({ type: 'thread_create', model: 'demo' })
  thread = 'thread_id' in created ? String(created.thread_id) : ''
  client.close()
  path = join(server.workspace, '.countersign/rules')
})
afterAll(() => server.close())
beforeEach(async () => rm(join(server.workspace, '.countersign'), { recursive: true, force: true }))

async function post(to: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await server.request(to, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

const Files = z.object({
  own: z.array(z.string()),
  files: z.array(z.object({ layer: z.string(), hash: z.string().nullable(), trusted: z.boolean() })),
})
async function project() {
  const answer = await server.request('/api/rules/files')
  const { own, files } = Files.parse(await answer.json())
  return { own, file: files.find(({ layer }) => layer === 'project') }
}

const write = (text: string, hash: string | null, thread_id = thread) =>
  post('/api/rules/project', { list: 'allow', text, thread_id, hash })
const decided = async (call: string) =>
  (await post('/api/decide', { call, thread_id: thread })).body as { decision: { verdict: string } } // the shape is asserted below

describe("a rule in the project's own file", () => {
  test('is one more line, is trusted with what was trusted, and decides at once', async () => {
    const made = await write('terminal.exec(npm test)', null)
    expect(made.status).toBe(200)
    expect(await readFile(path, 'utf8')).toBe('allow terminal.exec(npm test)\n')
    expect((await decided('npm test')).decision.verdict).toBe('run')

    const { file } = await project()
    expect(file).toMatchObject({ trusted: true })
    await write('terminal.exec(npm run build)', file?.hash ?? null)
    expect(await readFile(path, 'utf8')).toBe(
      'allow terminal.exec(npm test)\nallow terminal.exec(npm run build)\n',
    )
    expect((await project()).file).toMatchObject({ trusted: true })
  })

  test('the same rule again changes nothing', async () => {
    await write('terminal.exec(npm test)', null)
    const { file } = await project()
    expect((await write('terminal.exec(npm test)', file?.hash ?? null)).body).toEqual({ hash: file?.hash })
    expect(await readFile(path, 'utf8')).toBe('allow terminal.exec(npm test)\n')
  })

  test('a file that others wrote takes none until it is trusted', async () => {
    await mkdir(join(server.workspace, '.countersign'))
    await writeFile(path, 'allow terminal.exec(curl *)\n')
    const { file } = await project()
    expect(await write('terminal.exec(npm test)', file?.hash ?? null)).toMatchObject({ status: 409 })
    expect(await readFile(path, 'utf8')).toBe('allow terminal.exec(curl *)\n')
    expect((await project()).file).toMatchObject({ trusted: false })
  })

  test('a file that changed since it was seen is not written', async () => {
    await write('terminal.exec(npm test)', null)
    expect(await write('terminal.exec(make)', null)).toMatchObject({ status: 409 })
    expect(await readFile(path, 'utf8')).toBe('allow terminal.exec(npm test)\n')
  })

  test('a link leads nowhere', async () => {
    const elsewhere = join(server.home, 'elsewhere')
    await writeFile(elsewhere, '')
    await mkdir(join(server.workspace, '.countersign'))
    await symlink(elsewhere, path)
    const { file } = await project()
    expect(await write('terminal.exec(npm test)', file?.hash ?? null)).toMatchObject({ status: 409 })
    expect(await readFile(elsewhere, 'utf8')).toBe('')
  })

  test.each([
    ['a malformed rule', 'terminal.exec(npm', undefined, 400],
    ['a slip in the name of a tool', 'termnal.exec(npm test)', undefined, 400],
    ["another agent's name of a tool", 'Bash(npm test)', undefined, 400],
    ['a rule with a secret', 'terminal.exec(PGPASSWORD=Swordfish99 *)', undefined, 400],
    ['a chat that is not there', 'terminal.exec(npm test)', `thr_${'0'.repeat(32)}`, 404],
  ])('%s is refused', async (_name, text, chat, status) => {
    expect(await write(text, null, chat)).toMatchObject({ status })
    await expect(readFile(path, 'utf8')).rejects.toThrow('ENOENT')
  })

  test('a tool of a client may be called nearly like one of ours', async () => {
    const slip = { list: 'deny', text: 'file.read(secret)' }
    expect(await post('/api/rules', slip)).toMatchObject({ status: 400 })
    const client = await server.connect()
    const tool = {
      name: 'file.read',
      description: 'x',
      params: { type: 'object' },
      side_effect: true,
      kind: 'command',
    }
    await client.command({ type: 'manifest', tools: [tool] })
    expect(await post('/api/rules', slip)).toMatchObject({ status: 200 })
    client.close()
  })

  test.each([
    'mcp__github__get_isue',
    'mcp__my-server__tool(x)',
    'palette.open',
    '@secrets',
    'bash(npm test)',
  ])('what is no slip is kept: %s', async (text) => {
    expect(await post('/api/rules', { list: 'ask', text })).toMatchObject({ status: 200 })
  })

  test('it stands in the audit, with who wrote it', async () => {
    await write('terminal.exec(npm audit)', null)
    const audit = await (await server.request('/api/audit?limit=1000')).text()
    expect(audit).toContain('npm audit')
    expect(audit).toContain('project_trusted')
  })
})

describe('a file of rules, read as text', () => {
  const read = async (query: string) => {
    const answer = await server.request(`/api/rules/file?${query}`)
    const body: unknown = await answer.json()
    return { status: answer.status, body }
  }
  const bring = async (text: string) => {
    await mkdir(join(server.workspace, '.countersign'))
    await writeFile(path, text)
  }

  test('comes with what is wrong in it, line by line', async () => {
    await bring('# ours\nallow terminal.exec(npm\nalow files.read\n')
    const found = await read(`layer=project&thread_id=${thread}`)
    expect(found).toMatchObject({
      status: 200,
      body: {
        path,
        text: '# ours\nallow terminal.exec(npm\nalow files.read\n',
        more: 0,
        errors: [{ line: 2 }, { line: 3 }],
      },
    })
    expect(JSON.stringify(found.body)).toContain('not `alow`')
    expect(await read('layer=project')).toEqual(found)
  })

  test('shows no secret, and leaves every line where it is', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END PRIVATE KEY-----'
    await bring(`deny terminal.exec(PGPASSWORD=Swordfish99 *)\n${key}\nghp_${'a1'.repeat(20)} x\n`)
    const { body } = await read('layer=project')
    const { text, errors } = z
      .object({ text: z.string(), errors: z.array(z.object({ line: z.number(), message: z.string() })) })
      .parse(body)
    expect(text.split('\n')).toEqual([
      'deny terminal.exec(PGPASSWORD=•••• *)',
      '-----BEGIN PRIVATE KEY-----••••',
      '',
      '',
      'ghp_•••• x',
      '',
    ])
    expect(errors.map(({ line }) => line)).toContain(5)
    expect(JSON.stringify(errors)).not.toMatch(/a1a1|MIIE|Swordfish/)
    const files = z.object({ files: z.array(z.object({ errors: z.unknown() })) })
    const all = files.parse(await (await server.request('/api/rules/files')).json())
    expect(all.files.map((file) => file.errors)).toContainEqual(errors)
  })

  test('a very long one is cut, and says by how much', async () => {
    await bring(`${'# a\n'.repeat(2500)}# ${'b'.repeat(5000)}`)
    const { body } = await read('layer=project')
    expect(body).toMatchObject({ more: 501 })
  })

  test.each([
    ['the file', async (secret: string) => symlink(secret, path), 'rules'],
    ['its folder', async (secret: string) => symlink(join(secret, '..'), join(path, '..')), ''],
  ])('%s as a link gives nothing of where it leads', async (_name, link, name) => {
    const secret = join(server.home, 'rules')
    await writeFile(secret, 'Swordfish')
    if (name !== '') await mkdir(join(server.workspace, '.countersign'))
    await link(secret)
    const found = await read('layer=project')
    expect(found).toMatchObject({ status: 409, body: { error: { code: 'unreadable' } } })
    expect(JSON.stringify(found)).not.toContain('Swordfish')
  })

  test.each([
    ['there is none', 'layer=project', 404],
    ['no layer', '', 400],
    ['another layer', 'layer=user', 400],
    ['a path', 'layer=/etc/passwd', 400],
    ['a chat that is not there', `layer=project&thread_id=thr_${'0'.repeat(32)}`, 404],
    ['keys that this route does not have', 'layer=project&workspace=/etc&path=/etc/passwd', 400],
  ])('%s: %s', async (_name, query, status) => {
    expect(await read(query)).toMatchObject({ status })
  })

  test('a folder in its place is said', async () => {
    await mkdir(path, { recursive: true })
    expect(await read('layer=project')).toMatchObject({ status: 409 })
  })

  test('is for who signed in', async () => {
    const headers = { authorization: 'Bearer nobody' }
    const answer = await server.request('/api/rules/file?layer=project', { headers })
    expect(answer.status).toBe(401)
  })
})

test('a page is told which folders are the gate itself, and the server judges by the same', async () => {
  // Beside the data folder that is where servers of a person know each other by.
  const own = [server.home, personsServers()]
  expect((await project()).own).toEqual(own)
  const me = z.object({ home: z.string(), own: z.array(z.string()) })
  expect(me.parse(await (await server.request('/api/me')).json()).own).toEqual(own)
  await post('/api/rules', { list: 'allow', text: 'files.write', thread_id: thread })
  expect((await decided(`files.write(${join(server.home, 'key')})`)).decision.verdict).not.toBe('run')
})
