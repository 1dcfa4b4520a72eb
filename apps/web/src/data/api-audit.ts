import { approvalRoutes, auditRoutes } from '@countersign/protocol'
import type { AuditRowView, CallId, CallPage, CallResultView, VerificationView } from '@countersign/protocol'
import type { RequestParts } from '@countersign/protocol'
import { call, pick } from './http.ts'
import type { HttpResult } from './http.ts'

export type {
  AuditRowView as AuditRow,
  PastCall,
  VerificationView as Verification,
} from '@countersign/protocol'

export type CallFilter = RequestParts<typeof approvalRoutes.calls>['query']

/** Past calls, newest first. */
export async function fetchCalls(filter: CallFilter): Promise<HttpResult<CallPage>> {
  return call(approvalRoutes.calls, { query: filter })
}

/** The complete result of a call, masked and limited by the server. */
export async function fetchResult(id: CallId): Promise<HttpResult<CallResultView>> {
  return call(approvalRoutes.result, { params: { id } })
}

/** The end of a call's output when it was cut off. */
export async function fetchOutput(id: CallId): Promise<HttpResult<CallResultView>> {
  return call(approvalRoutes.output, { params: { id } })
}

export type RowFilter = RequestParts<typeof auditRoutes.list>['query']

/** Rows of the audit. */
export async function fetchAudit(filter: RowFilter): Promise<HttpResult<readonly AuditRowView[]>> {
  return pick(call(auditRoutes.list, { query: { ...filter, limit: ROWS } }), ({ rows }) => rows)
}

/** Rows per page. */
export const ROWS = 100

/** Lets the server verify every chain now. */
export async function verifyAudit(): Promise<HttpResult<VerificationView>> {
  return pick(call(auditRoutes.verify, {}), ({ verification }) => verification)
}
