import type { PluginPaneView, PluginView } from '@countersign/protocol'
import type { Clock } from '../../clock.ts'
import type { ClientTool } from '../../platform/client-tool.ts'
import { createBridge, type Bridge, type BridgePorts, type PluginContext } from './bridge.ts'
import type { GuardedFrame } from './focus-guard.ts'
import { frameOf, type Frame } from './frames.ts'
import { texts } from './texts.ts'

interface Running extends Frame, GuardedFrame {
  readonly plugin: PluginView
  bridge: Bridge | null
  view: PluginPaneView | null
  context: PluginContext | null
  tools: readonly ClientTool[]
}

interface Stopped {
  readonly plugin: PluginView
  readonly why: string
}

export interface RunPorts {
  readonly document: Document
  readonly clock: Clock
  /** Where a frame starts. */
  readonly shelf: HTMLElement
  /** Requests that do not concern the page. */
  readonly asks: (plugin: PluginView) => Pick<BridgePorts, 'storage' | 'read' | 'fetch'>
  readonly changed: () => void
}

/** Running plugins, and those that violated the rules and were stopped. */
export interface PluginRuns {
  readonly running: ReadonlyMap<string, Running>
  readonly stopped: Map<string, Stopped>
  start(plugin: PluginView): void
  end(one: Running): void
  stop(one: Running, why: string): void
}

/** Identifies a plugin with its current files. */
export const keyOf = ({ id, hash }: PluginView): string => `${id}@${hash}`

export function pluginRuns(ports: RunPorts): PluginRuns {
  const { changed } = ports
  const running = new Map<string, Running>()
  const stopped = new Map<string, Stopped>()

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
    const element = frameOf(ports.document, plugin)
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
    ports.shelf.append(element)
  }

  /** Each document of the frame gets its own channel; a document that we did not load gets none. */
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
    // Its origin is opaque and has no name; our page's policy lets no other document into this frame.
    one.element.contentWindow?.postMessage('countersign', '*', [port2])
    one.tools = toolsOf(one)
    changed()
  }

  return { running, stopped, start, end, stop }
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
