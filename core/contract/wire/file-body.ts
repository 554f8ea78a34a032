/** The body that tells of a file which a caller has brought, as in `bodies.ts`. */
import { Type } from 'typebox'
import { type Body, count, object, text } from './body-parts.ts'
import { resultType } from './returns-body.ts'

/** The schema of {@link FileBody}. */
export const fileBody = object(
  {
    file: text('The SHA-256 of its bytes in hexadecimal digits, by which parameters refer to it.'),
    name: text('As its caller calls it; empty for none.'),
    bytes: count(),
    kind: Type.Union([resultType, Type.Null()], {
      description: 'What the host decodes it to; null for a file that only functions can read.',
    }),
    expires: Type.String({ format: 'date-time', description: 'When it goes, unless it is used before.' }),
  },
  'A file that a caller has brought.',
)
/** The body of the answer to POST `/api/files`. */
export type FileBody = Body<typeof fileBody>
