export {
  emptyView,
  type Answer,
  type AnswerDecision,
  type Connection,
  type GivenAnswer,
  type Heard,
  type OpenThread,
  type Streaming,
  type ThreadData,
  type TurnEnd,
  type View,
} from '@countersign/protocol/client'
