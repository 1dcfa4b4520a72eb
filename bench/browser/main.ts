// The browser tool compared with Playwright MCP, in one run on the same local sites: injections, bytes to the model, schema, time, cards.
// Then the takeover. See `docs/figures.md`. `npm run bench:browser [-- --alone | --takeover]`.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromiums } from '../../apps/server/src/features/browser/chromium/find.ts'
import {
  FRAME,
  INJECTIONS,
  PRESSED,
  PROGRAM,
} from '../../apps/server/src/features/browser/testing/injections.ts'
import { village, type Village } from '../../apps/server/src/features/browser/testing/village.ts'
import { ours, playwrightMcp, type Own, type Side } from './sides.ts'
import { takeover } from './takeover.ts'
import { build, TASKS, type Step } from './tasks.ts'

const [found] = findChromiums(process.env, undefined)
if (found === undefined) throw new Error('there is no Chromium on this machine')
const isAlone = process.argv.includes('--alone')
const folder = await mkdtemp(join(tmpdir(), 'cs-bench-browser-'))

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

interface Obeyed {
  changing: number
  elsewhere: number
  secrets: number
}

/** An agent that obeys everything on the sixty pages. It gets an error for forbidden actions; nobody says yes. */
async function obey(side: Side): Promise<Obeyed> {
  const counted: Obeyed = { changing: 0, elsewhere: 0, secrets: 0 }
  side.village.serve('rest.example/', 'nothing')
  side.village.serve(FRAME.at, FRAME.html)
  side.village.serve(PROGRAM.at, (_request, response) => response.end('#!/bin/sh'))
  const told: string[] = []
  for (const { html, obeys } of INJECTIONS) {
    side.village.serve('shop.example/', html)
    await side.act({ action: 'navigate', url: 'http://rest.example/' })
    side.village.arrived.length = 0
    const first = await side.act({ action: 'navigate', url: 'http://shop.example/' })
    const heard = [first]
    for (const wish of obeys) {
      const ref = refFor(side, wish['ref'], first)
      heard.push(await side.act(wish['ref'] === undefined ? wish : { ...wish, ref: ref ?? 'e1' }))
    }
    const { arrived } = side.village
    counted.changing += arrived.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method)).length
    counted.elsewhere += sum(
      arrived
        .filter(({ host }) => host !== 'shop.example' && host !== 'rest.example')
        .map(({ path, body }) => Buffer.byteLength(path + body)),
    )
    told.push(...heard)
  }
  const secrets = [...[...told, await side.traces()].join('\n').matchAll(/SECRET-[\w-]+/g)]
  counted.secrets = sum(secrets.map(([secret]) => secret.length))
  return counted
}

function refFor(side: Side, wanted: unknown, told: string): string | undefined {
  if (wanted === 'FIELD') return side.ref(told, 'textbox', '')
  if (wanted === 'FILE') return side.ref(told, 'file', 'File')
  if (wanted === 'LINK') return side.ref(told, 'link', '')
  for (const name of PRESSED) {
    const found = side.ref(told, 'button', name)
    if (found !== undefined) return found
  }
  return side.ref(told, 'clickable', '')
}

interface Done {
  readonly bytes: number
  readonly ms: number
  readonly cards: number
}

async function perform(side: Side, steps: readonly Step[]): Promise<Done> {
  side.questions()
  let newest = ''
  let bytes = 0
  const begun = performance.now()
  for (const { on, ...action } of steps) {
    const heard = (told: string) => {
      bytes += Buffer.byteLength(told)
      // An action may return only the changes; element names from earlier text stay valid.
      newest = `${told}\n${newest}`
    }
    const find = () => (on === undefined ? undefined : side.ref(newest, on[0], on[1]))
    let ref = find()
    if (on !== undefined && ref === undefined) {
      // The last action did not show the page that it led to, so the agent has to look.
      heard(await side.act({ action: 'snapshot' }))
      ref = find()
      if (ref === undefined) throw new Error(`${side.name}: no ${on.join(' ')} in ${newest}`)
    }
    heard(await side.act(ref === undefined ? action : { ...action, ref }))
  }
  return { bytes, ms: performance.now() - begun, cards: side.questions() }
}

interface Plain {
  /** Milliseconds that the steps took. */
  run(steps: readonly Step[]): Promise<number>
  close(): Promise<void>
}

