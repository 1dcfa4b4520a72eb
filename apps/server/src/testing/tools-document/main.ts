// Writes `docs/tools.md` from what the tools say of themselves.
import { writeFile } from 'node:fs/promises'
import { toolsDocument } from '../../tools/tools-document.ts'
import { declaredTools } from './declared-tools.ts'

await writeFile(
  new URL('../../../../../docs/tools.md', import.meta.url),
  toolsDocument(await declaredTools()),
)
