export { mentionAt, withMention, type Mention } from './mentions.ts'
export { PROMPT_INPUT, promptMessage, slashTyped } from './saved-prompts.ts'
export { modelFacts } from './model-facts.ts'
export { modelTyped } from './model-typed.ts'
export { branchesAt } from './view/branches.ts'
export { callObject, callSummary, callVerb, isShipped, VERBS } from './view/call-words.ts'
export { changedFiles, type ChangedFile } from './view/changed-files.ts'
export { partNames, type PartName } from './view/part-names.ts'
export { alwaysAsks } from './view/part-words.ts'
export { diffTexts, type Diff, type DiffLine, type DiffRow } from './view/diff.ts'
export { MODE_LABELS, modeLabel, modeTyped, withModeLabel } from '../mode-words.ts'
export { FOLD_READS_FROM, isQuietRead } from './view/quiet-reads.ts'
export { oneReason, reasonSentence, reasonText } from './view/reason-words.ts'
export { createReducer, reduce, type Reduce } from './view/reduce.ts'
export { fromSnapshot, hasEnded } from './view/reduce-thread.ts'
export {
  allQuestions,
  askedTurn,
  isRepeated,
  lastQuestion,
  liveTurn,
  parentsOf,
  questionsOf,
  type OpenQuestion,
} from './view/selectors.ts'
export { contextOf, costOf, type Spent } from './view/spent.ts'
export { topicState, type FollowedTopic, type Slice } from './view/slice.ts'
export { todoList, type TodoItem, type TodoList } from './view/todo.ts'
export {
  emptyView,
  type Answer,
  type AnswerDecision,
  type Connection,
  type Cost,
  type GivenAnswer,
  type Heard,
  type OpenThread,
  type Streaming,
  type ThreadData,
  type TurnEnd,
  type View,
  type Waiting,
} from './view/view.ts'
export type { ViewEvent } from './view/view-event.ts'
