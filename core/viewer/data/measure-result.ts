/** The part of the worker that measures, in one script, which is fetched when somebody asks for facts. */
export { factsOf } from '../../data/facts/facts-of.ts'
export { withWords } from '../../data/facts/with-words.ts'
