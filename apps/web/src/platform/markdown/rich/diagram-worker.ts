// oxlint-disable-next-line import/no-unassigned-import -- it must run before the layout engine is loaded
import './pretend-document.ts'
import { renderDiagram, type DiagramJob } from './render-diagram.ts'

addEventListener('message', ({ data }: MessageEvent<DiagramJob>) => postMessage(renderDiagram(data)))
