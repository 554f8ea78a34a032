import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toBroughtName } from '../../../contract/domain/brought-name.ts'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'
import type { FileBody } from '../../../contract/wire/file-body.ts'
import type { CallerFile } from '../../files/caller-files.ts'
import type { SharedFiles } from '../../files/shared-files.ts'
import { readFileName } from '../request/file-name.ts'
import { readPath, readQuery } from '../request/parse-request.ts'
import { checkQuery } from '../request/request-names.ts'
import { bringing, route } from './access.ts'

/** The parts of a host that take files. */
export interface FilesParts {
  readonly files: Pick<SharedFiles, 'take' | 'find' | 'drop'>
}

/** Adds the routes of `/api/files`, by which callers bring data of functions. None lists or sends files. */
export function addFilesRoutes(app: FastifyInstance, { files }: FilesParts): void {
  // A scope of its own, where a body of any type is the file, and is not parsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    const { config } = route({ ...bringing, isStreamed: true }, 'bringFile')
    scope.post('/api/files', { config }, async (request, reply): Promise<FileBody> => {
      const { query, headers, body, caller, client } = request
      checkQuery(query, ['name'])
      const coding = headers['content-encoding']?.toLowerCase() ?? 'identity'
      if (coding !== 'identity') {
        const detail = `The body must come as it is (got it in the coding ${describe(coding)}).`
        throw new SpecimenError('media.unsupported', detail)
      }
      const name = readName(request)
      const given = {
        name,
        body: body instanceof Readable ? body : Readable.from([]),
        length: readLength(request),
      }
      const file = await files.take(given, { caller: caller.name, client })
      reply.header('cache-control', 'no-store')
      return toFileBody(file)
    })
  })

  app.get('/api/files/:file', route(bringing, 'findFile'), async ({ params, caller }, reply) => {
    reply.header('cache-control', 'no-store')
    return toFileBody(await files.find(caller.name, readPath(params, 'file')))
  })

  app.delete('/api/files/:file', route(bringing, 'dropFile'), async ({ params, caller }, reply) => {
    await files.drop(caller.name, readPath(params, 'file'))
    return await reply.code(204).send()
  })
}

function toFileBody({ hash, name, bytes, kind, expiresAt }: CallerFile): FileBody {
  return { file: hash, name, bytes, kind, expires: new Date(expiresAt).toISOString() }
}

/** Returns the announced length of a body; undefined for chunks. */
function readLength({ headers }: FastifyRequest): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined
}

/** Returns a file's name, as the query or the headers have it; empty for none. */
function readName({ query, headers }: FastifyRequest): string {
  return toBroughtName(readQuery(query, 'name') ?? readFileName(headers['content-disposition'] ?? ''))
}
