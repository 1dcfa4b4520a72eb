/** @module-tag slow */
import { storeContract } from './contract/contract.ts'
import { embeddedGround } from './testing/grounds.ts'

storeContract('the embedded database', embeddedGround)
