import type { Scene } from '../script.ts'
import { AGENTS } from './agents.ts'
import { COLLECTION } from './collection.ts'
import { DRAWING } from './drawing.ts'
import { GATE } from './gate.ts'
import { WORKBENCH } from './workbench.ts'
import { WORKFLOW } from './workflow.ts'

/** Six short tours. Each calls the real tools and ends with a summary of the person's actions. */
export const TOURS: readonly Scene[] = [GATE, WORKBENCH, WORKFLOW, COLLECTION, DRAWING, AGENTS]
