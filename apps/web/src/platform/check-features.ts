import { isWorkbenchName } from '@countersign/protocol'
import type { SerializedTool } from '@countersign/protocol'
import { NO_PARAMS, toolsOf } from './feature-tools.ts'
import type { WebFeature } from './feature.ts'

/** A feature that was rejected, and why. */
interface FailedFeature {
  readonly name: string
  readonly why: readonly string[]
}

/**
 * Lists the problems of a feature's part of the workbench, in words. Pure: a test checks our own features, others are checked when they are
 * loaded. With `stranger`, all names must start with the feature's own name.
 */
export function featureProblems(
  feature: WebFeature,
  { stranger }: { readonly stranger: boolean },
): readonly string[] {
  const { name, panes = [], commands = [], settings = [] } = feature
  const isOwn = (id: string): boolean => id === name || id.startsWith(`${name}.`)
  const ids = stranger
    ? [...panes.map(({ type }) => type), ...commands.map(({ id }) => id), ...settings.map(({ id }) => id)]
    : []
  return [
    ...ids.filter((id) => !isOwn(id)).map((id) => `\`${id}\` does not begin with \`${name}.\``),
    ...toolsOf(feature).flatMap(({ tool }) => toolProblems(tool, name, stranger)),
    ...twice(claimsOf(feature)).map((claim) => `the ${claim} is there twice`),
  ]
}

function toolProblems(tool: SerializedTool, feature: string, stranger: boolean): readonly string[] {
  const { name, description } = tool
  // The server defines these tools completely, so a third-party feature may not use their names.
  if (isWorkbenchName(name)) return stranger ? [`\`${name}\` is a name of the workbench`] : []
  const params = tool.params ?? tool.input_schema ?? tool.inputSchema ?? NO_PARAMS
  const required = Array.isArray(params['required']) ? params['required'] : undefined
  const template = tool.specifier_template ?? tool.specifierTemplate
  const reads = tool.effect === 'none' || tool.side_effect === false || tool.sideEffect === false
  const said = (words: string): string => `\`${name}\` ${words}`
  return [
    ...(name.startsWith(`${feature}.`) ? [] : [said(`does not begin with \`${feature}.\``)]),
    ...(description.length < 20 || description.length > 2000
      ? [said('needs a description of 20 to 2,000 characters')]
      : []),
    ...(params['type'] === 'object' && required !== undefined
      ? []
      : [said('needs `params` that are the schema of an object with `required`')]),
    ...(reads || (template !== undefined && template !== '') ? [] : [said('has an effect and no specifier')]),
    ...[...(template ?? '').matchAll(/\{([A-Za-z0-9_]+)\}/g)]
      .filter(([, argument]) => required?.includes(argument) !== true)
      .map(([, argument]) => said(`names \`{${argument}}\` in its specifier, which is no required argument`)),
  ]
}

/** The names that only one feature can claim. */
function claimsOf(feature: WebFeature): readonly string[] {
  const { panes = [], commands = [] } = feature
  return [
    ...panes.map(({ type }) => `pane ${type}`),
    ...commands.map(({ id }) => `command ${id}`),
    ...commands.flatMap(({ key }) => (key === undefined ? [] : [`key ${key.chord}`])),
    ...(feature.tools ?? []).map(({ tool }) => `tool ${tool.name}`),
  ]
}

function twice(claims: readonly string[]): readonly string[] {
  return claims.filter((claim, index) => claims.indexOf(claim) !== index)
}

/**
 * Splits the features into usable and rejected ones. A feature with a problem is rejected whole, and so is the later of two that claim the
 * same name.
 */
export function checkFeatures(
  features: readonly WebFeature[],
  options: { readonly stranger: boolean },
): { readonly features: readonly WebFeature[]; readonly failed: readonly FailedFeature[] } {
  const taken = new Set<string>()
  const good: WebFeature[] = []
  const failed: FailedFeature[] = []
  for (const feature of features) {
    const claims = claimsOf(feature)
    const why = [
      ...featureProblems(feature, options),
      ...claims.filter((claim) => taken.has(claim)).map((claim) => `another feature has the ${claim}`),
    ]
    if (why.length > 0) failed.push({ name: feature.name, why })
    else {
      good.push(feature)
      for (const claim of claims) taken.add(claim)
    }
  }
  return { features: good, failed }
}
