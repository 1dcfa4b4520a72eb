export type {
  Category,
  DiskFacts,
  FileUse,
  FoundBreaker,
  PathSubject,
  Place,
  PolicyCall,
  Specifier,
  SpecifierKind,
  Suspicion,
  ToolFacts,
} from './model/call.ts'
export { needsPerson } from './model/call.ts'
export type { Decision, Lock, PartDecision, Reason } from './decision.ts'
export type { BuiltinName } from './model/builtin-name.ts'
export type { Note, Row } from './model/subject.ts'
export type { Range } from './model/field.ts'
export type { LayerName, ListName, PlacedRule, Rule } from './model/rule.ts'
export { err, ok, type Result } from './result.ts'
export { isStricter, strictest, type Verdict } from './verdict.ts'
export { decide, decideByHand } from './decide.ts'
export {
  compilePolicy,
  type LayerSource,
  type Policy,
  type PolicyProblem,
  type PolicySource,
  type UnloadableList,
} from './policy.ts'
export { canonicalMode, MODES, type CustomMode, type Mode, type ModeRow } from './modes.ts'
export { BUILTIN_TOOLS, type BuiltinTool, canonicalTool, toolFacts } from './tools.ts'
export { BUILTIN_NAMES } from './builtins.ts'
export { protectedPaths } from './paths/protected.ts'
export { isSecret, secretPaths } from './secrets.ts'
export { parseRule, type ParseOptions, type RuleError } from './rules/parse.ts'
export { formatRule } from './rules/format.ts'
export { escapeShellWord } from './rules/shell-pattern.ts'
export { explain, explainParts, explainReason, type ExplainedPart } from './explain/explain.ts'
export { readCallText } from './call-text.ts'
export { changedPaths, type ChangedPath, type NamesBelow } from './shell/changed-paths.ts'
export { isMadeAgainFolder, isScratch } from './irreversible/places.ts'
export {
  startedCommands,
  type Started,
  type StartedCommand,
  type StartedWord,
} from './shell/started-commands.ts'
export { fileEffects, type FileEffect } from './shell/file-effects.ts'
export { checkExpectations, type ExpectationFailure } from './expectations.ts'
export { CORPUS_PLACE, readCase, type Case, type CaseError } from './case.ts'
export { caseDecider, type CaseAnswer, type CaseDecider } from './decide-case.ts'
export { scoreOf, type Score } from './corpus-score.ts'
export {
  formatRulesFile,
  layerOfRulesFile,
  parseRulesFile,
  type Expectation,
  type LineError,
  type RulesFile,
} from './rules/rules-file.ts'
export { offers } from './offers/offers.ts'
export type { Offer, Scope } from './offers/offer.ts'
export { lint, type LintOptions } from './lint/lint.ts'
export { explainFinding } from './lint/words.ts'
export { broadness, type Broad } from './lint/broad.ts'
export type { Finding, NoEffect, RulePlace, Severity } from './lint/finding.ts'
export {
  backtest,
  withRule,
  type Backtest,
  type BacktestRow,
  type Difference,
  type RecordedCall,
  type RuleUse,
} from './backtest.ts'
export { onlyRule, ruleEffect, type AskingPart, type RuleEffect } from './rule-effect.ts'
export { diff, type PolicyChange, type PolicyDiff } from './diff.ts'
