/** @module-tag slow */
import { storeContract } from './contract/contract.ts'
import { externalGround } from './testing/grounds.ts'

storeContract('a PostgreSQL by `DATABASE_URL`', externalGround)
