import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { obedient, scriptedModel, type ScriptedModel } from '../../apps/server/src/testing/scripted-model.ts'
import type { Call, Person } from './person.ts'
import { give, newPlace, Product, type Place } from './product.ts'
import type { Setting } from './settings.ts'

/** The environment for the attacks of one setting: a server that most of them share, and others that they start. */
export interface Ground {
  readonly setting: Setting
  /** Fewer repetitions. */
  readonly short: boolean
  readonly server: Product
  readonly person: Person
  /** Starts another server with its own folders, which is removed with the ground. */
  start(env?: Readonly<Record<string, string>>, place?: Place): Promise<Product>
  newPlace(): Promise<Place>
  /** Runs a script to its end as the agent's command in auto mode; the text that the policy judges does not contain the script. */
  agentRuns(script: string, options?: AgentOptions): Promise<AgentRun>
  /** Creates a file in the workspace, owned by the setting's account. */
  file(name: string, text: string, workspace?: string): Promise<string>
  later(done: () => Promise<unknown>): void
  close(): Promise<void>
}

export interface AgentOptions {
  /** A server other than the shared one. */
  readonly at?: { readonly person: Person; readonly place: Place }
  readonly workspace?: string
}

/** The result of an agent's command. */
export interface AgentRun {
  readonly thread: string
  readonly call: Call
  readonly output: string
}

/** A data folder left by a server, used as a template because creating the database takes longer than most attacks. */
async function templatePlace(setting: Setting): Promise<Place> {
  const place = await newPlace(setting)
  const first = await Product.start(setting, place)
  await first.kill('SIGTERM')
  return place
}

/** Copies with owners and modes, which only `cp` does. */
async function cp(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
}

export async function openGround(setting: Setting, short: boolean): Promise<Ground> {
  const model: ScriptedModel = await scriptedModel(obedient)
  const cleanups: (() => Promise<unknown>)[] = [() => model.close()]
  let template: Promise<Place> | undefined
  const usedPlace = async () => {
    template ??= templatePlace(setting)
    const [from, place] = await Promise.all([template, newPlace(setting)])
    await cp(from.home, place.home)
    return place
  }
  cleanups.push(async () => {
    if (template !== undefined) await rm((await template).folder, { recursive: true, force: true })
  })
  const start: Ground['start'] = async (env = {}, place) => {
    const product = Product.begin(setting, place ?? (await usedPlace()), { ...model.env, ...env })
    cleanups.push(() => product.remove())
    await product.address
    return product
  }
  const close = async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  }
  try {
    const server = await start()
    const person = await server.person()
    let scripts = 0
    const file = async (name: string, text: string, workspace = server.place.workspace) => {
      const path = join(workspace, name)
      await writeFile(path, text)
      await give(path, setting.account)
      return path
    }
    return {
      setting,
      short,
      server,
      person,
      start,
      newPlace: () => newPlace(setting),
      file,
      later: (done) => cleanups.push(done),
      async agentRuns(script, { at = { person, place: server.place }, workspace } = {}) {
        const name = `script-${(scripts += 1)}.sh`
        await file(name, script, workspace ?? at.place.workspace)
        const wanted = { name: 'terminal.exec', args: { command: `bash ${name}` } }
        const thread = await at.person.begin('auto', [wanted], workspace === undefined ? {} : { workspace })
        const { calls } = await at.person.ended(thread)
        const call = calls.find(({ tool }) => tool === 'terminal.exec')
        if (call === undefined) throw new Error('the agent ran nothing')
        return { thread, call, output: await at.person.resultOf(call.id) }
      },
      close,
    }
  } catch (cause) {
    await close()
    throw cause
  }
}
