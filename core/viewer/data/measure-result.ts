/** The part of the worker that measures, in one script, which is fetched when somebody asks for facts. */

export { withWords } from '../../contract/domain/result/with-words.ts'
export { factsOf } from '../../data/facts/facts-of.ts'
