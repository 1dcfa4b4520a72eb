import type { TriggerView, TriggerWhen } from '@countersign/protocol'
import { manageTexts as texts } from '../manage-texts.ts'

type Schedule = Extract<TriggerWhen, { kind: 'schedule' }>

/** The fields of the trigger form, as typed, for every kind at once. */
export interface TriggerFields {
  readonly kind: TriggerWhen['kind']
  readonly how: 'cron' | 'every'
  readonly cron: string
  readonly zone: string
  readonly many: string
  readonly unit: Unit
  readonly missed: Schedule['missed']
  readonly folder: string
  readonly globs: string
  readonly other: string
  readonly after: 'done' | 'failed' | 'both'
  readonly mode: string
  readonly overlap: TriggerView['overlap']
}

/** Seconds in a unit, largest first. */
const UNITS = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const
export type Unit = keyof typeof UNITS
/** The bounds of the contract. */
const SHORTEST = 10
const LONGEST = 31_536_000

export function blankFields(zone: string, folder: string): TriggerFields {
  return {
    kind: 'schedule',
    how: 'cron',
    cron: '',
    zone,
    many: '1',
    unit: 'hours',
    missed: 'once',
    folder,
    globs: '',
    other: '',
    after: 'done',
    mode: 'default',
    overlap: 'skip',
  }
}

/** The fields of a trigger that exists. */
export function fieldsOfTrigger({ when, mode, overlap }: TriggerView, blank: TriggerFields): TriggerFields {
  const shared = { ...blank, kind: when.kind, mode, overlap }
  switch (when.kind) {
    case 'schedule': {
      const { cron, every, time_zone: zone, missed } = when
      if (every === undefined) return { ...shared, how: 'cron', cron: cron ?? '', zone, missed }
      const { many, unit } = inUnits(every)
      return { ...shared, how: 'every', many: String(many), unit, zone, missed }
    }
    case 'webhook':
      return shared
    case 'file_change':
      return { ...shared, folder: when.folder, globs: when.globs.join('\n') }
    case 'other_run':
      return { ...shared, other: when.workflow_id, after: when.after }
  }
}

/** When the fields say that it starts; null: something is missing. */
export function whenOf(fields: TriggerFields): TriggerWhen | null {
  switch (fields.kind) {
    case 'schedule':
      return scheduleOf(fields)
    case 'webhook':
      return { kind: 'webhook' }
    case 'file_change': {
      const { folder } = fields
      const globs = fields.globs
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
      return globs.length === 0 || folder === '' ? null : { kind: 'file_change', folder, globs }
    }
    case 'other_run':
      return fields.other === ''
        ? null
        : { kind: 'other_run', workflow_id: fields.other, after: fields.after }
  }
}

function scheduleOf({ how, cron, zone, many, unit, missed }: TriggerFields): TriggerWhen | null {
  const shared = { kind: 'schedule', time_zone: zone, missed } as const
  if (how === 'cron') return cron.trim() === '' ? null : { ...shared, cron: cron.trim() }
  const every = Number(many) * UNITS[unit]
  const isPossible = Number.isInteger(every) && every >= SHORTEST && every <= LONGEST
  return isPossible ? { ...shared, every } : null
}

/** A number of seconds in the largest unit that divides it. */
function inUnits(seconds: number): { readonly many: number; readonly unit: Unit } {
  for (const unit of ['days', 'hours', 'minutes'] as const)
    if (seconds % UNITS[unit] === 0) return { many: seconds / UNITS[unit], unit }
  return { many: seconds, unit: 'seconds' }
}

/** The inputs that the event itself brings, so that the trigger need not set them. */
export function eventBrings(kind: TriggerWhen['kind'], input: string): boolean {
  if (kind === 'webhook') return true
  return (kind === 'file_change' && input === 'paths') || (kind === 'other_run' && input === 'run')
}

/** Describes in words when a trigger fires. */
export function whenWords(when: TriggerWhen): string {
  switch (when.kind) {
    case 'schedule': {
      if (when.every === undefined) return `${texts.kinds.schedule}: ${when.cron ?? ''} (${when.time_zone})`
      const { many, unit } = inUnits(when.every)
      return texts.everyWords(many, unit)
    }
    case 'webhook':
      return texts.kinds.webhook
    case 'file_change':
      return `${texts.kinds.file_change}: ${when.globs.join(', ')} in ${when.folder}`
    case 'other_run':
      return `${texts.kinds.other_run}: ${when.workflow_id} ${texts.afters[when.after]}`
  }
}
