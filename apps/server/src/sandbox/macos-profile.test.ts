// No Mac is at hand where these tests run: what is shown is the profile that its sandbox would be given, not that it holds.
import { SandboxManager } from '@anthropic-ai/sandbox-runtime'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesystemFor, type Rung } from './sandbox.ts'

const here = Object.getOwnPropertyDescriptor(process, 'platform')!
const on = (value: string) => Object.defineProperty(process, 'platform', { ...here, value })

let folder: string
let workspace: string
let hidden: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-mac-')))
  workspace = join(folder, 'work (1) "x" *')
  hidden = join(folder, 'home')
  await mkdir(join(workspace, '.git', 'hooks'), { recursive: true })
  await mkdir(hidden)
  await writeFile(join(workspace, '.npmrc'), '')
  on('darwin')
  const none = { denyRead: [], allowWrite: [], denyWrite: [] }
  await SandboxManager.initialize(
    { network: { allowedDomains: [], deniedDomains: [] }, filesystem: none },
    undefined,
    false,
  )
})
afterAll(async () => {
  await SandboxManager.reset()
  Object.defineProperty(process, 'platform', here)
  await rm(folder, { recursive: true, force: true })
})

/** The rules of the profile for a command on a rung, one after the other. */
async function profile(rung: Rung): Promise<readonly string[]> {
  const filesystem = filesystemFor({ workspace, rung, hidden: [hidden] })
  const { argv } = await SandboxManager.wrapWithSandboxArgv(
    'echo "it\'s"',
    'bash',
    { filesystem },
    undefined,
    workspace,
  )
  const text = argv.at(-1) ?? ''
  expect(text).toContain('/usr/bin/sandbox-exec -p')
  return text.split(/\n(?=\()/)
}

const about = (rules: readonly string[], verb: RegExp, path: string) =>
  rules.filter((rule) => verb.test(rule) && rule.includes(path.replaceAll('"', '\\"')))

test.each<Rung>(['look', 'work'])(
  '%s: everything that is not named is refused, the network too',
  async (rung) => {
    const rules = await profile(rung)
    expect(rules.join('\n')).toContain('(deny default')
    const network = rules.filter((rule) => rule.startsWith('(allow network'))
    // The library's own proxy on this machine, which knows no host, and nothing else.
    for (const rule of network) expect(rule).toMatch(/localhost:\d+/)
  },
)

test.each<Rung>(['look', 'work'])('%s: our own files cannot be read', async (rung) => {
  expect(about(await profile(rung), /^\(deny file-read/, hidden)).not.toEqual([])
})

test('look: the workspace cannot be written', async () => {
  expect(about(await profile('look'), /^\(allow file-write/, workspace)).toEqual([])
})

test('work: the workspace can be written, what runs later by itself cannot', async () => {
  const rules = await profile('work')
  expect(about(rules, /^\(allow file-write/, workspace)).not.toEqual([])
  for (const path of ['.git/hooks', '.npmrc'])
    expect(about(rules, /^\(deny file-write/, join(workspace, path))).not.toEqual([])
})
