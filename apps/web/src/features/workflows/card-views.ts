/** What the feature draws on cards, fetched with the first of them. */
export { ChangeBody } from './cards/ChangeBody.tsx'
export { GraphAnswers, GraphBody } from './cards/GraphBody.tsx'
export { QuestionAnswers, QuestionBody } from './cards/QuestionBody.tsx'