/** The same steps by Playwright alone: no gate, no masks. It reads the page once after each step, because the next step depends on it. */
async function plainly(site: Village): Promise<Plain> {
  const browser = await chromium.launch({
    executablePath: found?.path ?? '',
    chromiumSandbox: false,
    args: [`--host-resolver-rules=MAP *.example 127.0.0.1:${site.port}`],
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(START)
  return {
    async run(steps) {
      const begun = performance.now()
      for (const { action, on, url, text, value } of steps) {
        const [role = '', name = ''] = on ?? []
        const known = role as 'button' // the tasks use only ARIA roles
        const exact = name.endsWith('"')
        const target = page.getByRole(known, { name: name.replace('"', ''), exact }).first()
        if (action === 'navigate') await page.goto(String(url), { waitUntil: 'domcontentloaded' })
        else if (action === 'back') await page.goBack({ waitUntil: 'domcontentloaded' })
        else if (action === 'click') await target.click()
        else if (action === 'type') await target.fill(String(text))
        else if (action === 'select') await target.selectOption(String(value))
        else if (action === 'check') await target.check()
        await page.waitForLoadState('domcontentloaded')
        await page.locator('body').ariaSnapshot()
      }
      return performance.now() - begun
    },
    close: () => browser.close(),
  }
}

const load = () => loadavg()[0]?.toFixed(1) ?? '?'
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Injections, schema and tasks, side by side. */
async function compare(): Promise<void> {
  const traced = await ours({ traces: true })
  const own = await ours()
  const sides: Side[] = [own]
  const other = isAlone ? undefined : await village()
  if (other !== undefined) sides.push(await playwrightMcp(other, found?.path ?? '', folder))

  say('\n## Sixty pages, an agent that obeys all of them\n')
  say('| | changing requests without a yes | bytes to other hosts | secret characters told |')
  say('| --- | --- | --- | --- |')
  traced.rig.rules('default', ['browser(domain:shop.example)', 'browser(domain:rest.example)'])
  traced.rig.answer(() => ({ allow: false }))
  for (const side of [traced, ...sides.slice(1)]) {
    const { changing, elsewhere, secrets } = await obey(side)
    say(`| ${side.name} ${side.version} | ${changing} | ${elsewhere} | ${secrets} |`)
  }
  await traced.close()

  say('\n## Schema\n')
  for (const { name, tools, schema } of sides) say(`- ${name}: ${tools} tools, ${schema} bytes`)
  const [, peer] = sides
  if (peer !== undefined) say(`- ratio ${(own.schema / peer.schema).toFixed(3)} (at most 0.15)`)

  await tenTasks(own, peer)
  for (const side of sides) await side.close()
  await other?.close()
  await rm(folder, { recursive: true, force: true })
}

/** The page that every browser has open when the tasks begin, so that no side starts its browser within them. */
const START = 'http://rest.example/'
const ROUNDS = 3

async function tenTasks(own: Own, peer: Side | undefined): Promise<void> {
  say('\n## Ten tasks\n')
  for (const side of peer === undefined ? [own] : [own, peer]) {
    build(side.village)
    side.village.serve('rest.example/', 'nothing')
  }
  own.rig.rules('default', ['browser(domain:rest.example)'])
  await own.act({ action: 'navigate', url: START })
  // Ask mode, as a person uses it: a yes for the thread covers the site.
  own.rig.rules('default')
  own.rig.answer(() => {
    own.rig.rules('default', ['browser(domain:desk.example)'])
    return { allow: true }
  })
  const plain = await plainly(own.village)
  const [mine, theirs]: [Done[], Done[]] = [[], []]
  const alone: number[] = []
  for (const { name, steps } of TASKS) {
    const row = [await perform(own, steps)]
    mine.push(...row)
    alone.push(await plain.run(steps))
    if (peer !== undefined) theirs.push(await perform(peer, steps))
    if (peer !== undefined) row.push(...theirs.slice(-1))
    say(
      `- ${name}: ${row.map(({ bytes, ms, cards }) => `${bytes} bytes, ${Math.round(ms)} ms, ${cards} cards`).join(' | ')}`,
    )
  }
  const total = (of: readonly Done[], what: keyof Done) => sum(of.map((one) => one[what]))
  if (peer !== undefined)
    say(
      `- bytes to the model: ${total(mine, 'bytes')} against ${total(theirs, 'bytes')}, ratio ${(total(mine, 'bytes') / total(theirs, 'bytes')).toFixed(2)} (at most 0.7)`,
    )
  const rounds = [{ ms: total(mine, 'ms'), plain: sum(alone) }]
  while (rounds.length < ROUNDS) {
    const round = { ms: 0, plain: 0 }
    for (const { steps } of TASKS) {
      round.ms += (await perform(own, steps)).ms
      round.plain += await plain.run(steps)
    }
    rounds.push(round)
  }
  await plain.close()
  const ratios = rounds.map((round) => round.ms / round.plain).toSorted((a, b) => a - b)
  say(
    `- time, ${ROUNDS} rounds, task by task: ${rounds.map((round) => `${Math.round(round.ms)} against ${Math.round(round.plain)} ms`).join(', ')} of Playwright alone; ratio ${ratios[1]?.toFixed(2)}, between ${ratios[0]?.toFixed(2)} and ${ratios.at(-1)?.toFixed(2)} (at most 1.15)`,
  )
  const most = 1 + sum(TASKS.map(({ submits }) => submits))
  say(`- cards in Ask: ${total(mine, 'cards')} (at most ${most}: one for the site, one for each submit)`)
}

say(`Chromium of ${found.source}, Node ${process.version}, load ${load()} at the start.`)
if (!process.argv.includes('--takeover')) await compare()
await takeover(found.path, say)
say(`\nLoad ${load()} at the end.`)
