import type { Block } from './chat-state.ts'
import { line, type Line } from './lines.ts'
import { trackLines } from './track-lines.ts'
import { visible } from './visible.ts'

/** A block as lines that are still to be wrapped. */
export function blockLines(block: Block): readonly Line[] {
  switch (block.kind) {
    case 'message': {
      const { role, text, cut } = block.message
      const lines = visible(text.trimEnd()).split('\n')
      if (role === 'user')
        return lines.map((one, index) => line(`${index === 0 ? '> ' : '  '}${one}`, 'strong'))
      const said = lines.map((one) => line(one, role === 'notice' ? 'dim' : 'plain'))
      return cut === undefined ? said : [...said, line('Cut off here.', 'dim')]
    }
    case 'call':
      return trackLines(block.call, block.inside)
    case 'note':
      return block.lines
  }
}
