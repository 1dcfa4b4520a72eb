/** What the feature draws on cards, fetched with the first of them. */
export { GraphAnswers, GraphBody } from './cards/GraphBody.tsx'
export { QuestionAnswers, QuestionBody } from './cards/QuestionBody.tsx'
