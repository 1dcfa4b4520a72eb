import type { ThreadView } from '@countersign/protocol'
import type { Slice } from '@countersign/protocol/client'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { View } from '../data/view.ts'
import type { BodyView } from './body.ts'
import type { ClientTool } from './client-tool.ts'
import type { ComposerParts } from './composer-part.ts'
import type { Command, CommandContext, PaletteItem } from './command.ts'

/** Something the page can do: a folder, and a line in `features.ts`. */
export interface WebFeature {
  readonly name: string
  readonly routes?: readonly PageRoute[]
  readonly settings?: readonly SettingsSection[]
  readonly commands?: readonly Command[]
  /** Further entries of the palette, as they are right now. */
  readonly entries?: (context: CommandContext) => readonly PaletteItem[]
  /** How the bodies of its cards are drawn, by kind. A kind that nobody draws is shown as arguments. */
  readonly bodies?: Readonly<Record<string, BodyView>>
  /** Tools that the agent can call in this page, after the gate. */
  readonly tools?: readonly ClientTool[]
  /** Its part of the view: what it keeps of the topics that it follows, a slice for each kind. */
  readonly slice?: Slice | readonly Slice[]
  readonly panes?: readonly PaneSpec[]
  readonly parts?: readonly ShellPart[]
  /** Words of an answer that are more than text, as citations are. */
  readonly answers?: AnswerView
  /** Names that can follow an `@` in a message, beside files. */
  readonly mentions?: (wanted: string, signal: AbortSignal) => Promise<readonly MentionEntry[]>
  /** Actions on a file that is attached to a message. Lazy. */
  readonly attached?: ComponentType<{ readonly name: string; readonly read: () => Promise<Blob> }>
  /** Shown above every chat. */
  readonly aboveThread?: readonly ComponentType<{ readonly thread: ThreadView }>[]
  /** Its buttons in the composer. */
  readonly composer?: ComposerParts
  /** Where `/` leads. The first feature that knows decides. */
  readonly home?: (start: Start) => Home
}

/** Something that a message can name with an `@`. */
export interface MentionEntry {
  readonly name: string
  /** What it is, in a word. */
  readonly about: string
}

/** How words of a finished answer are drawn. Lazy, so that only an answer with such a word fetches it. */
export interface AnswerView {
  /** With the flag `g`. */
  readonly pattern: RegExp
  /** `before`: the text of the paragraph up to the word. */
  readonly word: ComponentType<{ readonly word: string; readonly before: string }>
  /** Shown below an answer that contains such a word. */
  readonly below: ComponentType
}

/** Parts of an address that a path names, as in `/t/:thread`. */
export type RouteParams = Readonly<Record<string, string | undefined>>

/** A page and its place in the navigation. */
export interface PageRoute {
  readonly path: string
  /** Lazy, so that nobody fetches a page that they do not open. */
  readonly page: ComponentType<{ readonly params: RouteParams }>
  /** In the header of a phone. */
  readonly title: (view: View, params: RouteParams, features: readonly WebFeature[]) => string
  /** Its parent page; on a phone one step back leads there. */
  readonly under?: (view: View) => string | null
  /** Whether a phone shows its bar at the foot; absent: yes. */
  readonly foot?: (view: View) => boolean
  /** On a phone its header leads to the places in which something waits. */
  readonly showsCounts?: true
  /** What people with a keyboard can skip to. */
  readonly skip?: { readonly href: string; readonly label: string }
  readonly nav?: NavPlace
}

/** A page that the navigation lists. */
export interface NavPlace {
  readonly label: string
  readonly icon: LucideIcon
  /** bar: at the top of a desktop. foot: at the foot of a phone. list: below the settings. palette: the command palette. */
  readonly in: readonly ('bar' | 'foot' | 'list' | 'palette')[]
  /** How much waits there. */
  readonly count?: (view: View) => number
  readonly counted?: (many: number) => string
  /** A link that skips to it from every page. */
  readonly skip?: string
  /** The hint of the first minutes that points at it. */
  readonly hint?: string
}

/** A page of the settings. */
export interface SettingsSection {
  /** The last part of its address. */
  readonly id: string
  readonly title: string
  readonly section: ComponentType
}

/** What a pane shows, as text: it is kept with the layout. */
export type PaneParams = Readonly<Record<string, string>>

export interface PaneProps {
  readonly params: PaneParams
}

/** A view that can be docked in the workbench, or opened alone at `/pane/TYPE`. */
export interface PaneSpec {
  readonly type: string
  readonly title: string
  readonly icon?: LucideIcon
  /** Where it opens first; absent: in the center. */
  readonly place?: PanePlace
  /** One for each value of this parameter; absent: there is one at most. */
  readonly by?: string
  /** A title for these parameters; absent, or no title: `title`. The view may not be known yet. */
  readonly titleOf?: (params: PaneParams, view?: View) => string | undefined
  /** Lazy, so that nobody fetches a pane that they do not open. */
  readonly pane: ComponentType<PaneProps>
}

export type PanePlace = 'left' | 'center' | 'right' | 'below'

/** Something shown on every page. start, end: sides of a desktop's top bar. side: beside the page, where there is room. banner: above the page. over: floats above the page, or is only audible. */
export interface ShellPart {
  readonly at: 'start' | 'end' | 'side' | 'banner' | 'over'
  readonly part: ComponentType<{ readonly path: string }>
}

/** What is known when someone opens `/`. */
export interface Start {
  readonly view: View
  readonly narrow: boolean
  readonly storage: Storage
}

/** A path, or: it is not known yet, ask again; or: ask another feature. */
export type Home = { readonly path: string } | 'unknown' | 'pass'

/** The one way to declare a feature. */
export function defineFeature(feature: WebFeature): WebFeature {
  return feature
}

/** What the view keeps for the features, beside chats and what waits. */
export function slicesOf(features: readonly WebFeature[]): readonly Slice[] {
  return features.flatMap(({ slice = [] }) => slice)
}
