/** The parts of a job as it stands, as in `bodies.ts`. */
import { Type } from 'typebox'
import type { NodeState } from '../domain/job.ts'
import { count, number, object, oneOf, text } from './body-parts.ts'

/** One call of `report`. */
export const progressMessage = object(
  {
    seq: count('Counts the messages of a job from 0.'),
    text: text(),
    ts: number('Unix time in seconds, with fractions.'),
    fraction: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'How much is done; absent where the function does not say it.',
      }),
    ),
  },
  'One call of `report`.',
)
/** A call of a job. */
export const jobNode = object(
  {
    name: text('The name of its function, or the id of the specimen whose file is read.'),
    state: oneOf<NodeState>(['waiting', 'running', 'done', 'kept']),
    level: count('0 for the call that the job is of, 1 for those whose results it takes, and so on.'),
  },
  'A call of a job: `kept` where its result was there already.',
)
