import type { Call } from '@countersign/agent'
import type { Decision, DiskFacts, FileUse, PathSubject, Specifier } from '@countersign/policy'
import type { Instant } from '@countersign/protocol'
import { sql } from 'kysely'
import { homedir } from 'node:os'
import { threadsOf } from '../access.ts'
import { maskContent, maskInPlace } from '../../audit/mask.ts'
import type { DatedCall, RecordedCalls } from '../../rules/ports.ts'
import type { Db } from '../sql/database.ts'

/** Maximum number of calls in a backtest. */
const RECORD_LIMIT = 5000

interface Row {
  readonly frozen: Call
  readonly decision: Decision
  readonly workspace: string
  readonly answer: string | null
  readonly at: Instant
}

/** Decided calls of a person's threads with their answers, for a backtest. */
export function recordedCalls(db: Db): RecordedCalls {
  return {
    async recent(user, days) {
      const { rows } = await sql<Row>`
        select c.frozen, c.decision, t.workspace, c.proposed_at as at,
               (select a.state from approvals a
                 where a.call_id = c.id and a.state in ('allowed', 'denied', 'expired')
                 order by a.id limit 1) as answer
          from calls c join threads t on t.id = c.thread_id
         where ${threadsOf(user, 't')} and c.decision is not null and c.owner_kind = 'turn'
           and c.proposed_at > now() - make_interval(days => ${days})
         order by c.number desc
         limit ${RECORD_LIMIT}`.execute(db)
      return rows.map(recorded)
    },
  }
}

function recorded({ frozen, decision, workspace, answer, at }: Row): DatedCall {
  const place = { workspace, cwd: workspace, home: homedir() }
  return {
    id: frozen.id,
    call: { tool: frozen.facts, specifier: maskedSpecifier(frozen.specifier), place },
    decided: decision.verdict,
    at,
    ...(answer === null ? {} : { answer: ANSWERS.get(answer) ?? 'unanswered' }),
  }
}

/** A call with its secrets masked in place, so that the rest reads as before. */
function maskedSpecifier(specifier: Specifier): Specifier {
  switch (specifier.kind) {
    case 'shell':
      return {
        ...specifier,
        command: maskInPlace(specifier.command),
        ...(specifier.disk === undefined ? {} : { disk: maskedDisk(specifier.disk) }),
      }
    case 'path':
      return { ...specifier, paths: specifier.paths.map(maskedPath) }
    case 'url':
      return { ...specifier, url: maskInPlace(specifier.url), ...maskedFiles(specifier) }
    case 'text':
      return { ...specifier, text: maskInPlace(specifier.text), ...maskedFiles(specifier) }
  }
}

function maskedFiles({ files }: { readonly files?: readonly FileUse[] }) {
  return files === undefined
    ? {}
    : { files: files.map(({ tool, path }) => ({ tool, path: maskedPath(path) })) }
}

function maskedDisk({ unkept, absent, breakers }: DiskFacts): DiskFacts {
  return {
    ...(unkept === undefined ? {} : { unkept: unkept.map((path) => maskContent(path)) }),
    ...(absent === undefined ? {} : { absent: absent.map((path) => maskContent(path)) }),
    ...(breakers === undefined
      ? {}
      : { breakers: breakers.map(({ kind, target }) => ({ kind, target: maskInPlace(target) })) }),
  }
}

function maskedPath({ asked, resolved }: PathSubject): PathSubject {
  return { asked: maskContent(asked), ...(resolved === undefined ? {} : { resolved: maskContent(resolved) }) }
}

const ANSWERS: ReadonlyMap<string, 'allowed' | 'denied'> = new Map([
  ['allowed', 'allowed'],
  ['denied', 'denied'],
])
