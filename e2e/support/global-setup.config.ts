import { makeTemplate } from './server.ts'

export default makeTemplate
