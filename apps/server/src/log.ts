import { pino, type DestinationStream, type Logger } from 'pino'
import { mask } from './audit/mask.ts'

/** The process log, on standard error. Errors are written with masked secrets and without the rows that they quote. */
export function openLog(level: string, stream: DestinationStream = pino.destination(2)): Logger {
  return pino({ level, serializers: { err: (cause: unknown) => errorView(cause) } }, stream)
}

/** How many nested causes are logged. */
const DEPTH_LIMIT = 5

interface ErrorView {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: ErrorView
}

/** The harmless fields of an error: a database quotes whole rows in the others. */
function errorView(error: unknown, depth = 0): ErrorView {
  if (!(error instanceof Error)) return { type: typeof error, message: mask(String(error)) }
  const { name, message, stack, cause } = error
  return {
    type: name,
    message: mask(message),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(stack === undefined ? {} : { stack: mask(stack) }),
    ...(cause === undefined || depth >= DEPTH_LIMIT ? {} : { cause: errorView(cause, depth + 1) }),
  }
}
