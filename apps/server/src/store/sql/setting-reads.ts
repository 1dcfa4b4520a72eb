import type { Pool } from 'pg'
import { storable } from './database.ts'
import { sendOnce } from './one-connection.ts'
import { piece, toStatement } from './piece.ts'

interface FoundSetting {
  /** The place of its question in the list, from 1. */
  readonly place: number
  readonly name: string
  readonly value: unknown
}

export interface SettingQuestion {
  readonly scope: string
  /** Null: every name of the scope. */
  readonly name: string | null
}

/** Reads the settings that answer some questions, in one statement. */
type ReadSettings = (questions: readonly SettingQuestion[]) => Promise<readonly FoundSetting[]>

type Asked = SettingQuestion & PromiseWithResolvers<readonly FoundSetting[]>

/**
 * Settings that are asked for in the same moment are read by one statement: a turn that begins asks for a dozen. A question never joins a statement
 * that was sent before it, so it sees every change that was committed when it was asked.
 */
export class SettingReads {
  readonly #read: ReadSettings
  #asked: Asked[] = []

  constructor(read: ReadSettings) {
    this.#read = read
  }

  /** Undefined: not set. */
  async get(scope: string, name: string): Promise<unknown> {
    const [found] = await this.#ask({ scope: storable(scope), name: storable(name) })
    return found?.value
  }

  async all(scope: string): Promise<ReadonlyMap<string, unknown>> {
    const found = await this.#ask({ scope: storable(scope), name: null })
    return new Map(found.map(({ name, value }) => [name, value]))
  }

  #ask(question: SettingQuestion): Promise<readonly FoundSetting[]> {
    if (this.#asked.length === 0) process.nextTick(() => this.#send())
    const asked = { ...question, ...Promise.withResolvers<readonly FoundSetting[]>() }
    this.#asked.push(asked)
    return asked.promise
  }

  #send(): void {
    const asked = this.#asked
    this.#asked = []
    this.#read(asked.map(({ scope, name }) => ({ scope, name }))).then(
      (found) => {
        const byPlace = Map.groupBy(found, ({ place }) => place)
        for (const [index, { resolve }] of asked.entries()) resolve(byPlace.get(index + 1) ?? [])
      },
      (cause: unknown) => {
        for (const { reject } of asked) reject(cause)
      },
    )
  }
}

/** In the database. The same text for any number of questions, so that each connection plans it once. */
export function readSettingsIn(pool: Pool): ReadSettings {
  return (questions) =>
    sendOnce<FoundSetting>(
      pool,
      toStatement(piece`
        with asked as materialized (
          select * from unnest(${questions.map(({ scope }) => scope)}::text[], ${questions.map(({ name }) => name)}::text[])
            with ordinality as asked (scope, name, place))
        select asked.place::integer as place, settings.name, settings.value
          from asked join settings on settings.scope = asked.scope and settings.name = asked.name
        union all
        select asked.place::integer, settings.name, settings.value
          from asked join settings on settings.scope = asked.scope where asked.name is null`),
    )
}
