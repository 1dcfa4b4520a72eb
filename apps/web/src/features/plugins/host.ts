import type { PluginPaneView, PluginView } from '@countersign/protocol'
import type { Clock } from '../../clock.ts'
import type { AddedTools } from '../../platform/added-tools.ts'
import type { ClientTool } from '../../platform/client-tool.ts'
import { createBridge, type Bridge, type BridgePorts } from './bridge.ts'
import { guardFocus, type GuardedFrame } from './focus-guard.ts'
import { texts } from './texts.ts'

/** What panes and settings know of a plugin that runs here. */
export interface HostedPlugin {
  readonly plugin: PluginView
  /** What it last described; null: nothing yet. */
  readonly view: PluginPaneView | null
  readonly context: { readonly summary: string; readonly text?: string } | null
  /** Why it was stopped; null: it runs. */
  readonly stopped: string | null
  readonly entered: boolean
}

export interface HostPorts {
  readonly window: Window
  readonly tools: AddedTools
  readonly clock: Clock
  /** What is not a matter of the page. */
  readonly asks: (plugin: PluginView) => Pick<BridgePorts, 'storage' | 'read' | 'fetch'>
}

/** Runs the plugins of this page, each in a frame of its own that reaches nothing but its line. */
export interface PluginHost {
  /** Those that should run, as the server lists them. */
  set(plugins: readonly PluginView[]): void
  all(): readonly HostedPlugin[]
  onChange(listener: () => void): () => void
  /** A person pressed a button that the plugin described. */
  press(id: string, button: string): void
  /** Shows the frame of a plugin in this place; returns how to hide it again. */
  show(id: string, place: HTMLElement): () => void
  /** A person pressed to type in it. Whoever focuses anything else has left it. */
  enter(id: string): void
  restart(id: string): void
  close(): void
}

interface Running extends GuardedFrame {
  readonly plugin: PluginView
  bridge: Bridge | null
  /** Documents that we let it load. */
  loads: number
  view: PluginPaneView | null
  context: HostedPlugin['context']
  tools: readonly ClientTool[]
}

interface Stopped {
  readonly plugin: PluginView
  readonly why: string
}

const keyOf = ({ id, hash }: PluginView): string => `${id}@${hash}`

export function createPluginHost(ports: HostPorts): PluginHost {
  const { window, tools } = ports
  const running = new Map<string, Running>()
  const stopped = new Map<string, Stopped>()
  const listeners = new Set<() => void>()
  const shelf = shelfIn(window.document)
  let shown: readonly HostedPlugin[] = []

  function changed(): void {
    shown = [
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
    tools.set(
      'plugins',
      [...running.values()].flatMap((one) => one.tools),
    )
    for (const listener of listeners) listener()
  }

  function end(one: Running): void {
    running.delete(one.plugin.id)
    one.element.remove()
    one.bridge?.close()
  }

  function stop(one: Running, why: string): void {
    if (running.get(one.plugin.id) !== one) return
    end(one)
    stopped.set(one.plugin.id, { plugin: one.plugin, why })
    changed()
  }

  function start(plugin: PluginView): void {
    const element = frameOf(window.document, plugin)
    const one: Running = {
      plugin,
      element,
      entered: false,
      bridge: null,
      loads: 1,
      view: null,
      context: null,
      tools: [],
    }
    running.set(plugin.id, one)
    element.addEventListener('load', () => connect(one))
    shelf.append(element)
  }

  /** Each document of the frame gets a line of its own; one that we did not load is none of ours. */
  function connect(one: Running): void {
    if (running.get(one.plugin.id) !== one) return
    one.loads -= 1
    if (one.loads < 0) return stop(one, texts.why.moved)
    const { port1, port2 } = new MessageChannel()
    one.bridge?.close()
    one.bridge = createBridge(port1, {
      clock: ports.clock,
      ...ports.asks(one.plugin),
      view: (view) => {
        one.view = view
        changed()
      },
      context: (context) => {
        one.context = context
        changed()
      },
      stop: (why) => stop(one, why),
    })
    // Its origin is opaque and has no name; the policy of our page lets no other document into this frame.
    one.element.contentWindow?.postMessage('countersign', '*', [port2])
    one.tools = toolsOf(one)
    changed()
  }

  const stopGuarding = guardFocus({
    window,
    frames: () => running.values(),
    stop: (frame) => {
      for (const one of running.values()) if (one === frame) stop(one, texts.why.keyboard)
    },
    left: (frame) => {
      frame.entered = false
      changed()
    },
  })
  const hearOutside = ({ source }: MessageEvent): void => {
    for (const one of running.values())
      if (source !== null && source === one.element.contentWindow) stop(one, texts.why.outside)
  }
  window.addEventListener('message', hearOutside)

  return {
    set(plugins) {
      const wanted = new Map(
        plugins.filter(({ frame }) => frame !== null).map((plugin) => [plugin.id, plugin]),
      )
      for (const one of running.values()) {
        const now = wanted.get(one.plugin.id)
        if (now === undefined || keyOf(now) !== keyOf(one.plugin)) end(one)
      }
      for (const [id, { plugin }] of stopped) {
        const now = wanted.get(id)
        if (now === undefined || keyOf(now) !== keyOf(plugin)) stopped.delete(id)
      }
      for (const [id, plugin] of wanted) if (!running.has(id) && !stopped.has(id)) start(plugin)
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
      window.removeEventListener('message', hearOutside)
      for (const one of running.values()) end(one)
      stopped.clear()
      changed()
      shelf.remove()
    },
  }
}

/** Where frames stand that nobody looks at: without a box they have nothing that could be focused. */
function shelfIn(document: Document): HTMLElement {
  const shelf = document.createElement('div')
  shelf.hidden = true
  shelf.inert = true
  shelf.dataset['plugins'] = ''
  document.body.append(shelf)
  return shelf
}

function frameOf(document: Document, { name, frame }: PluginView): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('referrerpolicy', 'no-referrer')
  element.setAttribute('allow', '')
  element.tabIndex = -1
  element.title = name
  element.src = frame ?? 'about:blank'
  return element
}

/** Moves a frame as it is where the browser can; elsewhere its document is loaded again. */
function moveInto(one: Running, place: HTMLElement): void {
  const { element } = one
  if ('moveBefore' in place && element.isConnected && place.isConnected) {
    place.moveBefore(element, null)
    return
  }
  one.loads += 1
  place.append(element)
}

function toolsOf(one: Running): readonly ClientTool[] {
  const { plugin } = one
  return plugin.tools.map((tool) => ({
    tool: {
      name: tool.name,
      description: tool.description,
      params: tool.params,
      effect: tool.effect,
      ...(tool.specifier_template === undefined ? {} : { specifier_template: tool.specifier_template }),
      ...(tool.lock === undefined ? {} : { lock: tool.lock }),
      plugin: keyOf(plugin),
      kind: 'agentTool',
    },
    run: async (args, signal) =>
      (await one.bridge?.callTool(tool.name, args, signal)) ?? { ok: false, text: texts.notRunning },
  }))
}
