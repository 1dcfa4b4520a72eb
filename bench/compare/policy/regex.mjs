import { byPatterns } from './patterns.mjs'
import { serve } from './serve.mjs'

await serve(byPatterns)
