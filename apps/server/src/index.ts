export { readConfig, defaultHome, DEFAULT_PORT } from './config.ts'
export type { Config } from './config.ts'
export { startServer } from './main.ts'
export type { RunningServer, Started } from './main.ts'
