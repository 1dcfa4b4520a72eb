import type { NodeType } from './define-node.ts'
import { DATA_NODES } from './pure/data.ts'
import { JSON_NODES } from './pure/json.ts'
import { LIST_NODES } from './pure/list.ts'
import { LOGIC_NODES } from './pure/logic.ts'
import { NUMBER_NODES } from './pure/number.ts'
import { TEXT_NODES } from './pure/text.ts'
import { TIME_NODES } from './pure/time.ts'
import { STRUCTURE } from './structure.ts'

/** All built-in nodes. */
export const SHIPPED: readonly NodeType[] = [
  ...TEXT_NODES,
  ...JSON_NODES,
  ...DATA_NODES,
  ...NUMBER_NODES,
  ...TIME_NODES,
  ...LIST_NODES,
  ...LOGIC_NODES,
  ...STRUCTURE,
]
