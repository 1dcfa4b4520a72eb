import { z } from 'zod'
import { PermissionMode } from './views.ts'

/** A source of models: a service, a server on this machine, or an endpoint that a person added. */
export const ProviderId = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'lower-case letters, digits and `-`')

/** A model as chosen: `provider/model`, or `demo`. */
export const ModelId = z.string().min(1).max(300)

/** A model's abilities. Null: unknown. */
export const CapabilitiesView = z.object({
  tools: z.boolean().nullable(),
  /** It can make several calls in one answer. */
  parallel_calls: z.boolean().nullable(),
  images: z.boolean().nullable(),
  reasoning: z.boolean().nullable(),
})
export type CapabilitiesView = z.infer<typeof CapabilitiesView>

/** US dollars per million tokens, before discounts for cached ones; long prompts may cost more. */
export const PriceView = z.object({ input: z.number(), output: z.number() })

export const ModelView = z.object({
  id: ModelId,
  provider: ProviderId,
  /** Its usual name, without the provider. */
  name: z.string(),
  /** Answers from a script, without a key. */
  demo: z.boolean(),
  capabilities: CapabilitiesView,
  /** Tokens; null: not known. */
  context_window: z.number().int().nullable(),
  /** Null: not known, which is not the same as free. */
  price: PriceView.nullable(),
})
export type ModelView = z.infer<typeof ModelView>

/** A provider's key: where it comes from and how it ends. The key itself never leaves the server. */
export const KeyView = z.object({
  provider: ProviderId,
  name: z.string(),
  source: z.enum(['environment', 'settings', 'none']),
  /** Its last four characters; null: there is no key, or it is too short to show any of it. */
  last4: z.string().nullable(),
  /** Environment variable that is checked. */
  variable: z.string().nullable(),
  /** A key from the environment is overridden by one from the settings, and applies again once that is removed. */
  overrides_environment: z.boolean(),
  /** Set for a stored key that can no longer be decrypted. */
  problem: z.string().nullable(),
})
export type KeyView = z.infer<typeof KeyView>

export const ProviderView = z.object({
  id: ProviderId,
  name: z.string(),
  kind: z.enum(['service', 'local', 'endpoint', 'demo']),
  /** It can be used right now. */
  ready: z.boolean(),
  /** Its address, for servers on this machine and endpoints. */
  base_url: z.string().nullable(),
  /** Null: it needs no key. */
  key: KeyView.nullable(),
})
export type ProviderView = z.infer<typeof ProviderView>

/** Response of `GET /api/models`. */
export const ModelList = z.object({
  models: z.array(ModelView),
  providers: z.array(ProviderView),
  /** The model for new chats. */
  default_model: ModelId,
})
export type ModelList = z.infer<typeof ModelList>

/** Body of `PUT /api/settings/keys/:provider`. */
export const NewKey = z.object({
  key: z.string().trim().min(1).max(4000),
  /** For Amazon Bedrock. */
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional(),
})
export type NewKey = z.infer<typeof NewKey>

/** Body of `POST …/check`: a key that is not stored yet; absent: checks the stored one. */
export const CheckRequest = z.object({ key: NewKey.shape.key.optional(), region: NewKey.shape.region })

export const CheckResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), models: z.array(z.string()) }),
  z.object({ ok: z.literal(false), message: z.string() }),
])
export type CheckResult = z.infer<typeof CheckResult>

/** A server with OpenAI's chat format, added by a person. Body of `PUT /api/settings/endpoints/:id`. */
export const NewEndpoint = z.object({
  name: z.string().trim().min(1).max(100),
  base_url: z.url({ protocol: /^https?$/ }).max(2000),
  /** Null removes the stored one; absent keeps it. */
  key: NewKey.shape.key.nullable().optional(),
})
export type NewEndpoint = z.infer<typeof NewEndpoint>

/** Services that `web_search` can use. */
export const SearchServiceId = z.enum(['searxng', 'brave', 'tavily'])
export type SearchServiceId = z.infer<typeof SearchServiceId>

/** Response of `GET /api/settings/search`. Stored secrets are never returned. */
export const SearchSettingsView = z.object({
  services: z.array(
    z.object({
      id: SearchServiceId,
      name: z.string(),
      /** The field to fill in. */
      wants: z.enum(['address', 'key']),
      source: z.enum(['settings', 'environment', 'none']),
      last4: z.string().nullable(),
      problem: z.string().nullable(),
      /** Environment variable that can hold it. */
      variable: z.string().nullable(),
    }),
  ),
  /** The one a person chose; null: the first that is set up. */
  chosen: SearchServiceId.nullable(),
  /** The active one; null: none. */
  used: SearchServiceId.nullable(),
})
export type SearchSettingsView = z.infer<typeof SearchSettingsView>

/** Body of `PUT /api/settings/search/:service`: a key, or the address for SearXNG. */
export const NewSearchService = z.object({ value: z.string().trim().min(1).max(4000) })
/** Body of `PATCH /api/settings/search`. */
export const SearchChoice = z.object({ chosen: SearchServiceId.nullable() })

/** A person's preferences: `GET /api/settings`. */
export const Preferences = z.object({
  /** Null: the one from the environment, or else the first with a key. */
  default_model: ModelId.nullable(),
  /** Mode for new chats. */
  default_mode: PermissionMode,
  /** Mode for new sessions of outside agents. */
  outside_mode: PermissionMode,
  /** Folder for new chats; null: the one that the server was started in. */
  default_folder: z.string().min(1).max(4096).nullable(),
  /** The model writes titles for chats started in the page. */
  model_titles: z.boolean(),
  /** Seconds until a question expires; null: never. */
  approval_timeout: z.number().int().positive().max(31_536_000).nullable(),
  notifications: z.object({
    desktop: z.boolean(),
    /** Shows the command, path or address itself, not only that something waits. */
    show_specifier: z.boolean(),
    /** Answers are read out by paragraph when they are finished. */ read_answers: z.boolean().optional(),
  }),
  sounds: z.object({ waiting: z.boolean(), turn_ended: z.boolean() }),
  keyboard: z.object({
    send_with: z.enum(['enter', 'ctrl_enter']),
    /** Single letters answer cards and move the focus. */
    single_letters: z.boolean(),
    /** Seconds in which an answer can be taken back before it is sent. */
    hold_answers: z.union([z.literal(0), z.literal(1), z.literal(3)]),
    /** Key bindings that differ from the shipped ones, by action. */
    bindings: z.record(z.string().max(60), z.string().max(60)),
  }),
})
export type Preferences = z.infer<typeof Preferences>

/** Body of `PATCH /api/settings`: absent fields do not change. */
export const PreferencesChange = z.object({
  default_model: Preferences.shape.default_model.optional(),
  default_mode: Preferences.shape.default_mode.optional(),
  outside_mode: Preferences.shape.outside_mode.optional(),
  default_folder: Preferences.shape.default_folder.optional(),
  model_titles: Preferences.shape.model_titles.optional(),
  approval_timeout: Preferences.shape.approval_timeout.optional(),
  notifications: Preferences.shape.notifications.partial().optional(),
  sounds: Preferences.shape.sounds.partial().optional(),
  keyboard: Preferences.shape.keyboard.partial().optional(),
})
export type PreferencesChange = z.infer<typeof PreferencesChange>
