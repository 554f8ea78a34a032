import * as examples from './examples.ts'
import type { Operation } from './operation.ts'
import { answer, etag, referAnswer } from './responses.ts'
import { idInPath } from './schema.ts'

const tags = ['jobs']
const jobId = {
  name: 'job_id',
  in: 'path',
  required: true,
  description: 'The `job_id` from the answer to start.',
  schema: idInPath,
  example: examples.jobId,
}

/** The operations below `/api/jobs`. */
export const jobsOperations = {
  readProgress: {
    tags,
    summary: 'Status and new messages of a job',
    parameters: [
      jobId,
      {
        name: 'since',
        in: 'query',
        description: 'The highest `seq` already seen; -1 for all messages.',
        schema: { type: 'integer', default: -1 },
        example: 0,
      },
    ],
    responses: { 200: answer('The job.', 'Progress', examples.progress), 404: referAnswer('UnknownJob') },
  },
  readResult: {
    tags,
    summary: 'The result of a finished job as JSON',
    parameters: [jobId],
    responses: {
      200: { ...answer('The result.', 'Result', examples.mesh), headers: { ETag: etag } },
      304: referAnswer('NotModified'),
      404: referAnswer('UnknownJob'),
      409: referAnswer('JobRunning'),
      410: referAnswer('JobFailed'),
      412: referAnswer('ConditionFailed'),
    },
  },
  cancelJob: {
    tags,
    summary: 'Cancels a running job; an ended one stays as it is',
    parameters: [jobId],
    responses: { 204: { description: 'Cancelled, or ended already.' }, 404: referAnswer('UnknownJob') },
  },
} satisfies { readonly [operationId: string]: Operation }
