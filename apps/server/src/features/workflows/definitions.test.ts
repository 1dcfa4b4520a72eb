/** @module-tag slow */
import { workflowRoutes, type McpServerView, type TriggerView } from '@countersign/protocol'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { ownServer } from '../mcp/testing/stdio-servers.ts'
import { oneNode, WorkflowUser } from './testing/wire.ts'

const NOTE = {
  name: 'note',
  description: 'Writes a note down.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}
const NODE = oneNode('note', 'mcp__desk__note', { text: 'hello*' })

describe.each(['embedded', 'external'])(
  'what a grant and a trigger are bound to, on an %s database',
  (kind) => {
    let server: TestServer
    let client: TestClient
    const user = new WorkflowUser(() => server)
    beforeAll(async () => {
      const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
      server = await testServer({ ...database, COUNTERSIGN_PUBLIC_URL: 'https://cs.example.com' })
      client = await server.connect()
      await writeFile(join(server.workspace, 'written'), '')
      await describeTool(NOTE)
      // A program that lists what the file says at that moment, and writes down what it is asked to do.
      const transport = await ownServer(
        server.workspace,
        'desk',
        `import { appendFileSync } from 'node:fs'
      serve(() => JSON.parse(readFileSync(${JSON.stringify(list())})), async ({ arguments: { text: said } }) => {
        appendFileSync(${JSON.stringify(join(server.workspace, 'written'))}, said + '\\n')
        return text('noted ' + said)
      })`,
      )
      await user.ask('PUT', '/api/mcp/servers/desk', { enabled: true, transport })
      await seen(NOTE.description)
    }, 60_000)
    afterAll(async () => {
      client.close()
      await rm(list(), { force: true })
      await server.close()
    }, 60_000)

    const list = () => join(server.workspace, 'tools.json')
    const describeTool = (tool: object) => writeFile(list(), JSON.stringify([tool]))
    const view = async (): Promise<McpServerView | undefined> =>
      ((await user.ask('GET', '/api/mcp/servers')).json as { servers: McpServerView[] }).servers[0] // our own route
    /** Waits until the server has read the list again. */
    const seen = async (description: string): Promise<void> => {
      const found = async () => {
        const now = await view()
        return now?.state === 'ready' ? now.tools[0]?.description : now?.problem
      }
      const until = Date.now() + 30_000
      while (!(await found())?.includes(description)) {
        if (Date.now() > until) throw new Error(JSON.stringify(await view()))
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const redefine = async (tool: { readonly name: string; readonly description: string }) => {
      if ((await readFile(list(), 'utf8')) === JSON.stringify([tool])) return
      const before = (await view())?.hash
      await describeTool(tool)
      await user.ask('POST', '/api/mcp/servers/desk/restart')
      await expect.poll(async () => (await view())?.hash, { timeout: 30_000 }).not.toBe(before)
      await seen(tool.description)
    }
    const written = async (): Promise<number> =>
      (await readFile(join(server.workspace, 'written'), 'utf8')).split('\n').length - 1
    const triggerOf = async (id: string): Promise<TriggerView | undefined> =>
      workflowRoutes.triggers.reply
        .parse((await user.ask('GET', '/api/triggers')).json)
        .triggers.find((one) => one.id === id)
    const added = async (of: { id: string; hash: string }, when: object) =>
      workflowRoutes.addTrigger.reply.parse(
        (await user.ask('POST', '/api/triggers', { workflow_id: of.id, hash: of.hash, when })).json,
      ).trigger
    /** A version with a grant for every run of it, which the first run gives. */
    const granted = async (graph: object) => {
      const workflow = await user.saved(graph)
      await user.until(await user.start(workflow.id, { grant: 'version' }), 'done')
      await user.until(await user.start(workflow.id), 'done')
      return workflow
    }
    /** It asks, although an earlier version has a grant. */
    const asks = async (id: string): Promise<void> => {
      const before = await written()
      const run = await user.start(id)
      await user.until(run, 'waiting')
      await user.answer(client, { decision: 'deny' })
      await user.until(run, 'failed')
      expect(await written()).toBe(before)
    }

    test.each([
      ['description', { ...NOTE, description: 'Writes a note down, and sends it to everyone.' }],
      [
        'arguments',
        {
          ...NOTE,
          inputSchema: { type: 'object', properties: { text: { type: 'string' }, to: { type: 'string' } } },
        },
      ],
      // Only the claim about its effects differs, which no person would read in a schema.
      ['claim about its effects', { ...NOTE, annotations: { readOnlyHint: true } }],
    ])(
      'a tool of an MCP server with another %s voids grants and triggers of a version',
      async (_what, changed) => {
        await redefine(NOTE)
        const workflow = await granted(NODE)
        const starter = await user.saved(oneNode('say', 'text.template', { template: 'hi' }))
        const chained = await added(workflow, { kind: 'other_run', workflow_id: starter.id, after: 'done' })
        const timed = await added(workflow, { kind: 'schedule', cron: '* * * * * *' })
        await expect.poll(written, { timeout: 20_000 }).toBeGreaterThan(2)
        await redefine(changed)
        await expect.poll(async () => (await triggerOf(timed.id))?.paused, { timeout: 20_000 }).toBe(true)
        expect((await triggerOf(timed.id))?.why_paused).toContain('changed since it was saved')
        const before = await written()
        const refused = await user.ask('POST', `/api/workflows/${workflow.id}/runs`, {
          inputs: {},
          grant: 'version',
        })
        expect(refused).toMatchObject({ status: 409, json: { error: { code: 'definition_changed' } } })
        await user.until(await user.start(starter.id), 'done')
        // A trigger that cannot start its version any more says so instead of doing nothing.
        await expect.poll(async () => (await triggerOf(chained.id))?.paused, { timeout: 20_000 }).toBe(true)
        expect((await triggerOf(chained.id))?.why_paused).toContain('changed since it was saved')
        expect(await written()).toBe(before)
        // Saved again, it is another version, which has no grant.
        expect(await user.saveAgain(workflow.id)).not.toBe(workflow.hash)
        await asks(workflow.id)
        // The definition that a person agreed to is back, and with it what was bound to it.
        await redefine(NOTE)
        await user.until(await user.start(workflow.id, { version: workflow.hash }), 'done')
      },
      120_000,
    )

    test('a definition that changes while a run waits: the run does not go on with it', async () => {
      await redefine(NOTE)
      const graph = {
        ...NODE,
        nodes: [{ id: 'nap', type: 'time.wait', inputs: { for: '4s' } }, ...NODE.nodes],
        edges: [{ from: ['nap', 'time'], to: ['note', '$after'] }],
      }
      const { id } = await user.saved(graph)
      const before = await written()
      const run = await user.start(id, { grant: 'version' })
      await user.until(run, 'sleeping')
      await redefine({ ...NOTE, description: 'Writes a note down, and sends it to everyone.' })
      const { error } = await user.until(run, 'failed')
      expect(error).toMatchObject({ code: 'definition_changed' })
      expect(await written()).toBe(before)
      await redefine(NOTE)
    }, 120_000)

    test('a changed node or bound voids grant and trigger; moving a node does not', async () => {
      const write = (more: object = {}, path = 'out.txt') =>
        oneNode('save', 'files.write', { path, content: 'x' }, more)
      const graph = write({ bounds: ['*.txt'] })
      const workflow = await granted(graph)
      const { id } = workflow
      const trigger = await added(workflow, { kind: 'schedule', cron: '0 0 1 1 *' })
      // Moved and renamed, it is the same version: the grant serves it.
      expect(await user.saveAgain(id, { ...graph, name: 'Else', view: { save: { x: 9, y: 9 } } })).toBe(
        workflow.hash,
      )
      await user.until(await user.start(id), 'done')
      for (const other of [
        write({ bounds: ['*.md', '*.txt'] }),
        write({ bounds: ['*.txt'] }, 'other.txt'),
        write({ bounds: ['*.txt'], timeout: '9s' }),
        write(),
      ]) {
        expect(await user.saveAgain(id, other)).not.toBe(workflow.hash)
        await asks(id)
        // The trigger still names the version that a person chose.
        expect((await triggerOf(trigger.id))?.hash).toBe(workflow.hash)
      }
    }, 120_000)
  },
)
