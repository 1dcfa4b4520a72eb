import { z } from 'zod'

/** Maximum length of one message over the bridge, in characters. */
export const BRIDGE_MESSAGE_LIMIT = 64_000
/** Maximum number of messages that a plugin may send in a second. */
export const BRIDGE_RATE_LIMIT = 100
/** Milliseconds in which a plugin must finish a call of one of its tools. */
export const PLUGIN_CALL_LIMIT = 30_000

const Line = z.string().max(500)
const Cell = z.string().max(2000)

/** What a described pane can show, a closed list: nothing in it looks like one of our questions, and nothing loads anything. */
export const ViewPart = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    text: z.string().max(20_000),
    look: z.enum(['plain', 'heading', 'muted']).default('plain'),
  }),
  z.strictObject({
    kind: z.literal('fields'),
    fields: z
      .array(z.strictObject({ name: Line, value: Cell }))
      .max(100)
      .readonly(),
  }),
  z.strictObject({
    kind: z.literal('table'),
    caption: Line.optional(),
    columns: z.array(Line).min(1).max(12).readonly(),
    rows: z.array(z.array(Cell).max(12).readonly()).max(200).readonly(),
  }),
  z.strictObject({
    kind: z.literal('list'),
    items: z.array(Cell).max(200).readonly(),
    ordered: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('code'), text: z.string().max(40_000) }),
  z.strictObject({
    kind: z.literal('chart'),
    label: Line,
    points: z
      .array(z.strictObject({ label: Line, value: z.number() }))
      .min(1)
      .max(60)
      .readonly(),
  }),
  z.strictObject({
    kind: z.literal('picture'),
    /** The bytes themselves: addresses and SVG are not allowed. */
    data: z.string().regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/),
    alt: Line,
  }),
  z.strictObject({
    kind: z.literal('buttons'),
    buttons: z
      .array(z.strictObject({ id: z.string().min(1).max(64), label: z.string().min(1).max(60) }))
      .min(1)
      .max(12)
      .readonly(),
  }),
])
export type ViewPart = z.infer<typeof ViewPart>

export const PluginPaneView = z.strictObject({ parts: z.array(ViewPart).max(50).readonly() })
export type PluginPaneView = z.infer<typeof PluginPaneView>

/** The plugin's own id for a request, which the answer repeats. */
const Id = z.string().min(1).max(64)

/** Everything a plugin can send. No verb answers, decides, sets rules or modes, runs tools, or reads chats or panes. */
export const BridgeMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('tool.result'),
    id: Id,
    ok: z.boolean(),
    text: z.string().max(BRIDGE_MESSAGE_LIMIT),
  }),
  z.strictObject({ type: z.literal('view.set'), view: PluginPaneView }),
  z.strictObject({ type: z.literal('context.set'), summary: Line, text: z.string().max(20_000).optional() }),
  z.strictObject({
    type: z.literal('storage'),
    id: Id,
    act: z.enum(['get', 'set', 'remove']),
    key: z.string().min(1).max(100),
    value: z.string().max(20_000).optional(),
  }),
  z.strictObject({ type: z.literal('files.read'), id: Id, path: z.string().min(1).max(1000) }),
  z.strictObject({ type: z.literal('fetch'), id: Id, url: z.string().min(1).max(4000) }),
])
export type BridgeMessage = z.infer<typeof BridgeMessage>

/** Every message that a plugin receives. */
export type BridgeEvent =
  | { readonly type: 'tool.call'; readonly id: string; readonly name: string; readonly args: unknown }
  | { readonly type: 'tool.cancel'; readonly id: string }
  | { readonly type: 'reply'; readonly id: string; readonly ok: boolean; readonly text: string | null }
  | { readonly type: 'press'; readonly button: string }
