import { renderMath, type MathJob } from './render-math.ts'

addEventListener('message', ({ data }: MessageEvent<MathJob>) => postMessage(renderMath(data)))
