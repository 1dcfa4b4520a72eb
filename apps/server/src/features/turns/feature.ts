import type { UserId } from '@countersign/protocol'
import { briefly } from '../../briefly.ts'
import { elapsed } from '../../clock.ts'
import { withImages } from './with-images.ts'
import { OUTSIDE_MODEL, outsideProvider } from '../../turns/outside-model.ts'
import { mediaProvider, textOf } from '../../turns/media-model.ts'
import { RUN_MODEL, runProvider, targetProvider } from '../../turns/workflow-model.ts'
import type { Feature } from '../../platform/feature.ts'
import { readSetting } from '../../platform/setting.ts'
import { MAX_COST, tightest } from '../../platform/thread-limits.ts'
import { turnLimits } from '../../settings/limits.ts'
import { logObserver } from '../../telemetry/log-observer.ts'
import { openTraces } from '../../telemetry/traces.ts'
import { observers } from '../../turns/observer.ts'
import { turnRunner } from '../../turns/runner.ts'

/** Milliseconds. */
const SHARED = 1000

/** Runs the turns of chats: the loop between model and gate. */
export const turns: Feature = {
  name: 'turns',
  async start(host) {
    const { boot, clock, config, failed, log, models, store } = host
    const traces = await openTraces(host.env, { version: host.version, boot })
    // Most runs ask no model, and many run at once, so they briefly share what is known about it.
    const forRuns = briefly(SHARED, clock, async (owner: UserId) => {
      const named = await models.models.standard(owner)
      return runProvider(withImages(await models.models.provider(named, null), host.images), named)
    })
    const runner = turnRunner({
      forPerson: (user) => host.forPerson(user),
      processId: boot,
      turns: store.turns,
      gate: { ...host.gate, capabilities: host.capabilities },
      belt: host.belt,
      own: host.own,
      clock,
      elapsed,
      ids: host.ids,
      provider: async ({ owner, model, effort, workflow, media, messages }) => {
        if (model === OUTSIDE_MODEL) return outsideProvider
        if (model === RUN_MODEL) return forRuns(owner)
        const provider = withImages(await models.models.provider(model, effort), host.images)
        if (workflow !== undefined) return targetProvider(provider, workflow, media)
        return media === undefined ? provider : mediaProvider(provider, media, textOf({ messages }))
      },
      async sign(owner, { id: callId, hash }) {
        await store.approvals.answer(owner, { callId, decision: 'allow_once', hash })
      },
      limits: async (threadId, model) => {
        const [values, most] = await Promise.all([
          models.limits.values(),
          readSetting(store.settings, MAX_COST, threadId),
        ])
        const now = turnLimits(values)
        const cost = tightest(now.cost, most)
        return model === RUN_MODEL ? { ...now, ...config.runLimits, cost } : { ...now, cost }
      },
      observer: observers([
        logObserver(log, clock),
        host.metrics.observer,
        ...(traces ? [traces.observer] : []),
      ]),
      most: config.maxTurns,
      grace: config.grace,
      failed,
    })
    return {
      stopped: (ids) => runner.check(ids),
      wake: () => runner.wake(),
      async close() {
        await runner.close()
        await traces?.close().catch((cause: unknown) => failed('sending the last traces', cause))
      },
    }
  },
}
