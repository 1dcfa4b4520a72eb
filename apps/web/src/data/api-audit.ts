import { CallResultView, CallView } from '@countersign/protocol'
import type { CallId, CallState } from '@countersign/protocol'
import { z } from 'zod'
import { httpGet } from './http.ts'
import type { HttpResult } from './http.ts'

const PastCall = z.object({ call: CallView, thread_title: z.string(), parents: z.array(z.string()) })
export type PastCall = z.infer<typeof PastCall>
const CallPage = z.object({ calls: z.array(PastCall), next: z.number().nullable() })
export type CallPage = z.infer<typeof CallPage>

const AuditRow = z.object({
  chain: z.string(),
  seq: z.number(),
  at: z.number(),
  kind: z.string(),
  callId: z.string().nullable(),
  body: z.string(),
  prev: z.string(),
  hash: z.string(),
  place: z.number(),
})
export type AuditRow = z.infer<typeof AuditRow>

const Head = z.object({ seq: z.number(), hash: z.string() })
const Verified = z.object({
  verification: z.object({
    ok: z.boolean(),
    rows: z.number(),
    chains: z.number(),
    head: Head,
    problems: z.array(
      z.object({ kind: z.string(), chain: z.string(), seq: z.number(), message: z.string() }),
    ),
  }),
  heads: z.array(Head),
})
export type Verification = z.infer<typeof Verified>['verification']

export interface CallFilter {
  readonly before?: number
  readonly thread?: string
  readonly call?: string
  readonly tool?: string
  readonly state?: CallState
  /** What a person was asked about in the last day. */
  readonly asked?: true
}

/** Calls of the past, newest first. */
export async function fetchCalls(filter: CallFilter): Promise<HttpResult<CallPage>> {
  return httpGet(`/api/calls?${query({ ...filter })}`, CallPage)
}

/** All of what a call gave back, masked and bounded by the server. */
export async function fetchResult(call: CallId): Promise<HttpResult<CallResultView>> {
  return httpGet(`/api/calls/${call}/result`, CallResultView)
}

/** The end of what a call had printed when it was cut off. */
export async function fetchOutput(call: CallId): Promise<HttpResult<CallResultView>> {
  return httpGet(`/api/calls/${call}/output`, CallResultView)
}

export interface RowFilter {
  readonly call?: string
  readonly rule?: string
  readonly before?: number
  /** Over all chains, newest first; else in the order of the chain. */
  readonly newest?: true
}

/** Rows of the audit. */
export async function fetchAudit(filter: RowFilter): Promise<HttpResult<readonly AuditRow[]>> {
  const answer = await httpGet(
    `/api/audit?${query({ ...filter, limit: ROWS })}`,
    z.object({ rows: z.array(AuditRow) }),
  )
  return answer.ok ? { ok: true, value: answer.value.rows } : answer
}

/** Rows of one page. */
export const ROWS = 100

/** Has every chain checked, by the server, now. */
export async function verifyAudit(): Promise<HttpResult<Verification>> {
  const answer = await httpGet('/api/audit/verify', Verified)
  return answer.ok ? { ok: true, value: answer.value.verification } : answer
}

function query(fields: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const set = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(set).toString()
}
