export {
  allQuestions,
  askedTurn,
  isRepeated,
  liveTurn,
  parentsOf,
  questionsOf,
  type OpenQuestion,
} from '@countersign/protocol/client'
