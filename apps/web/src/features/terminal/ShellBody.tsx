import type { CallBody } from '@countersign/protocol'
import type { BodyProps } from '../../platform/body.ts'
import { CommandBody } from '../../platform/cards/CommandBody.tsx'

/** A command that an agent wants to run. */
export function ShellBody({ body, decision, look }: BodyProps<Extract<CallBody, { kind: 'shell' }>>) {
  return (
    <CommandBody
      command={body.command}
      parts={decision?.parts ?? []}
      locked={decision?.locked !== undefined}
      found={body.found ?? []}
      look={look}
    />
  )
}
