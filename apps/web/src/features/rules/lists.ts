import type { ListName } from '@countersign/policy'

/** The three lists, in the order of evaluation. */
export const LISTS: readonly ListName[] = ['deny', 'ask', 'allow']
