import type { PluginPaneView, PluginView } from '@countersign/protocol'
import type { AddedTools } from '../../platform/added-tools.ts'
import type { PluginContext } from './bridge.ts'
import { guardFocus } from './focus-guard.ts'
import { moveInto, shelfIn } from './frames.ts'
import { keyOf, pluginRuns, type PluginRuns, type RunPorts } from './plugin-runs.ts'
import { texts } from './texts.ts'

/** The state of a running plugin, for panes and settings. */
export interface HostedPlugin {
  readonly plugin: PluginView
  /** Its latest description; null: none yet. */
  readonly view: PluginPaneView | null
  readonly context: PluginContext | null
  /** Why it was stopped; null: it runs. */
  readonly stopped: string | null
  readonly entered: boolean
}

export interface HostPorts extends Pick<RunPorts, 'clock' | 'asks'> {
  readonly window: Window
  readonly tools: AddedTools
}

/** Runs the plugins of this page, each in its own frame that can only use its channel. */
export interface PluginHost {
  /** The plugins that should run, according to the server. */
  set(plugins: readonly PluginView[]): void
  all(): readonly HostedPlugin[]
  onChange(listener: () => void): () => void
  /** A person pressed a button that the plugin described. */
  press(id: string, button: string): void
  /** Shows the frame of a plugin in this place; returns a function that hides it. */
  show(id: string, place: HTMLElement): () => void
  /** A person pressed to type in it. Focusing anything else leaves it. */
  enter(id: string): void
  restart(id: string): void
  close(): void
}

export function createPluginHost(ports: HostPorts): PluginHost {
  const { window, clock, asks } = ports
  const listeners = new Set<() => void>()
  const shelf = shelfIn(window.document)
  const runs = pluginRuns({ document: window.document, clock, shelf, asks, changed })
  const { running, stopped, start } = runs
  let shown: readonly HostedPlugin[] = []

  function changed(): void {
    shown = shownOf(runs)
    ports.tools.set(
      'plugins',
      [...running.values()].flatMap((one) => one.tools),
    )
    for (const listener of listeners) listener()
  }

  const stopGuarding = guard(window, runs, changed)

  return {
    set(plugins) {
      runOnly(plugins, runs)
      changed()
    },
    all: () => shown,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    press: (id, button) => running.get(id)?.bridge?.press(button),
    show(id, place) {
      const one = running.get(id)
      if (one === undefined) return () => {}
      moveInto(one, place)
      return () => {
        one.entered = false
        if (running.get(id) === one && one.element.parentElement === place) moveInto(one, shelf)
      }
    },
    enter(id) {
      const one = running.get(id)
      if (one === undefined) return
      one.entered = true
      one.element.focus()
      changed()
    },
    restart(id) {
      const one = stopped.get(id)
      stopped.delete(id)
      if (one !== undefined) start(one.plugin)
      changed()
    },
    close() {
      stopGuarding()
      for (const one of running.values()) runs.end(one)
      stopped.clear()
      changed()
      shelf.remove()
    },
  }
}

/** Starts missing plugins, and ends those that should not run or have changed. */
function runOnly(plugins: readonly PluginView[], { running, stopped, start, end }: PluginRuns): void {
  const wanted = new Map(plugins.filter(({ frame }) => frame !== null).map((plugin) => [plugin.id, plugin]))
  for (const one of running.values()) {
    const now = wanted.get(one.plugin.id)
    if (now === undefined || keyOf(now) !== keyOf(one.plugin)) end(one)
  }
  for (const [id, { plugin }] of stopped) {
    const now = wanted.get(id)
    if (now === undefined || keyOf(now) !== keyOf(plugin)) stopped.delete(id)
  }
  for (const [id, plugin] of wanted) if (!running.has(id) && !stopped.has(id)) start(plugin)
}

function shownOf({ running, stopped }: PluginRuns): readonly HostedPlugin[] {
  return [
    ...[...running.values()].map((one) => ({
      plugin: one.plugin,
      view: one.view,
      context: one.context,
      stopped: null,
      entered: one.entered,
    })),
    ...[...stopped.values()].map(({ plugin, why }) => ({
      plugin,
      view: null,
      context: null,
      stopped: why,
      entered: false,
    })),
  ]
}

/** Stops a plugin that takes the keyboard or communicates outside its channel. */
function guard(window: Window, runs: PluginRuns, changed: () => void): () => void {
  const { running } = runs
  const stopGuardingFocus = guardFocus({
    window,
    frames: () => running.values(),
    stop: (frame) => {
      for (const one of running.values()) if (one === frame) runs.stop(one, texts.why.keyboard)
    },
    left: (frame) => {
      frame.entered = false
      changed()
    },
  })
  const hearOutside = ({ source }: MessageEvent): void => {
    for (const one of running.values())
      if (source !== null && source === one.element.contentWindow) runs.stop(one, texts.why.outside)
  }
  window.addEventListener('message', hearOutside)
  return () => {
    stopGuardingFocus()
    window.removeEventListener('message', hearOutside)
  }
}
