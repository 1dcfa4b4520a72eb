import { warn } from './output.ts'

export function warnOfAgent(given: boolean | undefined): void {
  if (given === true) warn('`--agent` is no longer needed and is ignored')
}
