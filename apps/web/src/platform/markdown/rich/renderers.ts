import { boundedDrawing, drawerIn, type Drawn } from './bounded-drawing.ts'
import type { DiagramJob } from './render-diagram.ts'
import type { MathJob } from './render-math.ts'

/** Formulas, drawn by KaTeX. Its code is fetched with the first formula. */
export const drawMath: (job: MathJob) => Promise<Drawn> = boundedDrawing(
  () => drawerIn(new Worker(new URL('./math-worker.ts', import.meta.url), { type: 'module' })),
  { source: 4000, patience: 5000 },
)

/** Diagrams, drawn by beautiful-mermaid. Its code is fetched with the first diagram. */
export const drawDiagram: (job: DiagramJob) => Promise<Drawn> = boundedDrawing(
  () => drawerIn(new Worker(new URL('./diagram-worker.ts', import.meta.url), { type: 'module' })),
  { source: 20_000, patience: 5000 },
)
