import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toBroughtName } from '../../../contract/domain/brought-name.ts'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'
import type { FileBody } from '../../../contract/wire/file-body.ts'
import type { CallerFile, GivenFile } from '../../files/caller-files.ts'
import type { FileProgress } from '../../files/partial-files.ts'
import type { SharedFiles } from '../../files/shared-files.ts'
import { type PieceRange, parseContentRange } from '../request/content-range.ts'
import { readFileName } from '../request/file-name.ts'
import { readPath, readQuery } from '../request/parse-request.ts'
import { checkQuery } from '../request/request-names.ts'
import { bringing, route } from './access.ts'

/** The parts of a host that take files. */
export interface FilesParts {
  readonly files: Pick<SharedFiles, 'take' | 'takePiece' | 'find' | 'findPartial' | 'drop'>
}

/** Adds the routes of `/api/files`, by which callers bring data of functions. None lists or sends files. */
export function addFilesRoutes(app: FastifyInstance, { files }: FilesParts): void {
  // A scope of its own, where a body of any type is the file, and is not parsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    const streamed = { ...bringing, isStreamed: true }
    scope.post('/api/files', route(streamed, 'bringFile'), async (request, reply): Promise<FileBody> => {
      const { caller, client } = request
      const file = await files.take(readFile(request), { caller: caller.name, client })
      reply.header('cache-control', 'no-store')
      return toFileBody(file)
    })

    scope.put('/api/files/:file', route(streamed, 'bringPiece'), async (request, reply) => {
      const { params, caller, client, headers } = request
      const sender = { caller: caller.name, client }
      const hash = readPath(params, 'file')
      const { length, ...given } = readFile(request)
      reply.header('cache-control', 'no-store')
      try {
        checkHash(hash)
        const range = parseContentRange(headers['content-range'], length) ?? toWholeRange(length)
        const file = range
          ? await files.takePiece({ ...given, ...range, hash }, sender)
          : await files.take({ ...given, length, hash }, sender)
        if (file) return toFileBody(file)
        tellProgress(reply, files.findPartial(caller.name, hash))
        return await reply.code(204).send()
      } catch (error) {
        tellProgress(reply, files.findPartial(caller.name, hash) ?? { offset: 0 })
        throw error
      }
    })
  })

  app.get('/api/files/:file', route(bringing, 'findFile'), async ({ params, caller }, reply) => {
    reply.header('cache-control', 'no-store')
    const hash = readPath(params, 'file')
    tellProgress(reply, files.findPartial(caller.name, hash))
    return toFileBody(await files.find(caller.name, hash))
  })

  app.delete('/api/files/:file', route(bringing, 'dropFile'), async ({ params, caller }, reply) => {
    await files.drop(caller.name, readPath(params, 'file'))
    return await reply.code(204).send()
  })
}

/**
 * Sets how much of a file has come, in the words of the draft Resumable Uploads for HTTP (httpbis, version
 * 12), whose requests are others: there the host names what is sent, here its bytes do.
 */
function tellProgress(reply: FastifyReply, progress: Partial<FileProgress> | undefined): void {
  if (!progress) return
  const { offset, total } = progress
  reply.header('upload-offset', offset)
  reply.header('upload-complete', '?0')
  if (total !== undefined) reply.header('upload-length', total)
}

/** Returns the file or piece of a request, not read yet. @throws `request.invalid`, `media.unsupported` */
function readFile(request: FastifyRequest): GivenFile {
  const { query, headers, body } = request
  checkQuery(query, ['name'])
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (coding !== 'identity') {
    const detail = `The body must come as it is (got it in the coding ${describe(coding)}).`
    throw new SpecimenError('media.unsupported', detail)
  }
  return {
    name: readName(request),
    body: body instanceof Readable ? body : Readable.from([]),
    length: readLength(request),
  }
}

/** Returns the range of a body that is the whole file; undefined for one in chunks, and for none. */
function toWholeRange(length = 0): (PieceRange & { readonly restarts: true }) | undefined {
  return length > 0 ? { start: 0, end: length, total: length, restarts: true } : undefined
}

/** @throws `request.invalid` */
function checkHash(hash: string): void {
  if (/^[0-9a-f]{64}$/.test(hash)) return
  const wanted = 'must end in the SHA-256 of the whole file, 64 digits from 0-9 and a-f'
  throw new SpecimenError('request.invalid', `The address ${wanted} (got ${describe(hash)}).`)
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
