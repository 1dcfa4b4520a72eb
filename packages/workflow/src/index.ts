export {
  applyOps,
  bodyAt,
  edgeKey,
  joinAddress,
  nodeAt,
  splitAddress,
  type Edited,
  type Op,
  type Place,
} from './edit/ops.ts'
export { readProposals, withNeeded, withProposals, type Proposal } from './edit/proposals.ts'
export { graphError, type GraphError, type GraphErrorCode } from './errors.ts'
export {
  AFTER,
  ERROR,
  Graph,
  INPUT,
  MAX_BYTES,
  MAX_DEPTH,
  MAX_NODES,
  readGraph,
  type DeclaredPorts,
  type Edge,
  type Endpoint,
  type ExpectedCall,
  type GraphBody,
  type GraphInput,
  type GraphNode,
  type GraphTest,
  type Retry,
  type Stub,
} from './format.ts'
export {
  JSON_MIME,
  LARGE_VALUE,
  opened,
  readFileValue,
  TEXT_MIME,
  type FileValue,
  type OpenFile,
} from './file-value.ts'
export { hashGraph } from './hash.ts'
export type { Json, JsonSchema, Values } from './json.ts'
export {
  defineNode,
  NodeFailure,
  type HandedOut,
  type InputPort,
  type NodeType,
  type Ports,
  type PureNode,
  type StructureNode,
  type ToolNode,
  type ToolNodeFacts,
} from './nodes/define-node.ts'
export { createRegistry, type Registry } from './nodes/registry.ts'
export {
  runKey,
  type EndState,
  type Failure,
  type ItemPath,
  type NodeEnd,
  type NodeRun,
  type Plan,
  type RunOutcome,
  type RunResult,
} from './plan/plan.ts'
export { compile, type CompileResult } from './compile.ts'
export type { Compiled, CompiledBody, CompiledNode, CompiledWire, WireFit } from './compiled.ts'
export { readDuration } from './duration.ts'
export { fromNode, type Reused } from './plan/from-node.ts'
export { plan, Planner, type PlannerOptions, type PureCache } from './plan/planner.ts'
export { assignable, typeWords, type Fit } from './types/assignable.ts'
export { pickValue, readPick, type PickStep } from './types/pick.ts'
export { misfit } from './types/validate.ts'
export {
  diffEffects,
  diffGraphs,
  diffVersions,
  type EffectDiff,
  type GraphDiff,
  type PlacedEdge,
} from './diff.ts'
export { badBounds, grantRules, withinBounds, withinRules } from './manifest/bounds.ts'
export {
  effectManifest,
  reaches,
  type Effect,
  type Flow,
  type Manifest,
  type Reach,
  type Repetition,
} from './manifest/effects.ts'
export type { InputSource, SourceKind } from './manifest/outside.ts'
export { specifierOf, specifierText } from './manifest/specifier.ts'
export { readRegular, type Match, type Regular } from './regular/regular.ts'
export { replay, type RecordedRun, type Replay } from './replay.ts'
export { runTests, type MadeCall, type TestOptions, type TestReport } from './tests/run-tests.ts'
export { toMermaid } from './transfer/mermaid.ts'
export { importN8n, type Imported } from './transfer/n8n.ts'
