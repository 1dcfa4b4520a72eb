import { setTimeout as delay } from 'node:timers/promises'
import { POINTS, type Attack } from './attack.ts'
import { Skipped } from './outcome.ts'
import { openGround, type Ground } from './ground.ts'
import { missing, type Setting } from './settings.ts'

export type Verdict = 'held' | 'BROKEN' | 'skipped'

/** One attack in one setting, and its result. */
export interface Outcome {
  readonly setting: string
  readonly point: number
  readonly attack: string
  readonly verdict: Verdict
  /** The attacker's gain, or why the attack was skipped. */
  readonly why?: string
}

export interface SuiteOptions {
  readonly settings: readonly Setting[]
  readonly attacks: readonly Attack[]
  readonly short: boolean
  readonly say: (line: string) => void
}

/** Runs every attack in every setting, one after the other. */
export async function attackAll({
  settings,
  attacks,
  short,
  say,
}: SuiteOptions): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const setting of settings) {
    const isFirst = setting === settings[0]
    const tried = attacks.filter(
      ({ long, anywhere }) => !short || (long !== true && (anywhere !== true || isFirst)),
    )
    const note = (outcome: Outcome, began: number) => {
      outcomes.push(outcome)
      say(lineOf(outcome, Date.now() - began))
    }
    const why = missing(setting)
    if (why !== undefined) {
      for (const { point, name } of tried)
        note({ setting: setting.name, point, attack: name, verdict: 'skipped', why }, Date.now())
      continue
    }
    const ground = await openGround(setting, short)
    try {
      for (const attack of tried) {
        const began = Date.now()
        note(await attempt(attack, ground), began)
      }
    } finally {
      await ground.close()
    }
  }
  return outcomes
}

async function attempt({ point, name, run, minutes = 5 }: Attack, ground: Ground): Promise<Outcome> {
  const about = { setting: ground.setting.name, point, attack: name }
  try {
    await Promise.race([run(ground), tooLong(minutes)])
    return { ...about, verdict: 'held' }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    // Any other error does not prove that the server held.
    return { ...about, verdict: cause instanceof Skipped ? 'skipped' : 'BROKEN', why }
  }
}

/** An attack that hangs proves nothing. */
async function tooLong(minutes: number): Promise<never> {
  await delay(minutes * 60_000, undefined, { ref: false })
  throw new Error(`it did not end within ${minutes} minutes`)
}

function lineOf({ setting, point, attack, verdict, why }: Outcome, took: number): string {
  const shown = why === undefined ? '' : verdict === 'skipped' ? ` (${why})` : `: ${why}`
  return `${verdict.padEnd(7)} ${String(point).padStart(2)} ${setting}: ${attack}${shown} [${(took / 1000).toFixed(1)} s]`
}

/** One row per point and one column per setting: how many held, were broken and were skipped. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const settings = [...new Set(outcomes.map(({ setting }) => setting))]
  const cell = (of: readonly Outcome[]) => {
    const count = (verdict: Verdict) => of.filter((outcome) => outcome.verdict === verdict).length
    const [held, broken, skipped] = [count('held'), count('BROKEN'), count('skipped')]
    return `${held}${broken > 0 ? `, ${broken} BROKEN` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`
  }
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['point', ...settings]),
    row(['---', ...settings.map(() => '---')]),
    ...[...POINTS].map(([point, name]) => {
      const own = outcomes.filter((outcome) => outcome.point === point)
      return row([
        `${point}. ${name}`,
        ...settings.map((setting) => cell(own.filter((outcome) => outcome.setting === setting))),
      ])
    }),
    row(['all', ...settings.map((setting) => cell(outcomes.filter((one) => one.setting === setting)))]),
  ].join('\n')
}

export function totalsOf(outcomes: readonly Outcome[]): string {
  const count = (verdict: Verdict) => outcomes.filter((outcome) => outcome.verdict === verdict).length
  return `attack: ${count('held')} held, ${count('BROKEN')} broken, ${count('skipped')} skipped`
}
