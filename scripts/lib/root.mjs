import { fileURLToPath } from 'node:url'

/** The root of the clone, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')

/** The Node that runs the product: the one that the npm package `node` brought. */
export const node24 = `${root}/node_modules/.bin/node`
