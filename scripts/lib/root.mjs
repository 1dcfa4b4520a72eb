import { fileURLToPath } from 'node:url'

/** The root of the clone, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')

/** The Node that runs the product, from the npm package `node`. */
export const node24 = `${root}/node_modules/.bin/node`
