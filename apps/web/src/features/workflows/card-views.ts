/** The feature's card components, loaded with the first card. */
export { ChangeBody } from './cards/ChangeBody.tsx'
export { GraphAnswers, GraphBody } from './cards/GraphBody.tsx'
export { QuestionAnswers, QuestionBody } from './cards/QuestionBody.tsx'
