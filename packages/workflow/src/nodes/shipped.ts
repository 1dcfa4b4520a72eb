import type { NodeType } from './define-node.ts'
import { STRUCTURE } from './structure.ts'

/** Every node that comes with the package. */
export const SHIPPED: readonly NodeType[] = [...STRUCTURE]
