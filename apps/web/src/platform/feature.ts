import type { ThreadView } from '@countersign/protocol'
import type { Slice } from '@countersign/protocol/client'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { View } from '../data/view.ts'
import type { BodyView } from './body.ts'
import type { ClientTool } from './client-tool.ts'
import type { ComposerParts } from './composer-part.ts'
import type { Command, CommandContext, PaletteItem } from './command.ts'

/** A capability of the page: a folder, and a line in `features.ts`. */
export interface WebFeature {
  readonly name: string
  readonly routes?: readonly PageRoute[]
  readonly settings?: readonly SettingsSection[]
  readonly commands?: readonly Command[]
  /** Additional palette entries for the current state. */
  readonly entries?: (context: CommandContext) => readonly PaletteItem[]
  /** Views for the bodies of its cards, by kind. A kind without a view is shown as arguments. */
  readonly bodies?: Readonly<Record<string, BodyView>>
  /** Tools that the agent can call in this page, after the gate. */
  readonly tools?: readonly ClientTool[]
  /** Its part of the view: one slice per kind of topic that it follows. */
  readonly slice?: Slice | readonly Slice[]
  readonly panes?: readonly PaneSpec[]
  readonly parts?: readonly ShellPart[]
  /** Words of an answer with a special rendering, such as citations. */
  readonly answers?: AnswerView
  /** Names that can follow an `@` in a message, in addition to files. */
  readonly mentions?: (wanted: string, signal: AbortSignal) => Promise<readonly MentionEntry[]>
  /** Actions on a file attached to a message. Lazy. */
  readonly attached?: ComponentType<{ readonly name: string; readonly read: () => Promise<Blob> }>
  /** Shown above every thread. */
  readonly aboveThread?: readonly ComponentType<{ readonly thread: ThreadView }>[]
  /** Its buttons in the composer. */
  readonly composer?: ComposerParts
  /** The page that `/` leads to. The first feature with an answer decides. */
  readonly home?: (start: Start) => Home
}

/** Something that a message can name with an `@`. */
export interface MentionEntry {
  readonly name: string
  /** The kind of thing, in one word. */
  readonly about: string
}

/** Renders special words of a finished answer. Lazy, so that only an answer with such a word loads it. */
export interface AnswerView {
  /** Must have the flag `g`. */
  readonly pattern: RegExp
  /** `before` is the text of the paragraph up to the word. */
  readonly word: ComponentType<{ readonly word: string; readonly before: string }>
  /** Shown below an answer that contains such a word. */
  readonly below: ComponentType
}

/** Parts of an address that a path names, as in `/t/:thread`. */
export type RouteParams = Readonly<Record<string, string | undefined>>

/** A page and its place in the navigation. */
export interface PageRoute {
  readonly path: string
  /** Lazy, so that a page is loaded only when it is opened. */
  readonly page: ComponentType<{ readonly params: RouteParams }>
  /** Shown in the header of a phone. */
  readonly title: (view: View, params: RouteParams, features: readonly WebFeature[]) => string
  /** The parent page; on a phone the back button leads there. */
  readonly under?: (view: View) => string | null
  /** Whether a phone shows its bottom bar; true if absent. */
  readonly foot?: (view: View) => boolean
  /** On a phone its header links to the places where something waits. */
  readonly showsCounts?: true
  /** The target of a skip link for keyboard users. */
  readonly skip?: { readonly href: string; readonly label: string }
  readonly nav?: NavPlace
}

/** A page that the navigation lists. */
export interface NavPlace {
  readonly label: string
  readonly icon: LucideIcon
  /** bar: at the top of a desktop. foot: at the bottom of a phone. list: below the settings. palette: the command palette. */
  readonly in: readonly ('bar' | 'foot' | 'list' | 'palette')[]
  /** How many items wait there. */
  readonly count?: (view: View) => number
  readonly counted?: (many: number) => string
  /** A link that skips to it from every page. */
  readonly skip?: string
  /** The onboarding hint that points at it. */
  readonly hint?: string
}

/** A page of the settings. */
export interface SettingsSection {
  /** The last part of its address. */
  readonly id: string
  readonly title: string
  readonly section: ComponentType
}

/** The state of a pane, as text, because it is stored with the layout. */
export type PaneParams = Readonly<Record<string, string>>

export interface PaneProps {
  readonly params: PaneParams
}

/** A view that can be docked in the workbench, or opened alone at `/pane/TYPE`. */
export interface PaneSpec {
  readonly type: string
  readonly title: string
  readonly icon?: LucideIcon
  /** Where the pane opens first; the center if absent. */
  readonly place?: PanePlace
  /** One pane per value of this parameter; absent: at most one pane. */
  readonly by?: string
  /** A title for these parameters; falls back to `title`. The view may not be known yet. */
  readonly titleOf?: (params: PaneParams, view?: View) => string | undefined
  /** Lazy, so that a pane is loaded only when it is opened. */
  readonly pane: ComponentType<PaneProps>
}

export type PanePlace = 'left' | 'center' | 'right' | 'below'

/**
 * A component shown on every page. start, end: sides of a desktop's top bar. side: next to the page, if there is room. banner: above the
 * page. over: floats above the page, or is only audible.
 */
export interface ShellPart {
  readonly at: 'start' | 'end' | 'side' | 'banner' | 'over'
  readonly part: ComponentType<{ readonly path: string }>
}

/** The known state when someone opens `/`. */
export interface Start {
  readonly view: View
  readonly narrow: boolean
  readonly storage: Storage
}

/** A path; `unknown`: not known yet, ask again; `pass`: ask another feature. */
export type Home = { readonly path: string } | 'unknown' | 'pass'

/** The one way to declare a feature. */
export function defineFeature(feature: WebFeature): WebFeature {
  return feature
}

/** The slices that features add to the view, in addition to threads and waiting calls. */
export function slicesOf(features: readonly WebFeature[]): readonly Slice[] {
  return features.flatMap(({ slice = [] }) => slice)
}
