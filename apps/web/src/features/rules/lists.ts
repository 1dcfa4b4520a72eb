import type { ListName } from '@countersign/policy'

/** The three lists, in the order in which they are asked. */
export const LISTS: readonly ListName[] = ['deny', 'ask', 'allow']
