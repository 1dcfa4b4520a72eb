import { Box, render, Static, Text, useCursor, useInput, usePaste, useStdout, type TextProps } from 'ink'
import { createElement as h, useEffect, useSyncExternalStore } from 'react'
import { blockLines } from '../block-lines.ts'
import type { Block } from '../chat-state.ts'
import { wrapAll, type Line, type Tone } from '../lines.ts'
import type { ChatSession } from '../session.ts'
import { ScreenControl } from './control.ts'
import { pastedText, screenKeys } from './keys.ts'

export interface ScreenOptions {
  readonly session: ChatSession
  readonly now: () => number
  readonly colour: boolean
}

/** Draws the chat until the person leaves. Written without JSX, so that it runs unbuilt from its sources. */
export async function runScreen({ session, now, colour }: ScreenOptions): Promise<void> {
  const leave = () => instance.unmount()
  const size = () => ({ columns: process.stdout.columns, rows: process.stdout.rows })
  const control = new ScreenControl({ session, now, size, leave })
  const instance = render(h(Screen, { control, colour }), { exitOnCtrlC: false, interactive: true })
  await instance.waitUntilExit()
}

function Screen({ control, colour }: { readonly control: ScreenControl; readonly colour: boolean }) {
  const { lines, cursor } = useSyncExternalStore(control.subscribe, control.snapshot)
  const { stdout } = useStdout()
  const { setCursorPosition } = useCursor()
  useInput((input, key) => {
    for (const one of screenKeys(input, key)) control.press(one)
  })
  usePaste((text) => control.paste(pastedText(text)))
  useEffect(() => {
    const resized = () => control.resized()
    stdout.on('resize', resized)
    return () => void stdout.off('resize', resized)
  }, [control, stdout])
  setCursorPosition(cursor ?? undefined)
  return h(
    Box,
    { flexDirection: 'column' },
    h(Static<Block>, {
      items: [...control.state.blocks],
      children: (block, index) => h(Blocks, { key: index, block, width: process.stdout.columns, colour }),
    }),
    h(Lines, { lines, colour }),
  )
}

function Blocks({ block, width, colour }: { readonly block: Block; width: number; colour: boolean }) {
  const isCall = block.kind === 'call' || block.kind === 'reads'
  const indent = isCall ? 4 : block.kind === 'message' && block.message.role === 'user' ? 2 : 0
  const lines = wrapAll(blockLines(block, width), width, indent)
  // A message is set apart; calls of one step are together.
  return h(Box, { flexDirection: 'column', marginTop: isCall ? 0 : 1 }, h(Lines, { lines, colour }))
}

function Lines({ lines, colour }: { readonly lines: readonly Line[]; readonly colour: boolean }) {
  return h(
    Box,
    { flexDirection: 'column' },
    ...lines.map((spans, index) =>
      h(
        Text,
        { key: index, wrap: 'truncate' },
        // A line without a character would have no height.
        ...(spans.length === 0
          ? [' ']
          : spans.map((span, at) => h(Text, { key: at, ...look(span.tone, colour) }, span.text))),
      ),
    ),
  )
}

const LOOKS: Readonly<Record<Tone, TextProps>> = {
  plain: {},
  dim: { dimColor: true },
  strong: { bold: true },
  em: { italic: true },
  code: { color: 'cyan' },
  link: { underline: true },
  ask: { color: 'yellow' },
  run: { color: 'green' },
  stop: { color: 'red' },
}

function look(tone: Tone, colour: boolean): TextProps {
  return colour ? LOOKS[tone] : {}
}
