// Writes `docs/tools.md` from the declarations of the tools.
import { writeFile } from 'node:fs/promises'
import { toolsDocument } from '../../tools/tools-document.ts'
import { declaredTools } from './declared-tools.ts'

await writeFile(
  new URL('../../../../../docs/tools.md', import.meta.url),
  toolsDocument(await declaredTools()),
)
